"""A commander on the board who weighs a whole bound: every move is judged by the line that it leaves (see
``worth``). Each PIP goes to the move that gains most. What gains nothing stays where it is, as a reserve.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from battles.dba.bot import parts
from battles.dba.bot.worth import BASE, Judge, advantage
from battles.dba.rules.board import moves, offers, orders
from battles.dba.rules.board.actions import BreakOffOnBoard, MoveOnBoard
from battles.dba.rules.board.orders import Move
from battles.dba.rules.board.standing import position_of
from battles.dba.rules.distances import reach
from battles.dba.rules.field import bases, groups
from battles.dba.rules.field.geometry import UNIT, distance_between
from battles.dba.rules.field.position import Position
from battles.dba.rules.field.sight import PER_PACE
from battles.dba.rules.table.scenario import Battle
from battles.dba.rules.table.state import TableState
from battles.dba.rules.troops import ENGINES
from engine.game import IllegalAction, InvalidAction

PIP: Final = 12
FEW: Final = 8  # elements in the open; with so few, or fast ones, each may leave its group
FAST: Final = ("LH", "Cv", "Kn", "Cm")


@dataclass(frozen=True)
class ValuedMove:
    """A move, or breaking off (``paces``), what it gains in thousandths of an element, and why: contact,
    flank, advance, turn, place, break_off.
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


# --- a bound ---


def best(battle: Battle, state: TableState, careful: bool = True) -> ValuedMove | None:
    """The move that gains most, or None if every move loses more than it gains."""
    position = position_of(battle, state)
    judge = Judge(battle, state, state.active, careful)
    now = judge.worth(position)
    found = [
        weigh_move(judge, position, move, now)
        for who in offers.movers(battle, state, position)
        for move in candidates(position, who, careful)
    ]
    if careful:
        found += (weigh_move(judge, position, one, now) for one in _places(battle, state, position))
        found += weigh_breaks(judge, position, now)
    good = [one for one in found if one is not None and one.gain > PIP]
    return max(good, key=lambda one: (one.gain, str(one.move)), default=None)


def _places(battle: Battle, state: TableState, position: Position) -> Iterator[Move]:
    """Yield the moves into and out of places. A general never goes in, where each move would cost more."""
    for move in offers.places(battle, state, position):
        goes_in = any(isinstance(leg, orders.Assault) for leg in move.legs)
        if not (goes_in and any(position.elements[name].general for name in move.who)):
            yield move


def weigh_breaks(judge: Judge, position: Position, now: int) -> Iterator[ValuedMove]:
    """Yield each way to break off, with its gain."""
    for name, paces in offers.breaks(judge.battle, judge.state, position):
        after = moves.break_off(position, name, paces * PER_PACE)
        back = Move((name,), (orders.Ahead(-paces * PER_PACE),))
        yield ValuedMove(back, judge.worth(after) - now, "break_off", paces)


def candidates(position: Position, who: tuple[str, ...], careful: bool = True) -> Iterator[Move]:
    """The offered moves, and half of the march: to stop short of the enemy, or beside a friend."""
    yield from offers.contacts(position, who)
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
    if len(who) == 1 and _leaves_its_group(position, who[0], careful):
        yield from _moves_alone(position, who[0])


def _leaves_its_group(position: Position, name: str, careful: bool) -> bool:
    """Return whether an element could move alone: it is in no group, or few or fast troops are left."""
    if careful and (len(position.bases_in_open) <= FEW or position.base(name).type in FAST):
        return True
    return not any(groups.are_joined(position, name, other) for other in position.friends(name))


def _moves_alone(position: Position, name: str) -> Iterator[Move]:
    """Yield the longest move of an element in no group towards the enemy that it would rather fight."""
    base = position.base(name)
    foes = sorted(
        position.foes(name),
        key=lambda foe: (
            distance_between(base.middle, position.base(foe).middle)
            - BASE * advantage(base.type, position.base(foe).type)
        ),
    )
    if base.type in ENGINES or not foes:
        return
    (x, y), (mx, my) = position.base(foes[0]).middle, base.middle
    heading = _heading_towards((x - mx, y - my))
    far = min(reach(base.type, base.code).good * PER_PACE, distance_between((x, y), (mx, my)) - BASE)
    for part in (4, 3, 2, 1):
        corner = bases.add_points(base.middle, bases.way(heading, far * part // 4, -BASE // 2))
        move = Move((name,), (orders.To(*corner, heading),))
        if moves.is_lawful(position, move):
            yield move
            return


def _heading_towards(way: tuple[int, int]) -> int:
    """The heading, in steps of five degrees, that comes nearest to a direction."""

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
    """Return the gain of an element that breaks off, in thousandths of an element."""
    position = position_of(battle, state)
    judge = Judge(battle, state, state.active)
    after = moves.break_off(position, action.element, action.paces * PER_PACE)
    return judge.worth(after) - judge.worth(position)


def march(battle: Battle, state: TableState) -> Move | None:
    """Return the first move of the largest group: into contact if it can, else straight ahead."""
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
