"""The elements that can or must shoot on the board, and their targets (L196, L320, section "shooting")."""

from __future__ import annotations

from collections.abc import Iterator

from battles.dba.rules.board.stances import DENIZENS
from battles.dba.rules.field import sight, touch
from battles.dba.rules.field.position import Position
from battles.dba.rules.troops import can_shoot


def is_engaged(position: Position, name: str) -> bool:
    """Return whether an element takes part in close combat. It may fight to its front, support, overlap, or
    have its front on an enemy's flank or rear (L320).
    """
    if name == DENIZENS or position.elements[name].inside:
        return is_assaulted(position, name)
    if touch.fights(position, name):
        return True
    for friend in position.friends(name):
        if touch.fights(position, friend) and touch.supporter(position, friend) == name:
            return True
    return any(
        touch.fights(position, foe)
        and (name in touch.overlaps(position, foe) or name in touch.flank_enemies(position, foe))
        for foe in position.foes(name)
    )


def is_assaulted(position: Position, name: str) -> bool:
    """Return whether an enemy's front is in contact with the camp or built-up area that a garrison, or the
    denizens, defend.
    """
    return any(name in pair for pair in touch.contacts(position))


def why_not(position: Position, shooter: str, target: str) -> str:
    """Return the reason why an element cannot shoot at a target now: no_shooter, engaged, target_engaged,
    out_of_arc, out_of_range, behind or screened. Return "" if it can shoot. The target can be "denizens".
    """
    base = position.base(shooter)
    if not can_shoot(base.type, base.code):
        return "no_shooter"
    if is_engaged(position, shooter):
        return "engaged"
    if is_engaged(position, target):
        return "target_engaged"
    if not sight.edges_in_arc(position, shooter, target):
        return "out_of_arc"
    if not sight.in_range(position, shooter, target):
        return "out_of_range"
    if sight.screening_terrain(position, shooter, target):
        return "screened"
    return "behind" if sight.between_them(position, shooter, target) else ""


def targets(position: Position, shooter: str) -> tuple[str, ...]:
    """Return every target that an element can shoot at: enemies in the open, in camps or in a built-up area,
    and hostile denizens.
    """
    return tuple(foe for foe in _enemies(position, shooter) if not why_not(position, shooter, foe))


def _enemies(position: Position, shooter: str) -> Iterator[str]:
    seat = position.elements[shooter].seat
    for name, one in position.elements.items():
        if one.seat != seat:
            yield name
    if position.denizens not in ("", seat) and not position.holds("bua"):
        yield DENIZENS


def mutual(position: Position) -> tuple[tuple[str, str], ...]:
    """Return the pairs of enemies that can shoot at each other, and so must (L320)."""
    shooters = [n for n, one in position.elements.items() if can_shoot(one.base.type, one.base.code)]
    aims = {name: targets(position, name) for name in shooters}
    return tuple((a, b) for a in shooters for b in aims[a] if a < b and b in aims and a in aims[b])
