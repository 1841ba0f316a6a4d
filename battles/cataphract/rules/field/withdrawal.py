"""Orderly Withdrawal: a faster unit backs away from an enemy that comes within two hexes (6.5)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from battles.cataphract.rules.field.costs import Cost, step_cost, turn_cost
from battles.cataphract.rules.field.ground import RIVER, WOODS
from battles.cataphract.rules.field.pieces import Battlefield, Piece
from battles.cataphract.rules.field.reach import Stand, passing_cost
from kit.grid.grid import ways
from kit.grid.hexes import SIDES, Arc, Hex, approach, distance

NEAR: Final = 2  # distance in hexes at which a unit can withdraw from an enemy (6.51)


@dataclass(frozen=True)
class Withdrawal:
    """The places that a unit can withdraw to.

    ``before``: the hits for an approach to its flank or rear (6.52[2]). ``after``: the hit that foot
    takes (6.52[1]). ``stands`` maps each place to its movement points, its hits from terrain and friends,
    and the route.
    """

    before: int
    after: int
    stands: dict[Stand, tuple[Cost, tuple[Stand, ...]]]


def why_no_withdrawal(field: Battlefield, one: Piece, mover: Piece, *, horse_stays: bool = False) -> str:
    """Return the reason code if a unit cannot withdraw from an enemy from where it is, or "" if it can
    (6.51).

    ``horse_stays``: whether horse may not withdraw from horse (Utus and the Catalaunian Fields, L2828).
    """
    if one.unit.routed:
        return "routed"
    if one.unit.column:
        return "in_column"  # see rule 6.47
    if field.holders(one.seat, one.at):
        return "in_a_zone"
    if distance(one.at, mover.at) > NEAR:
        return "too_far"
    if horse_stays and one.is_mounted and mover.is_mounted:
        return "horse_from_horse"
    return "" if one.allowance > mover.allowance else "not_faster"


def why_no_line_withdrawal(
    field: Battlefield, line: Iterable[str], mover: Piece, *, horse_stays: bool = False
) -> str:
    """Return the reason code if a whole cavalry Line cannot withdraw from an enemy, or "" if it can (6.58).

    Every unit of the Line must be able to withdraw, but only one of them needs to be near the enemy.
    """
    for unit in sorted(line):
        one = field.pieces[unit]
        why = why_no_withdrawal(field, one, mover, horse_stays=horse_stays)
        if why and why != "too_far":
            return why
        if not withdrawals(remove_others(field, line, one.id), one, mover).stands:
            return "no_way_back"
    return ""


def remove_others(field: Battlefield, line: Iterable[str], but: str) -> Battlefield:
    """Return the field without the units of a Line, except for one of them."""
    gone = {unit for unit in line if unit != but}
    return Battlefield(field.ground, {id: one for id, one in field.pieces.items() if id not in gone})


def approach_hits(one: Piece, mover: Piece) -> int:
    """Return the hits for an enemy's approach: none if the enemy approaches through front hexes alone,
    otherwise one (ruling 11). Without an approach, as in a withdrawal by Line, there are none (6.58).
    """
    if distance(one.at, mover.at) > NEAR:
        return 0
    arcs = approach(mover.at, one.at, one.facing)
    return 0 if set(arcs) == {Arc.FRONT} else 1


def withdrawals(field: Battlefield, one: Piece, mover: Piece) -> Withdrawal:
    """Return the places that a unit can withdraw to (6.51, 6.52, 6.55).

    Every step takes the unit farther from the mover and leaves its facing unchanged. After the last step the
    unit can turn at the usual cost.
    """

    def onward(here: Stand) -> Iterator[Stand]:
        if here.facing == one.facing:
            yield from (
                Stand(at, one.facing)
                for at in here.at.neighbours()
                if _may_back_into(field, one, mover, here.at, at)
            )
        if here.at != one.at and not field.friends_at(one, here.at):
            yield from (Stand(here.at, (here.facing + way) % SIDES) for way in (1, -1))

    def price(here: Stand, there: Stand) -> tuple[int, ...]:
        if here.at == there.at:
            return turn_cost(field.ground, one, here.at)
        ground, friends = step_cost(field.ground, one, here.at, there.at), passing_cost(field, one, there.at)
        return Cost(ground.mp + friends.mp, ground.hits + friends.hits)

    start = Stand(one.at, one.facing)
    most = max(0, one.allowance - mover.allowance)
    found = {
        stand: (Cost(*cost), way)
        for stand, (cost, way) in ways(onward, start, price, most).items()
        if isinstance(cost, tuple) and stand.at != one.at and not field.friends_at(one, stand.at)
    }
    return Withdrawal(approach_hits(one, mover), 1 if one.unit.foot else 0, found)


def _may_back_into(field: Battlefield, one: Piece, mover: Piece, here: Hex, at: Hex) -> bool:
    ground = field.ground
    if not ground.open_to(here, at) or ground.cover(at) == WOODS or ground.edge(here, at) == RIVER:
        return False
    if distance(at, mover.at) <= distance(here, mover.at):
        return False
    return not field.enemies_at(one.seat, at) and not field.holders(one.seat, at)
