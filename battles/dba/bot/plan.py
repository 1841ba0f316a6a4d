"""Plan a whole bound on the board. The bot judges every move by the position that it leaves (see ``worth``),
and spends each PIP on the move that gains most. Elements that would gain nothing stay in reserve.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from battles.dba.bot import parts
from battles.dba.bot.worth import BASE, FAST, URGE, Judge, advantage
from battles.dba.rules.board import moves, offers, orders
from battles.dba.rules.board.actions import BreakOffOnBoard, MoveOnBoard
from battles.dba.rules.board.board_position import position_of
from battles.dba.rules.board.orders import Move
from battles.dba.rules.distances import reach
from battles.dba.rules.field import bases, groups
from battles.dba.rules.field.geometry import UNIT, Point, distance_between
from battles.dba.rules.field.position import Position
from battles.dba.rules.field.sight import PER_PACE
from battles.dba.rules.table.scenario import Battle
from battles.dba.rules.table.state import TableState
from battles.dba.rules.troops import ENGINES
from engine.game import IllegalAction, InvalidAction
from engine.values import replace

PIP: Final = 12
FEW: Final = 8  # with at most this many elements in the open, each may leave its group
OPENINGS: Final = 2  # the number of charges that are tried together with a second one
NEAR: Final = 6 * BASE  # the distance within which a second charge may help the first
CLEAR: Final = 150  # a move that gains so much is made without a look at pairs of charges
CHARGE: Final = ("contact", "flank")
GOALS: Final = 2  # the maximum number of enemies, and of open ends, that an element tries to march to


@dataclass(frozen=True)
class ValuedMove:
    """A tactical move, or a move straight back by ``paces`` that breaks off, with its gain in thousandths of
    an element. ``why`` is its reason: contact, flank, advance, turn, place or break_off.
    """

    move: Move
    gain: int
    why: str
    paces: int = 0

    @property
    def action(self) -> MoveOnBoard | BreakOffOnBoard:
        if self.paces:
            return BreakOffOnBoard(self.move.who[0], self.paces)
        return MoveOnBoard(str(self.move))


# --- planning a bound ---


def best(battle: Battle, state: TableState, careful: bool = True) -> ValuedMove | None:
    """Return the move that gains most, or None if no move gains enough for its PIP."""
    position = position_of(battle, state)
    judge = Judge(battle, state, state.active, careful)
    now = judge.worth(position)
    found = [
        weigh_move(judge, position, move, now)
        for who in offers.movers(battle, state, position)
        for move in candidates(judge, position, who)
    ]
    if careful:
        found += (weigh_move(judge, position, one, now) for one in places(battle, state, position))
        found += weigh_breaks(judge, position, now)
    valued = [one for one in found if one is not None]
    if careful and state.pips > 1 and all(one.gain < CLEAR for one in valued):
        valued += _openings(judge, position, valued, now)
    good = [one for one in valued if one.gain > PIP]
    return max(good, key=lambda one: (one.gain, str(one.move)), default=None)


def _openings(judge: Judge, position: Position, found: list[ValuedMove], now: int) -> Iterator[ValuedMove]:
    """Yield charges that only a second charge makes good, such as one that overlaps the same enemy. The gain
    is that of both charges, less the price of the second.
    """
    charges = sorted(
        {str(one.move): one for one in found if one.why in CHARGE}.values(),
        key=lambda one: (-one.gain, str(one.move)),
    )
    for one in charges[:OPENINGS]:
        after = moves.execute(position, one.move).position
        spot = [position.base(name).middle for name in one.move.who]
        seconds = [
            second
            for who in offers.movers(judge.battle, judge.state.but(pips=judge.state.pips - 1), after)
            if not {*who} & {*one.move.who} and _is_near(after, who, spot)
            for second in offers.contacts(after, who)
        ]
        both = (weigh_move(judge, after, second, now) for second in seconds)
        best_gain = max((second.gain for second in both if second is not None), default=0) - PIP
        if best_gain > one.gain:
            yield replace(one, gain=best_gain)


def _is_near(position: Position, who: tuple[str, ...], spot: list[Point]) -> bool:
    """Return whether one of the elements is near one of the places."""
    return any(distance_between(position.base(name).middle, place) <= NEAR for name in who for place in spot)


def places(battle: Battle, state: TableState, position: Position) -> Iterator[Move]:
    """Yield the moves into and out of camps and built-up areas. No element enters a place that the side
    holds already: its loss counts as two elements, and the element inside is lost with it. A general never
    enters one, because each of its moves would then cost more.
    """
    for move in offers.places(battle, state, position):
        into = next((leg.place for leg in move.legs if isinstance(leg, orders.Assault)), "")
        if into and (_holds(state, into) or any(position.elements[name].general for name in move.who)):
            continue
        yield move


def _holds(state: TableState, place: str) -> bool:
    """Return whether the active side holds a camp ("camp red") or the built-up area ("bua")."""
    if place == "bua":
        return state.bua is not None and state.bua.holder == state.active
    camp = state.camps.get(place.removeprefix("camp "))
    return camp is not None and camp.holder == state.active


def weigh_breaks(judge: Judge, position: Position, now: int) -> Iterator[ValuedMove]:
    """Yield each way to break off, with its gain."""
    for name, paces in offers.breaks(judge.battle, judge.state, position):
        after = moves.break_off(position, name, paces * PER_PACE)
        back = Move((name,), (orders.Ahead(-paces * PER_PACE),))
        yield ValuedMove(back, judge.worth(after) - now, "break_off", paces)


def candidates(judge: Judge, position: Position, who: tuple[str, ...]) -> Iterator[Move]:
    """Yield the offered moves of a group, and shorter marches that stop before the enemy or next to a
    friend. A careful bot also tries moves of part of the group.
    """
    careful = judge.careful
    for contact in offers.contacts(position, who):
        yield contact
        if careful and len(who) > 1:
            yield from _without_losers(judge, position, contact)
    for march in offers.marches(position, who):
        yield march
        (*head, last) = march.legs
        if isinstance(last, orders.Ahead) and last.units > BASE:
            fourths = (1, 2, 3) if careful else (2,)
            for part in fourths:
                yield Move(who, (*head, orders.Ahead(last.units * part // 4 // UNIT * UNIT)))
    if careful and len(who) > 1:
        yield from parts.contacts(position, who)
        yield from parts.marches(position, who)
    yield from offers.turns(position, who)
    if len(who) == 1 and _leaves_its_group(judge, position, who[0]):
        yield from _moves_alone(judge, position, who[0])


def _without_losers(judge: Judge, position: Position, move: Move) -> Iterator[Move]:
    """Yield a charge of a whole line again without the files at its ends whose combats it would lose."""
    try:
        after = moves.execute(position, move).position
    except (IllegalAction, InvalidAction):
        return
    losing = {name for name in move.who if judge.combat_of(after, name) < 0}
    part = parts.without_ends(position, move, losing)
    if part is not None:
        yield part


def _leaves_its_group(judge: Judge, position: Position, name: str) -> bool:
    """Return whether an element may move alone: it is in no group, it is fast, few elements are left, or
    night is near.
    """
    few = len(position.bases_in_open) <= FEW or judge.urge > URGE // 4
    if judge.careful and (few or position.base(name).type in FAST or _is_shut_off(judge, position, name)):
        return True
    return not any(groups.are_joined(position, name, other) for other in position.friends(name))


def _is_shut_off(judge: Judge, position: Position, name: str) -> bool:
    """Return whether something is in the way from an element to the nearest enemy."""
    base = position.base(name)
    foe = offers.nearest(position, name)
    goal = position.base(foe).middle if foe else base.middle
    return judge.paths.detour(base.type, base.code, base.middle, goal) > 0


def _moves_alone(judge: Judge, position: Position, name: str) -> Iterator[Move]:
    """Yield the longest marches of a single element: towards the enemies that suit it best and, for a
    careful bot, towards the ends of the enemy's line and its open camp.
    """
    base = position.base(name)
    foes = sorted(
        position.foes(name),
        key=lambda foe: (
            judge.way_to(base, position.base(foe).middle)
            - BASE * advantage(base.type, position.base(foe).type)
        ),
    )
    if base.type in ENGINES or not foes:
        return
    for foe in foes[: GOALS if judge.careful else 1]:
        goal = position.base(foe).middle
        between = judge.paths.waypoint(base.type, base.code, base.middle, goal) if judge.careful else None
        yield from _march_towards(position, name, between or goal, 0 if between else BASE)
    if judge.careful:
        ends = sorted(judge.open_ends(position), key=lambda end: distance_between(base.middle, end))
        camp = judge.open_camp(position)
        for goal in (*ends[:GOALS], *([camp] if camp else ())):
            yield from _march_towards(position, name, goal)


def _march_towards(position: Position, name: str, goal: Point, short: int = 0) -> Iterator[Move]:
    """Yield the longest legal march of an element straight towards a goal, or nothing. The march ends at
    least ``short`` before the goal, in hundredths of a millimetre.
    """
    base = position.base(name)
    (x, y), (mx, my) = goal, base.middle
    far = min(reach(base.type, base.code).good * PER_PACE, distance_between(goal, base.middle) - short)
    if far <= 0:
        return
    heading = _heading_towards((x - mx, y - my))
    for part in (4, 3, 2, 1):
        corner = bases.add_points(base.middle, bases.way(heading, far * part // 4, -BASE // 2))
        move = Move((name,), (orders.To(*corner, heading),))
        if moves.is_lawful(position, move):
            yield move
            return


def _heading_towards(way: tuple[int, int]) -> int:
    """Return the heading, in steps of five degrees, that is nearest to a direction."""

    def off(heading: int) -> tuple[bool, int]:
        x, y = bases.vector_ahead(heading)
        return x * way[0] + y * way[1] <= 0, abs(x * way[1] - y * way[0])

    return min(range(0, bases.FULL, 10), key=off)


def weigh_move(judge: Judge, position: Position, move: Move, now: int) -> ValuedMove | None:
    try:
        after = moves.execute(position, move).position
    except (IllegalAction, InvalidAction):
        return None
    return ValuedMove(move, judge.worth(after) - now, _why(move))


def reason(battle: Battle, state: TableState, move: Move) -> tuple[str, int]:
    """Return the reason for a move, and its gain in thousandths of an element."""
    position = position_of(battle, state)
    judge = Judge(battle, state, state.active)
    found = weigh_move(judge, position, move, judge.worth(position))
    return (found.why, found.gain) if found else ("advance", 0)


def gain_of_break(battle: Battle, state: TableState, action: BreakOffOnBoard) -> int:
    """Return the gain from moving an element out of combat, in thousandths of an element."""
    position = position_of(battle, state)
    judge = Judge(battle, state, state.active)
    after = moves.break_off(position, action.element, action.paces * PER_PACE)
    return judge.worth(after) - judge.worth(position)


def march(battle: Battle, state: TableState) -> Move | None:
    """Return the first move of the largest group that can move: into contact if possible, else straight
    ahead. Return None if nothing can move.
    """
    position = position_of(battle, state)
    for who in offers.movers(battle, state, position):
        for move in (*offers.contacts(position, who), *offers.marches(position, who)):
            return move
    return None


def _why(move: Move) -> str:
    places = {leg.where for leg in move.legs if isinstance(leg, orders.Onto)}
    if places:
        return "contact" if places == {"front"} else "flank"
    if any(isinstance(leg, orders.Assault) for leg in move.legs):
        return "place"
    return "turn" if any(isinstance(leg, orders.Wheel) for leg in move.legs) else "advance"
