"""Draw a position for pages on which nobody can act: thumbnails, screens, reports and printed sheets. The
module also names the points of the field, between which pages animate elements.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from battles.dba.pages.battlefield.picture import MARGIN
from battles.dba.rules.field.bases import Base
from battles.dba.rules.field.geometry import UNIT
from battles.dba.rules.field.position import Position
from battles.dba.rules.table.terrain import BASE_MM
from engine.game import Facts
from games.motion.values import Spot
from games.wording.numbers import whole

COLOURS: Final = {"red": "#9b2d30", "blue": "#2f5d8a"}
MARKS: Final = {"red": "RE", "blue": "BL"}
SHORT: Final = {"Followers": "CF"}


def position_in(view: Facts) -> Position | None:
    """Return the position in a view. Return None for a battle on a real table, whose view has no position,
    and None while no element is deployed.
    """
    lines = view.get("position") or ()
    found = Position.parse("\n".join(lines)) if lines else None
    return found if found is not None and found.elements else None


def short_code(code: str) -> str:
    """Return a base's code, shortened to fit on the base."""
    return SHORT.get(code, code)


def draw_bases(position: Position, colours: Mapping[str, str], *, named: bool = True) -> str:
    """Draw camps and bases in their places. Styles are written as attributes, so that files look like the
    page.
    """
    tent = 'fill="#dcc3b0" stroke="#6b3a28" stroke-width="2" stroke-dasharray="5 3"'
    camps = "".join(f'<path {tent} d="{_outline(camp.outline)}"/>' for camp in position.camps.values())
    return camps + "".join(
        _base(one.base, colours[one.seat], rear=one.seat == "blue", general=one.general, named=named)
        for one in position.elements.values()
    )


def _base(base: Base, colour: str, *, rear: bool, general: bool, named: bool) -> str:
    deep = base.deep * 5
    white = 'fill="none" stroke="#fff" stroke-width="1.6"'
    back = f'<path {white} d="M3 {deep - 3}h{BASE_MM - 6}"/>' if rear else ""
    mark = '<circle cx="33" cy="5" r="3.5" fill="#e8c15a" stroke="#2a1e12"/>' if general else ""
    at = f"translate({base.x / UNIT:g} {base.y / UNIT:g}) rotate({base.heading / 2:g})"
    x, y = (value / UNIT for value in base.middle)
    text = (
        f'<text x="{x:.1f}" y="{y + 4:.1f}" font-family="sans-serif" font-weight="700" font-size="10" '
        f'fill="#fff" text-anchor="middle" stroke="#2a1e12" stroke-opacity=".55" stroke-width="2" '
        f'paint-order="stroke">{short_code(base.code)}</text>'
    )
    return (
        f'<g transform="{at}"><path fill="{colour}" stroke="#fff" d="M0 0h{BASE_MM}v{deep}H0z"/>'
        f'<path {white} d="M1.5 1.5h{BASE_MM - 3}M16 6l4-3 4 3"/>{back}{mark}</g>{text if named else ""}'
    )


def _outline(corners: tuple[tuple[int, int], ...]) -> str:
    return "M" + "L".join(f"{x / UNIT:.1f} {y / UNIT:.1f}" for x, y in corners) + "z"


def name_point(base: Base) -> str:
    """Return the name of the point in the middle of a base; see :class:`Points`."""
    x, y = base.middle
    return f"{x} {y}"


class Points(Mapping[str, Spot]):
    """All points of the field by name. A name is the point's two coordinates in hundredths of a millimetre:
    "30000 12050".
    """

    def __getitem__(self, name: str) -> Spot:
        left, _space, below = name.partition(" ")
        x, y = whole(left), whole(below)
        if x is None or y is None:
            raise KeyError(name)
        across, down = x / UNIT, y / UNIT
        return Spot(f"{across / 10:.0f}/{down / 10:.0f}", across + MARGIN, down + MARGIN)

    def __iter__(self) -> Iterator[str]:
        return iter(())

    def __len__(self) -> int:
        return 1  # not 0, or pages would show no motion
