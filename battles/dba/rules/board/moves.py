"""Carry out legal tactical moves on the board, refuse illegal ones with their section, and find the legal
part of a refused move (sections "tactical_moves" and "breaking_off").
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import isqrt
from typing import Final

from battles.dba.rules import distances
from battles.dba.rules.board import garrisons, lawful, orders, ways
from battles.dba.rules.board.lawful import Case
from battles.dba.rules.board.orders import Leg, Move
from battles.dba.rules.board.turning import Response, respond
from battles.dba.rules.field import convex, ground, touch
from battles.dba.rules.field.bases import FULL, HALF, RIGHT_ANGLE, Base
from battles.dba.rules.field.position import Placed, Position
from battles.dba.rules.field.sight import PER_PACE
from battles.dba.rules.troops import ENGINES
from engine.game import IllegalAction, InvalidAction
from engine.values import dataclass, replace

MM: Final = 100
STRIDE: Final = 8
LONGEST: Final = 100 * MM  # more than the longest diagonal of a base


@dataclass(frozen=True)
class CompletedMove:
    """A move that was carried out, with the position after it. ``used`` and ``allowed``: how far each
    element went, and how far it could have gone, in hundredths of a millimetre. ``turned``: the enemy's
    responses. ``fords``: the elements that forded a river. ``by_road``: whether all kept to a road.
    """

    position: Position
    used: Mapping[str, int]
    allowed: Mapping[str, int]
    turned: tuple[Response, ...] = ()
    fords: tuple[str, ...] = ()
    by_road: bool = False


def execute(position: Position, move: Move, dismounts: Mapping[str, str] | None = None) -> CompletedMove:
    """Carry out a tactical move. ``dismounts``: the new base codes of elements that dismount. Raises
    IllegalAction if the move is illegal, naming the section that forbids it.
    """
    if dismounts:
        return _execute(_on_foot(position, move, dismounts), move, dismounts)
    asked = ("moved", str(move))
    if asked not in position.cache:  # pages and bots first ask whether a move is legal, and then carry it out
        position.cache[asked] = _execute(position, move)
    done: CompletedMove = position.cache[asked]
    return done


def _execute(position: Position, move: Move, dismounts: Mapping[str, str] | None = None) -> CompletedMove:
    lawful.check_movers(position, move)
    trip = ways.trip(position, move)
    after = _position_after(position, trip.ends)
    case = Case(position, move, trip, after)
    lawful.check_way(case)
    lawful.check_columns(case)
    lawful.check_distance(case)
    lawful.check_strips(case)
    lawful.check_contact(case)
    if dismounts and any(touch.touching_enemies(after, name) for name in move.who):
        raise IllegalAction("tactical_moves", "dismounts_clear_of_enemy")  # see L271
    used = {n: isqrt(ways.measure_move(position.base(n), trip.ends[n])) for n in move.who}
    allowed = {n: lawful.allowance(case, n) for n in move.who}
    fords = tuple(n for n in move.who if lawful.is_fording(case, n))
    if fords and position.barred:
        raise IllegalAction("rivers", "fording_barred")
    ended, turned = respond(after, move.who)
    ended = _enter(ended, move)
    by_road = all(lawful.follows_road(case, n) for n in move.who)
    return CompletedMove(ended, used, allowed, turned, fords, by_road)


def _enter(position: Position, move: Move) -> Position:
    """Return the position after a move that assaults a camp or built-up area: the element enters it if it is
    undefended (L210-214). Any other move leaves the position unchanged.
    """
    place = next((leg.place for leg in move.legs if isinstance(leg, orders.Assault)), "")
    return garrisons.go_inside(position, move.who[0], place) if place else position


def _on_foot(position: Position, move: Move, dismounts: Mapping[str, str]) -> Position:
    if set(dismounts) - set(move.who):
        raise IllegalAction("tactical_moves", "not_a_group")
    return position.put(**{n: replace(position.base(n), code=code) for n, code in dismounts.items()})


def _position_after(position: Position, ends: Mapping[str, Base]) -> Position:
    placed: dict[str, Placed] = {
        n: replace(position.elements[n], base=base, inside="") for n, base in ends.items()
    }
    return replace(position, elements={**position.elements, **placed})


def break_off(position: Position, name: str, far: int) -> Position:
    """Return the position after an element has moved straight back out of combat. ``far`` is in hundredths
    of a millimetre and must be at least 200 paces (L293-295). Raises IllegalAction if the element cannot do
    so.
    """
    if name not in position.elements:
        raise InvalidAction("", "no_such_element", element=name[:40])
    if not touch.enemies_faced(position, name):
        raise IllegalAction("breaking_off", "not_in_combat", element=name)
    if touch.flank_enemies(position, name):
        raise IllegalAction("breaking_off", "enemy_on_flank", element=name)
    if far < lawful.BREAK_OFF:
        raise IllegalAction("breaking_off", "at_least_200", element=name)
    move = Move((name,), (orders.Ahead(-far),))
    trip = ways.trip(position, move)
    case = Case(position, move, trip, _position_after(position, trip.ends))
    lawful.check_way(case)
    lawful.check_distance(case)
    met = lawful.enemies_met(case, name)
    if met:  # see L293
        raise IllegalAction("breaking_off", "enemy_in_the_way", element=name, other=met[0])
    return case.after


# --- the legal part of a move ---


def shorten_move(position: Position, move: Move) -> Move | None:
    """Return the longest legal part of a refused move. Its last leg is cut to a whole millimetre or half
    degree, or left out. Return None if not even the first leg can begin.

    The search first advances in strides of ``STRIDE`` and then in single steps. It can therefore miss a
    legal part beyond an illegal one.
    """
    for kept in range(len(move.legs), 0, -1):
        head, last = move.legs[: kept - 1], move.legs[kept - 1]
        trials = [Move(move.who, (*head, leg)) for leg in (last, *_shorter(last))]
        trials = [trial for trial in trials if trial != move]
        blocked = _count_blocked(position, trials)
        for at in [*range(0, len(trials), STRIDE), len(trials) - 1]:
            if trials and at >= blocked and is_lawful(position, trials[at]):
                nearer = trials[max(blocked, at - STRIDE + 1) : at]
                return next((trial for trial in nearer if is_lawful(position, trial)), trials[at])
    return None


def _count_blocked(position: Position, trials: Sequence[Move]) -> int:
    """Return how many of the trials at the start of the list are blocked.

    Trials are ordered from the longest to the shortest, so an obstacle that blocks a trial also blocks
    all earlier ones.
    """
    low, high = 0, len(trials)
    while low < high:
        middle = (low + high) // 2
        low, high = (low, middle) if _way_is_free(position, trials[middle]) else (middle + 1, high)
    return low


def _way_is_free(position: Position, move: Move) -> bool:
    """Return whether a move's path is free, ignoring where it ends. The length of a move with one leg is
    checked too.
    """
    try:
        lawful.check_movers(position, move)
        trip = ways.trip(position, move)
        case = Case(position, move, trip, _position_after(position, trip.ends))
        if len(move.legs) == 1:
            lawful.check_distance(case)
        lawful.check_ground(case)
    except (IllegalAction, InvalidAction):
        return False
    return True


def is_lawful(position: Position, move: Move) -> bool:
    try:
        execute(position, move)
    except (IllegalAction, InvalidAction):
        return False
    return True


def _shorter(leg: Leg) -> Iterator[Leg]:
    """Yield ever shorter versions of a leg."""
    if isinstance(leg, orders.Ahead | orders.Shift):
        whole, sign = abs(leg.units), -1 if leg.units < 0 else 1
        for units in range((whole - 1) // MM * MM, 0, -MM):
            yield type(leg)(sign * units)
    if isinstance(leg, orders.Wheel):
        for half in range(leg.half - 1, 0, -1):
            yield orders.Wheel(leg.side, half)


# --- legal contacts to offer ---


def contacts_in_reach(position: Position, who: tuple[str, ...]) -> Iterator[Move]:
    """Yield the moves that line these elements up with an enemy in a single leg. There are none while one of
    the elements is in close combat. Pages offer these moves, and bots choose from them.
    """
    if any(touch.enemies_faced(position, name) for name in who):
        return
    found: set[Base] = set()
    for leg in _legs_onto(position, who):
        if len(who) > 1:  # several elements of a group can lead it to the same place
            end = leg.place(position.base(leg.enemy), position.base(leg.who).code)
            first = ways.group_places(position, who, leg.who, end)[who[0]]
            if first in found:
                continue
            found.add(first)
        if may_reach(position, who, leg) and is_lawful(position, move := Move(who, (leg,))):
            yield move


def _legs_onto(position: Position, who: tuple[str, ...]) -> Iterator[orders.Onto]:
    """Yield the ways in which one of these elements could line up with an enemy nearby, fronts first."""
    pairs = [
        (name, foe)
        for name in who
        if position.base(name).type not in ENGINES
        for foe in enemies_at_hand(position, name)
    ]
    yield from (orders.Onto(name, foe, where) for where in orders.ONTO for name, foe in pairs)


def enemies_at_hand(position: Position, name: str) -> Iterator[str]:
    """Yield the enemies near enough that a place next to them could be in reach. This is a cheap first
    test.
    """
    base = position.base(name)
    most = distances.reach(base.type, base.code)
    far = max(most.good, most.road) * PER_PACE + LONGEST
    return (foe for foe in position.foes(name) if convex.boxes_near(base.box, position.base(foe).box, far))


def may_reach(position: Position, who: tuple[str, ...], leg: orders.Onto) -> bool:
    """Return whether a contact is worth a full check: the leader's place after it is free, on the board and
    near enough. A group must not turn by more than a right angle.
    """
    base = position.base(leg.who)
    end = leg.place(position.base(leg.enemy), base.code)
    turn = abs((end.heading - base.heading + HALF) % FULL - HALF)
    if len(who) > 1 and turn > RIGHT_ANGLE:
        return False
    overlapped = leg.where == touch.overlapped_by(position, leg.enemy, leg.who)
    if not overlapped and not _near_enough(position, base, {leg.who: end}):
        return False
    if ground.off_board(end.corners) or any(
        other not in who for other in position.find_overlaps(end.corners)
    ):
        return False
    ends = ways.group_places(position, who, leg.who, end)
    return overlapped or _near_enough(position, base, ends)


def may_wheel(position: Position, who: tuple[str, ...], leg: orders.Wheel) -> bool:
    """Return whether a wheel ends in places that are free, on the board and within the elements' reach. The
    elements are in the open. Only such a wheel is worth a full check of its path.
    """
    ends = ways.place_after_wheel(position, who, leg)
    return all(_near_enough(position, position.base(n), {n: end}) for n, end in ends.items()) and not any(
        ground.off_board(end.corners) or any(n not in who for n in position.find_overlaps(end.corners))
        for end in ends.values()
    )


def _near_enough(position: Position, leader: Base, ends: Mapping[str, Base]) -> bool:
    """Return whether all places of a group are within the leader's greatest possible move."""
    most = distances.reach(leader.type, leader.code)
    farthest = max(most.good, most.road) * PER_PACE
    return all(ways.measure_move(position.base(n), there) <= (farthest + 1) ** 2 for n, there in ends.items())
