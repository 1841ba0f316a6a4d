"""The places that a unit can reach over hexes and facings within its movement points (6.3, 7.1, 7.2)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from heapq import heappop, heappush
from typing import Final, NamedTuple, NoReturn

from battles.cataphract.rules.field.costs import Cost, step_cost, turn_cost
from battles.cataphract.rules.field.pieces import Battlefield, Piece
from engine.refusals import IllegalAction
from kit.grid.grid import ways
from kit.grid.hexes import SIDES, Hex, in_front, side_of, turns

PASSING: Final = Cost(0, 1)  # the cost of passing through a friend (L2441)
FREE: Final = Cost(0, 0)


class Stand(NamedTuple):
    """A place for a unit: its hex and its facing."""

    at: Hex
    facing: int


Price = Callable[[Stand, Stand], tuple[int, ...]]


@dataclass(frozen=True)
class Reach:
    """The places where a unit can stop. ``stands`` maps each place to its cost and its route."""

    stands: Mapping[Stand, tuple[Cost, tuple[Stand, ...]]]

    def hexes(self) -> frozenset[Hex]:
        """Return the hexes in which the unit can stop."""
        return frozenset(one.at for one in self.stands)


def why_no_way_out(field: Battlefield, one: Piece) -> str:
    """Return the reason code if a unit cannot leave an enemy zone (7.23).

    Return "" if it can leave, or if it is not in one.
    """
    holders = field.holders(one.seat, one.at)
    if not holders:
        return ""
    if any(one.allowance <= holder.ma for holder in holders):
        return "held_by_a_zone"
    vacant = [at for at in one.fronts() if field.ground.open_to(one.at, at) and at not in field.occupants]
    return "" if vacant else "no_vacant_front"


def may_turn_in_zone(field: Battlefield, one: Piece) -> bool:
    """Return whether a unit in an enemy zone can turn in place (7.25).

    It must be in a single enemy zone, and have no enemy in its own.
    """
    held = len(field.holders(one.seat, one.at)) == 1
    return held and not any(field.enemies_at(one.seat, at) for at in field.zone(one))


def reach(field: Battlefield, one: Piece) -> Reach:
    """Return every place where a unit can stop with one order to move. The hit for moving again (6.13) is
    not included.
    """
    found = _search(field, one)
    if field.holders(one.seat, one.at) and may_turn_in_zone(field, one):
        found |= _turns_in_place(field, one)
    return Reach({stand: cost for stand, cost in found.items() if _can_stop(field, one, stand)})


def _search(field: Battlefield, one: Piece) -> dict[Stand, tuple[Cost, tuple[Stand, ...]]]:
    """Return every place that a unit can reach, with the lowest cost and its route, nearest first.

    The result equals that of ``ways`` with ``onward`` and ``_price``. This search is faster, because it
    examines each hex only once for all facings.
    """
    start, price = Stand(one.at, one.facing), _price(field, one)
    enter: dict[tuple[Hex, int], tuple[Hex, int, int] | None] = {}
    turn: dict[Hex, tuple[int, int] | None] = {}
    sides = _COLUMN_SIDES if one.unit.column else _LINE_SIDES
    begins = bool(field.holders(one.seat, one.at))
    found: dict[Stand, tuple[Cost, tuple[Stand, ...]]] = {}
    queue: list[tuple[int, int, int, int, Stand, tuple[Stand, ...]]] = [(0, 0, 0, 0, start, ())]
    number, most = 0, one.allowance
    while queue:
        mp, hits, _rank, _number, here, way = heappop(queue)
        if here in found:
            continue
        way = (*way, here)
        found[here] = Cost(mp, hits), way
        at, facing = here
        first = len(way) == 1
        if at not in turn:
            held = bool(field.holders(one.seat, at))
            cost = turn_cost(field.ground, one, at)
            turn[at] = None if held else (cost.mp, cost.hits)
        turned = turn[at]
        if turned is None and not (first and begins and not why_no_way_out(field, one)):
            continue
        for side, to in sides[facing]:
            key = (at, side)
            if key not in enter:
                there = Stand(at.step_towards(side), to)
                fits = _may_enter(field, one, here, there.at, leaving=turned is None)
                step = price(Stand(at, facing), there) if fits else ()
                enter[key] = (there.at, step[0], step[1]) if fits else None
            entered = enter[key]
            if entered is not None and mp + entered[1] <= most:
                number += 1
                stand = Stand(entered[0], to)
                if stand not in found:
                    spent = mp + entered[1], hits + entered[2]
                    heappush(queue, (*spent, _sort_key(stand), number, stand, way))
        if turned is not None and mp + turned[0] <= most:
            for by in (1, -1):
                stand = Stand(at, (facing + by) % SIDES)
                if stand not in found:
                    number += 1
                    heappush(queue, (mp + turned[0], hits + turned[1], _sort_key(stand), number, stand, way))
    return found


_LINE_SIDES: Final = tuple(((f, f), ((f + 1) % SIDES, f)) for f in range(SIDES))
_COLUMN_SIDES: Final = tuple(
    tuple((side % SIDES, side % SIDES) for side in (f, f - 1, f + 1)) for f in range(SIDES)
)


def _sort_key(stand: Stand) -> int:
    """Return a number that sorts places as the tuples themselves would sort: by hex, then by facing."""
    return (stand.at.q * 4096 + stand.at.r) * 8 + stand.facing


def _cost(found: tuple[int, ...] | int) -> Cost:
    """Convert a cost from ``ways`` to a Cost. For the starting place ``ways`` returns the number 0 instead of
    a tuple.
    """
    return Cost(*found) if isinstance(found, tuple) else FREE


def _turns_in_place(field: Battlefield, one: Piece) -> dict[Stand, tuple[Cost, tuple[Stand, ...]]]:
    """Return the facings that a unit can reach by turning in an enemy zone, each with its cost and route. The
    unit has half its movement points for that, rounded up (7.25).
    """

    def price(here: Stand, there: Stand) -> tuple[int, ...]:
        return turn_cost(field.ground, one, here.at)

    def around(here: Stand) -> Iterator[Stand]:
        return (Stand(here.at, (here.facing + way) % SIDES) for way in (1, -1))

    start = Stand(one.at, one.facing)
    return {s: (_cost(c), w) for s, (c, w) in ways(around, start, price, -(-one.allowance // 2)).items()}


def _can_stop(field: Battlefield, one: Piece, stand: Stand) -> bool:
    """Return whether a unit can stop in a place, which must not hold a friend (6.6)."""
    return stand.at == one.at or not field.friends_at(one, stand.at)


def onward(field: Battlefield, one: Piece, here: Stand) -> Iterator[Stand]:
    """Yield the next places of a unit: a step to the front, or a turn by one vertex."""
    begins = here == (one.at, one.facing)
    held = bool(field.holders(one.seat, here.at))
    if held and not begins:
        return  # the unit stopped on entering the zone (7.23)
    if held and why_no_way_out(field, one):
        return
    for stand in _steps(one, here):
        if _may_enter(field, one, here, stand.at, leaving=held):
            yield stand
    if not held:
        for way in (1, -1):
            yield Stand(here.at, (here.facing + way) % SIDES)


def _steps(one: Piece, here: Stand) -> Iterator[Stand]:
    """Yield the places that a single step can lead to: the hexes in front of the unit. A Column can also turn
    for free into a hex beside its front (6.44). Whether the step is allowed is not checked.
    """
    if one.unit.column:
        for side in (here.facing, (here.facing - 1) % SIDES, (here.facing + 1) % SIDES):
            yield Stand(here.at.step_towards(side), side)
    else:
        for at in in_front(here.at, here.facing):
            yield Stand(at, here.facing)


def _may_enter(field: Battlefield, one: Piece, here: Stand, at: Hex, *, leaving: bool) -> bool:
    if not field.ground.open_to(here.at, at):
        return False
    if at not in field.occupants:
        return True
    if field.enemies_at(one.seat, at):
        return False
    friends = field.friends_at(one, at)
    if not friends:
        return True
    if leaving or one.unit.column or any(friend.unit.column for friend in friends):
        return False  # no leaving a zone (7.23), and no passing by or through a Column (6.47)
    return not field.holders(one.seat, at)  # in an enemy zone the unit would have to stop with its friends


def _price(field: Battlefield, one: Piece) -> Price:
    def price(here: Stand, there: Stand) -> tuple[int, ...]:
        if here.at == there.at:
            return turn_cost(field.ground, one, here.at)
        cost = step_cost(field.ground, one, here.at, there.at)
        if there.at not in field.occupants:
            return cost
        passing = passing_cost(field, one, there.at)
        return Cost(cost.mp + passing.mp, cost.hits + passing.hits)

    return price


def passing_cost(field: Battlefield, one: Piece, at: Hex) -> Cost:
    """Return the cost of moving a unit through friends in a hex (L2441).

    It is one hit, nothing for steppe horse, or a movement point for a Wedge.
    """
    if not field.friends_at(one, at):
        return FREE
    if one.unit.wedge:
        return Cost(1, 0)
    return FREE if one.rides_through else PASSING


# --- a path drawn by a player ------------------------------------------------------------------------------


@dataclass(frozen=True)
class Path:
    """A legal path: its cost, its last place, and the friends that it passes through."""

    cost: Cost
    stand: Stand
    passed: tuple[str, ...]


def walk(field: Battlefield, one: Piece, path: Sequence[Stand]) -> Path:
    """Follow a path leg by leg. Raises IllegalAction with the section and the place of the first illegal
    leg.
    """
    here, spent, passed = Stand(one.at, one.facing), FREE, []
    held = bool(field.holders(one.seat, one.at))
    turning = held and all(leg.at == one.at for leg in path)
    limit = -(-one.allowance // 2) if turning else one.allowance
    for leg in path:
        cost = _turn_in_zone(field, one, here, leg) if turning else _leg(field, one, here, leg)
        spent = Cost(spent.mp + cost.mp, spent.hits + cost.hits)
        if spent.mp > limit:
            _refuse("6.25", "not_enough_mp", field, leg, needs=spent.mp, mp=limit)
        passed += [friend.id for friend in field.friends_at(one, leg.at) if leg.at != here.at]
        here = leg
    if not _can_stop(field, one, here):
        _refuse("6.6", "stops_with_a_friend", field, here)
    return Path(spent, here, tuple(passed))


def _leg(field: Battlefield, one: Piece, here: Stand, leg: Stand) -> Cost:
    if leg not in set(onward(field, one, here)):
        _refuse(*_objection(field, one, here, leg), field, leg)
    return Cost(*_price(field, one)(here, leg))


def leg_cost(field: Battlefield, one: Piece, here: Stand, leg: Stand, *, pivots: bool = False) -> Cost | None:
    """Return the cost of the next leg of a route, or None if the leg is not allowed.

    ``pivots``: whether the unit turns in place in an enemy zone (7.25).
    """
    if pivots:
        allowed = leg.at == here.at and turns(here.facing, leg.facing) == 1
        return turn_cost(field.ground, one, here.at) if allowed else None
    return Cost(*_price(field, one)(here, leg)) if leg in set(onward(field, one, here)) else None


def _turn_in_zone(field: Battlefield, one: Piece, here: Stand, leg: Stand) -> Cost:
    if not may_turn_in_zone(field, one):
        _refuse("7.25", "no_turn_in_a_zone", field, leg)
    if turns(here.facing, leg.facing) != 1:
        _refuse("7.12", "one_vertex_at_a_time", field, leg)
    return turn_cost(field.ground, one, here.at)


def _objection(field: Battlefield, one: Piece, here: Stand, leg: Stand) -> tuple[str, str]:
    """Return the rule section that forbids a step, and the reason code."""
    held = field.holders(one.seat, here.at)
    if held and here != (one.at, one.facing):
        return "7.23", "stops_in_a_zone"
    if held and (why := why_no_way_out(field, one)):
        return "7.23", why
    if leg.at == here.at:
        return ("7.25", "no_turn_in_a_zone") if held else ("7.12", "one_vertex_at_a_time")
    if leg not in set(_steps(one, here)):
        near = here.at.neighbours()
        return ("6.32", "not_its_front") if leg.at in near else ("6.31", "not_the_next_hex")
    if not field.ground.open_to(here.at, leg.at):
        return ("6.25", "closed") if leg.at in field.ground.board else ("6.31", "off_the_map")
    if field.enemies_at(one.seat, leg.at):
        return "6.6", "enemy_there"
    return ("7.23", "no_vacant_front") if held else ("6.6", "no_way_through_friends")


def _refuse(rule: str, code: str, field: Battlefield, leg: Stand, **facts: int) -> NoReturn:
    raise IllegalAction(rule, code, hex=_name(field, leg.at), **facts)


def _name(field: Battlefield, at: Hex) -> str:
    try:
        return field.ground.board.name(at)
    except ValueError:
        return str(at)


def facing_toward(at: Hex, other: Hex) -> tuple[int, int]:
    """Return the two facings that have a neighbouring hex in front."""
    side = side_of(at, other)
    return (side - 1) % SIDES, side
