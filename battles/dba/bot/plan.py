"""A commander on the board who weighs a whole bound: every move is judged by the line that it leaves.

A position is worth the exact expectation of its combats, how near each element is to an enemy that it beats,
how well the line holds together, less the flanks that lie open. Each PIP goes to the move that gains most.
What gains nothing stays where it is, as a reserve.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from battles.dba.rules.board import clash, moves, offers, orders
from battles.dba.rules.board.orders import Move
from battles.dba.rules.board.standing import position_of
from battles.dba.rules.distances import reach
from battles.dba.rules.field import bases, convex, groups, touch
from battles.dba.rules.field.geometry import UNIT, distance_between
from battles.dba.rules.field.position import Position
from battles.dba.rules.field.sight import PER_PACE
from battles.dba.rules.odds import PAIRS, odds
from battles.dba.rules.table.scenario import Battle
from battles.dba.rules.table.state import TableState
from battles.dba.rules.troops import ENGINES, can_shoot, factor, is_mounted
from engine.game import IllegalAction, InvalidAction

# worths in thousandths of an element
ELEMENT: Final = 1000
GENERAL: Final = 2500  # an own general; the enemy's is worth less to strike at than an own one to keep
DRIVEN: Final = 120  # a recoil or a flight
NEARER: Final = 50  # for each base width towards an enemy that one would fight
TOGETHER: Final = 20  # a neighbour in the group
OPEN_FLANK: Final = 50  # an enemy within reach of a flank or of the rear
PIP: Final = 12
INITIATIVE: Final = 60  # who attacks chooses where
SHOOTING: Final = 70  # an enemy in range of own shooters
FATAL: Final = ("destroyed", "surrender")
BASE: Final = 40 * UNIT


@dataclass(frozen=True)
class ValuedMove:
    """A move, what it gains in thousandths of an element, and why: contact, flank, advance, turn."""

    move: Move
    gain: int
    why: str


@dataclass
class Judge:
    """The worth of positions for one side. Odds of combats are computed once for each arrangement."""

    battle: Battle
    seat: str
    known: dict[tuple[object, ...], int] = field(default_factory=dict)

    def worth(self, position: Position) -> int:
        own = position.by_seat[self.seat]
        fights = sum(self._combat(position, pair) for pair in touch.contacts(position))
        return fights + sum(self._element(position, name) for name in own)

    # --- combats ---

    def _combat(self, position: Position, pair: tuple[str, str]) -> int:
        """The expected gain of a combat for the side, were it fought now in its own bound."""
        mine, foe = pair if self._own(position, pair[0]) else pair[::-1]
        if mine not in position.elements or foe not in position.elements:
            return 0
        key = (mine, foe, *self._around(position, mine, foe))
        if key not in self.known:
            self.known[key] = self._expected(position, mine, foe)
        return self.known[key]

    def _own(self, position: Position, name: str) -> bool:
        return name in position.elements and position.elements[name].seat == self.seat

    def _around(self, position: Position, mine: str, foe: str) -> Iterator[object]:
        """Everybody near enough to bear on a combat, and where."""
        boxes = (position.base(mine).box, position.base(foe).box)
        for name, base in position.outside.items():
            if any(convex.boxes_near(base.box, box, 2 * BASE) for box in boxes):
                yield name, base.x, base.y, base.heading

    def _expected(self, position: Position, mine: str, foe: str) -> int:
        found = odds(clash.close_combat(position, mine, foe, charged=True).situation)
        total = 0
        for (own, theirs), count in found.joint.items():
            total += count * (
                _blow(theirs) * self._price(position, foe) - _blow(own) * self._price(position, mine)
            )
            total += count * DRIVEN * ((theirs in ("recoil", "flee")) - (own in ("recoil", "flee")))
        return total // PAIRS + INITIATIVE

    def _price(self, position: Position, name: str) -> int:
        if not position.elements[name].general:
            return ELEMENT
        return GENERAL if self._own(position, name) else GENERAL * 2 // 3

    # --- elements ---

    def _element(self, position: Position, name: str) -> int:
        joined = sum(groups.are_joined(position, name, other) for other in position.friends(name))
        total = TOGETHER * min(joined, 2)
        if touch.fights(position, name):
            return total
        foes = list(position.foes(name))
        total -= sum(OPEN_FLANK for foe in foes if self._exposed(position, name, foe))
        if foes:
            total += max(self._drawn(position, name, foe) for foe in foes)
        return total

    def _drawn(self, position: Position, name: str, foe: str) -> int:
        """How much an element would like to be where it is, for the sake of one enemy: nearer to whom it
        beats, at arm's length of whom it does not."""
        mine, theirs = position.base(name), position.base(foe)
        far = distance_between(mine.middle, theirs.middle)
        edge = advantage(mine.type, theirs.type)
        if mine.type in ENGINES or can_shoot(mine.type, mine.code):
            return -NEARER * max(0, far - 2 * BASE) // BASE
        wish = BASE if edge > -2 else 4 * BASE
        pull = NEARER + 6 * max(-2, min(2, edge))
        return -pull * abs(max(far, wish) - wish) // BASE - (40 if edge <= -2 and far < 3 * BASE else 0)

    def _exposed(self, position: Position, name: str, foe: str) -> bool:
        """Return whether an enemy could strike a flank or the rear in its next bound: it is near, and stands
        behind the line of the element's front."""
        mine, theirs = position.base(name), position.base(foe)
        base, (x, y) = mine, theirs.middle
        (fx, fy), (mx, my) = bases.vector_ahead(base.heading), base.corner
        behind = (x - mx) * fx + (y - my) * fy < 0
        close = reach(theirs.type, theirs.code).good * PER_PACE
        return behind and distance_between(mine.middle, theirs.middle) < close


def _blow(fate: str) -> int:
    return int(fate in FATAL)


def advantage(own: str, foe: str) -> int:
    """Return the difference of two types' factors, and one more for those that kill the other quickly."""
    edge = factor(own, foe) - factor(foe, own)
    if own in ("Kn", "SCh", "El") and not is_mounted(foe) and foe not in ("Pk", "Sp"):
        edge += 1
    if own == "Wb" and foe in ("Bd", "Sp", "Pk"):
        edge += 1
    return edge


# --- a bound ---


def best(battle: Battle, state: TableState) -> ValuedMove | None:
    """The move that gains most, or None if every move loses more than it gains."""
    position = position_of(battle, state)
    judge = Judge(battle, state.active)
    now = judge.worth(position)
    found = (
        weigh_move(judge, position, move, now)
        for who in offers.movers(battle, state, position)
        for move in candidates(position, who)
    )
    good = [one for one in found if one is not None and one.gain > PIP]
    return max(good, key=lambda one: (one.gain, str(one.move)), default=None)


def candidates(position: Position, who: tuple[str, ...]) -> Iterator[Move]:
    """The offered moves, and half of the march: to stop short of the enemy, or beside a friend."""
    yield from offers.contacts(position, who)
    for march in offers.marches(position, who):
        yield march
        (*head, last) = march.legs
        if isinstance(last, orders.Ahead) and last.units > BASE:
            yield Move(who, (*head, orders.Ahead(last.units // 2 // UNIT * UNIT)))
    yield from offers.turns(position, who)
    if len(who) == 1 and not any(
        groups.are_joined(position, who[0], other) for other in position.friends(who[0])
    ):
        yield from _moves_alone(position, who[0])


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
        after = moves.carry_out(position, move).position
    except (IllegalAction, InvalidAction):
        return None
    return ValuedMove(move, judge.worth(after) - now, _why(move))


def reason(battle: Battle, state: TableState, move: Move) -> tuple[str, int]:
    """Return the reason for a move, and its gain in thousandths of an element."""
    position = position_of(battle, state)
    judge = Judge(battle, state.active)
    found = weigh_move(judge, position, move, judge.worth(position))
    return (found.why, found.gain) if found else ("advance", 0)


def _why(move: Move) -> str:
    places = {leg.where for leg in move.legs if isinstance(leg, orders.Onto)}
    if places:
        return "contact" if places == {"front"} else "flank"
    return "turn" if any(isinstance(leg, orders.Wheel) for leg in move.legs) else "advance"
