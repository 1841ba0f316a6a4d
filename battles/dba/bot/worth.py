"""The worth of a position on the board to one side, in thousandths of an element.

The bot adds up the exact expectation of the combats that stand, how near each element is to an enemy that it
beats, how well the line holds together, less the flanks that lie open and the charges that the enemy could
make in its next bound. A general, and the last losses before an army breaks, are worth more. Late in the day
it fears the enemy less, and presses for a decision.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final

from battles.dba.rules.board import clash
from battles.dba.rules.board.stances import DENIZENS
from battles.dba.rules.distances import reach
from battles.dba.rules.field import bases, convex, ground, groups, touch
from battles.dba.rules.field.bases import Base
from battles.dba.rules.field.geometry import UNIT, Point, distance_between
from battles.dba.rules.field.position import Position
from battles.dba.rules.field.sight import PER_PACE
from battles.dba.rules.odds import PAIRS, odds
from battles.dba.rules.situation import Contender, Situation
from battles.dba.rules.table import victory
from battles.dba.rules.table.scenario import Battle
from battles.dba.rules.table.state import TableState, other
from battles.dba.rules.troops import ENGINES, can_shoot, factor, is_mounted

ELEMENT: Final = 1000
GENERAL: Final = 2500  # the bot's own general; killing the enemy's is worth less
DECIDING: Final = 1500  # the loss that would break an army, in addition
CAMP: Final = 1500  # a camp or built-up area taken; it counts as two lost elements (L405)
DRIVEN: Final = 120  # a recoil or a flight
NEARER: Final = 50  # for each base width closer to an enemy worth fighting
TOGETHER: Final = 20  # a neighbour in the group
BEHIND: Final = {"Pk": 120, "Wb": 60, "Sp": 30}  # support by their own kind from behind (L347)
OPEN_FLANK: Final = 70  # an enemy within reach of a flank or of the rear
BAD: Final = 60  # close troops in bad going
INITIATIVE: Final = 60  # who attacks chooses where
FATAL: Final = ("destroyed", "surrender")
HANDY: Final = ("Ax", "Bw", "Ps")  # troops that bad going doesn't weaken (L360)
BASE: Final = 40 * UNIT
CAREFUL: Final = 8  # until this bound the bot waits just out of the enemy's reach
URGE: Final = 16  # bounds after that in which its wish to close grows, so that battles end before night
URGENT: Final = 12  # more for a combat with each of those bounds
MARGIN: Final = 10 * UNIT


@dataclass
class Judge:
    """The worth of positions for one side. Odds of combats are computed once for each arrangement.
    ``careful``: it counts the enemy's charges too, and lets the enemy come.
    """

    battle: Battle
    state: TableState
    seat: str
    careful: bool = True
    known: dict[tuple[object, ...], int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        mine, theirs = (victory.standing(self.battle, self.state, s) for s in (self.seat, other(self.seat)))
        self.last_own = mine.total + 1 >= mine.breaks_at and mine.total >= theirs.total
        self.last_foe = theirs.total + 1 >= theirs.breaks_at and theirs.total >= mine.total
        self.waits = self.careful and self.state.bound <= CAREFUL
        self.urge = min(URGE, max(0, self.state.bound - CAREFUL))

    def worth(self, position: Position) -> int:
        own = position.by_seat[self.seat]
        fights = sum(self._combat(position, pair) for pair in touch.contacts(position))
        return fights + sum(self._element(position, name) for name in own) + self._camps(position)

    def _camps(self, position: Position) -> int:
        held = (camp.holder == self.seat for seat, camp in position.camps.items() if camp.holder != seat)
        total = sum(CAMP if ours else -CAMP for ours in held)
        inside = position.holds("bua")
        if inside and position.elements[inside].seat == self.seat != self.state.defender:
            total += CAMP
        return total

    # --- combats ---

    def _combat(self, position: Position, pair: tuple[str, str]) -> int:
        """The expected gain of a combat for the side, were it fought now in its own bound."""
        mine, foe = pair if self._is_own(position, pair[0]) else pair[::-1]
        if mine not in position.elements:
            return 0  # denizens, who fight for the side
        key = (mine, foe, *self._surroundings(position, mine, foe))
        if key not in self.known:
            self.known[key] = self._expected_gain(position, mine, foe)
        return self.known[key]

    def _is_own(self, position: Position, name: str) -> bool:
        return name in position.elements and position.elements[name].seat == self.seat

    def _surroundings(self, position: Position, mine: str, foe: str) -> Iterator[object]:
        """Everybody near enough to bear on a combat, and where."""
        here = [position.base(name).box for name in (mine, foe) if name in position.elements]
        for name, base in position.bases_in_open.items():
            if any(convex.boxes_near(base.box, box, 2 * BASE) for box in here):
                yield name, base.x, base.y, base.heading

    def _expected_gain(self, position: Position, mine: str, foe: str) -> int:
        charged = position.base(mine).type not in ENGINES and not position.elements[mine].inside
        found = odds(clash.close_combat(position, mine, foe, charged=charged).situation)
        won, lost = self._price(position, foe), self._price(position, mine)
        total = 0
        for (own, theirs), count in found.joint.items():
            total += count * (won * (theirs in FATAL) - lost * (own in FATAL))
            total += count * DRIVEN * ((theirs in ("recoil", "flee")) - (own in ("recoil", "flee")))
        return total // PAIRS + INITIATIVE + URGENT * self.urge

    def _price(self, position: Position, name: str) -> int:
        """The worth of an element's loss; of a place's defenders it is that of the place."""
        if name == DENIZENS or position.base(name).type == "Followers":
            return CAMP
        ours, general = self._is_own(position, name), position.elements[name].general
        worth = GENERAL if general and ours else GENERAL * 2 // 3 if general else ELEMENT
        return worth + DECIDING * (self.last_own if ours else self.last_foe)

    # --- elements ---

    def _element(self, position: Position, name: str) -> int:
        mine = position.base(name)
        joined = sum(groups.are_joined(position, name, one) for one in position.friends(name))
        total = TOGETHER * min(joined, 2) + self._support(position, name, mine.type)
        foes = [(position.base(foe), touch.fights(position, foe)) for foe in position.foes(name)]
        if self.careful:
            threat = max((_threat(mine, base) for base, fights in foes if not fights), default=0)
            total -= threat * (URGE - self.urge) // URGE
        if touch.fights(position, name):
            return total
        exposed = sum(OPEN_FLANK for base, fights in foes if not fights and _is_exposed(mine, base))
        total -= exposed * (2 * URGE - self.urge) // (2 * URGE)
        if foes:
            total += max(self._attraction(mine, base) for base, _ in foes)
        if self.careful:
            if mine.type not in HANDY and ground.going_of(position, mine) == "bad":
                total -= BAD
            total += self._lure(position, mine)
        return total

    def _support(self, position: Position, name: str, kind: str) -> int:
        behind = touch.supporter(position, name) if kind in BEHIND else ""
        return BEHIND[kind] if behind and position.base(behind).type == kind else 0

    def _attraction(self, mine: Base, theirs: Base) -> int:
        """How much an element would like to be where it is, for the sake of one enemy: nearer to whom it
        beats, at arm's length of whom it does not, and at first just out of reach of everybody's charge."""
        far = distance_between(mine.middle, theirs.middle)
        edge = advantage(mine.type, theirs.type)
        if mine.type in ENGINES or can_shoot(mine.type, mine.code):
            return -NEARER * max(0, far - 2 * BASE) // BASE
        shy = edge <= -2 and self.urge < URGE // 2
        wish = 4 * BASE if shy else BASE
        if self.waits:
            wish = max(wish, charge(theirs.type, theirs.code) + MARGIN)
        pull = (NEARER + 6 * max(-2, min(2, edge))) * (URGE + 2 * self.urge) // URGE
        return -pull * abs(max(far, wish) - wish) // BASE - (40 if shy and far < 3 * BASE else 0)

    def _lure(self, position: Position, mine: Base) -> int:
        """How much an element is drawn to a camp of the enemy that no troops hold."""
        owner = other(self.seat)
        camp = position.camps.get(owner)
        if camp is None or camp.holder != owner or mine.type in ENGINES:
            return 0
        inside = position.holds("camp", owner)
        if inside and position.base(inside).type != "Followers":
            return 0
        far = distance_between(mine.middle, _middle(camp.outline))
        return max(0, 3 * BASE - far) * NEARER // BASE


def _middle(outline: tuple[Point, ...]) -> Point:
    return sum(x for x, _ in outline) // len(outline), sum(y for _, y in outline) // len(outline)


@lru_cache(maxsize=256)
def charge(kind: str, code: str) -> int:
    """Return how far from an element's middle its charge can reach the middle of an enemy."""
    return reach(kind, code).good * PER_PACE + BASE // 2


def _is_exposed(mine: Base, theirs: Base) -> bool:
    """Return whether an enemy could strike a flank or the rear in its next bound: it is near, and stands
    behind the line of the element's front."""
    (x, y), (fx, fy), (mx, my) = theirs.middle, bases.vector_ahead(mine.heading), mine.corner
    if (x - mx) * fx + (y - my) * fy >= 0:
        return False
    return distance_between(mine.middle, theirs.middle) < reach(theirs.type, theirs.code).good * PER_PACE


def _threat(mine: Base, theirs: Base) -> int:
    """Return the gain of an enemy that charged the element's front in its next bound; 0 out of reach."""
    if theirs.type in ENGINES:
        return 0
    if distance_between(mine.middle, theirs.middle) > charge(theirs.type, theirs.code):
        return 0
    return max(0, duel(theirs.type, mine.type) + INITIATIVE) // 2


@lru_cache(maxsize=1024)
def duel(kind: str, foe: str) -> int:
    """Return the gain of a type that charges another in the open, alone against alone."""
    found = odds(Situation("close", Contender(kind, charged=True), Contender(foe)))
    total = 0
    for (own, theirs), count in found.joint.items():
        total += count * ELEMENT * ((theirs in FATAL) - (own in FATAL))
        total += count * DRIVEN * ((theirs in ("recoil", "flee")) - (own in ("recoil", "flee")))
    return total // PAIRS


@lru_cache(maxsize=1024)
def advantage(own: str, foe: str) -> int:
    """Return the difference of two types' factors, and one more for those that kill the other quickly."""
    edge = factor(own, foe) - factor(foe, own)
    if own in ("Kn", "SCh", "El") and not is_mounted(foe) and foe not in ("Pk", "Sp"):
        edge += 1
    if own == "Wb" and foe in ("Bd", "Sp", "Pk"):
        edge += 1
    return edge
