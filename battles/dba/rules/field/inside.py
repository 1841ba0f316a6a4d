"""Place the base of a garrison in the middle of its camp or built-up area (section "garrisons")."""

from __future__ import annotations

from battles.dba.rules.field import bases
from battles.dba.rules.field.bases import STEP, WIDTH, Base
from battles.dba.rules.field.geometry import Line
from battles.dba.rules.field.position import Position


def home(position: Position, name: str) -> str:
    """Return the camp or built-up area that an element garrisons, such as "bua" or "camp red"."""
    one = position.elements[name]
    if one.inside == "bua":
        return "bua"
    other = "blue" if one.seat == "red" else "red"
    return f"camp {one.seat if one.inside == 'camp' else other}"


def base_inside(outline: Line, base: Base) -> Base:
    """Return a base moved, without turning, to the middle of an outline (L218, ruling B19)."""
    x, y = sum(x for x, _ in outline) // len(outline), sum(y for _, y in outline) // len(outline)
    return base.move_to(bases.add_points((x, y), bases.way(base.heading, base.deep * STEP // 2, -WIDTH // 2)))


def settle_inside(position: Position, name: str) -> Position:
    """Return the position with a garrison moved to the middle of its camp or built-up area."""
    outline = dict(position.areas).get(home(position, name))
    if outline is None:
        return position
    return position.put(**{name: base_inside(outline, position.base(name))})
