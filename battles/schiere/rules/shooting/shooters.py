"""Legal shots: which units can shoot at which targets, from which square and how often (L186, L280-282,
L302, L368-399).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Final, cast

from battles.schiere.rules.board.position import Position, foe
from battles.schiere.rules.melee.contact import fighting_values
from battles.schiere.rules.shooting import shot
from battles.schiere.rules.shooting.lines import find_hindrance, lane
from battles.schiere.rules.shooting.shot import Shooter, Shot, Weapon
from kit.grid.square import Facing

SHOTS: Final = 3  # a unit's shots in a turn in which it does not move
# troops that can step out in front of friends to throw (L282, L294)
JAVELINS: Final = ("javelins", "light_cavalry")
STEPPED_OUT: Final = 2  # how many squares javelins can step out of line to throw


def shots_left(pos: Position, id: str) -> int:
    """Return a unit's remaining shots this turn: three, minus one for each move and shot. Light foot urged on
    by an energetic wing commander has one more (L240, L280).
    """
    today = pos.state.today
    return SHOTS + extra_shots(pos, id) - today.moved.get(id, 0) - today.shot.get(id, 0)


def extra_shots(pos: Position, id: str) -> int:
    """Return the number of a unit's extra shots: one for light foot urged on by an energetic wing commander,
    otherwise none. Such a commander urges on only one schiera a turn.
    """
    return int(pos.is_unit(id) and pos.cls(id) == "light_infantry" and pos.is_urged_by(id, "energetic"))


def shoots(pos: Position, id: str) -> bool:
    """Return whether a unit has a missile weapon and a shot left, is in command, and is not reorganising."""
    if not pos.is_unit(id) or not pos.troop(id).weapon:
        return False
    return shots_left(pos, id) > 0 and pos.in_command(id) and pos.piece(id).rests < pos.turn


def firing_square(pos: Position, id: str, target: str) -> str:
    """Return the square from which a unit can shoot at a piece, or "" if it cannot. A unit with javelins
    behind a friend can step out in front of the friend, throw and step back (L282).
    """
    here = pos.piece(id).at
    if _can_shoot(pos, id, here, target):
        return here
    before = _square_before_friends(pos, id)
    return before if before and _can_shoot(pos, id, before, target) else ""


def _square_before_friends(pos: Position, id: str) -> str:
    """Return the square to which a unit with javelins can step out: two squares ahead, just beyond a friend.
    Return "" if the square is not free, is in an enemy's influence area, or has no friend before it.
    """
    if pos.troop(id).weapon not in JAVELINS:
        return ""
    known, key = pos.found.before, (id, pos.ground)
    if key not in known:
        known[key] = _find_step_out(pos, id)
    return known[key]


def _find_step_out(pos: Position, id: str) -> str:
    piece, ground = pos.piece(id), pos.ground
    columns, rows = Facing(piece.facing).step
    friend = pos.unit_at(ground.square_at_offset(piece.at, columns, rows))
    before = ground.square_at_offset(piece.at, 2 * columns, 2 * rows)
    free = before and not ground.is_barred(before) and not pos.unit_at(before)
    if (
        friend
        and pos.piece(friend).seat == piece.seat
        and free
        and not pos.enemies_influencing(piece.seat, before)
    ):
        return before
    return ""


def _can_shoot(pos: Position, id: str, square: str, target: str) -> bool:
    piece, at = pos.piece(id), pos.piece(target).at
    distance = pos.ground.distance(square, at)
    if not shot.NEAREST <= distance <= shot.FARTHEST:
        return False
    found = lane(pos.ground, square, at)
    if found.hindrance or not shot.RANGES[found.stand][_weapon(pos, id)][shot.band(distance)]:
        return False
    one = Shot((_shooter(pos, id, square, target),), fighting_values(pos, target), found.stand)
    if next(shot.mistakes(one), None) is not None:
        return False
    between = {s for passed in found.crossed for s in passed}
    friends = {
        s for s in between if (o := pos.unit_at(s)) not in ("", id) and pos.piece(o).seat == piece.seat
    }
    return not find_hindrance(pos.ground, square, at, friends)


def _weapon(pos: Position, id: str) -> Weapon:
    return cast(Weapon, pos.troop(id).weapon)


def _shooter(pos: Position, id: str, square: str, target: str) -> Shooter:
    troop = pos.troop(id)
    distance = pos.ground.distance(square, pos.piece(target).at)
    return Shooter(_weapon(pos, id), distance, pos.piece(id).damage, troop.velites)


def shot_at(pos: Position, units: Iterable[str], target: str) -> Shot:
    """Return the shot of these units at a piece. If they shoot from or over different terrain, the terrain
    with the worst set of cards counts for all (L372). Terrain from which the farthest unit is out of range
    does not count.
    """
    found = [(id, firing_square(pos, id, target)) for id in units]
    shooters = tuple(_shooter(pos, id, square, target) for id, square in found)
    stands = [lane(pos.ground, square, pos.piece(target).at).stand for _, square in found]
    whole = fighting_values(pos, target)
    able = [one for where in sorted(set(stands)) if shot.attack_set(one := Shot(shooters, whole, where))]
    return min(able, key=lambda one: shot.worth(shot.attack_set(one)))


def targets(
    pos: Position, units: Iterable[str], among: Collection[str] | None = None
) -> dict[str, tuple[str, ...]]:
    """Return the enemies that any of these units can shoot at, each with the units that can do so. ``among``
    limits the targets.
    """
    return dict(_aims(pos, units, among))


def has_target(pos: Position, units: Iterable[str], among: Collection[str] | None = None) -> bool:
    """Return whether any of these units can shoot at an enemy. ``among`` limits the targets."""
    return next(_aims(pos, units, among), None) is not None


def have_target(pos: Position, able: Sequence[str], among: Collection[str]) -> bool:
    """Return whether any of these units can shoot at one of the given enemies. The caller must have checked
    each unit with :func:`shoots`.
    """
    return any(
        firing_square(pos, id, other) for other, near in _near_targets(pos, able, among) for id in near
    )


def _aims(
    pos: Position, units: Iterable[str], among: Collection[str] | None
) -> Iterator[tuple[str, tuple[str, ...]]]:
    return _aims_of(pos, [id for id in units if shoots(pos, id)], among)


def _aims_of(
    pos: Position, able: Sequence[str], among: Collection[str] | None
) -> Iterator[tuple[str, tuple[str, ...]]]:
    for other, near in _near_targets(pos, able, among):
        those = tuple(id for id in near if firing_square(pos, id, other))
        if those:
            yield other, those


def _near_targets(
    pos: Position, able: Sequence[str], among: Collection[str] | None
) -> Iterator[tuple[str, list[str]]]:
    """Yield the enemies that these units may be able to shoot at, each with the units near enough."""
    if not able:
        return
    seat = pos.piece(able[0]).seat
    wanted = pos.of(foe(seat)) if among is None else among
    for other in sorted(wanted):
        if other not in pos.state.pieces:
            continue
        square = pos.piece(other).at
        if pos.unit_at(square) != other or pos.piece(other).seat == seat or not pos.can_be_hurt(other):
            continue
        row = pos.ground.far[square]
        near = [id for id in able if row[pos.piece(id).at] <= shot.FARTHEST + STEPPED_OUT]
        if near:
            yield other, near
