"""All ends of a duel: exactly, if both play cards at random; and as the solved game.

Both go through the same positions: each side's remaining cards and strength.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Final, Literal, get_args

from battles.schiere.rules.cards import CARDS, Card
from battles.schiere.rules.melee.duel import Blow, Fighter, blow
from battles.schiere.rules.melee.rout import DRAWN_FROM, Nerve, may_be_asked, nerve
from engine.matrix import solve, value
from engine.odds import Odds, mix, sure

Hand = tuple[Card, ...]
Stood = tuple[int, int, int, int]  # damage of a's unit and commander, of d's unit and commander
Aim = Literal["net", "eliminate", "survive"]
AIMS: Final[tuple[Aim, ...]] = get_args(Aim)
LOST: Final = ("routs", "surrenders")  # as bad as being eliminated


@dataclass(frozen=True)
class End:
    """The end of a duel: each side's damage, units lost, and units that left after a test of nerve."""

    damage_a: int
    damage_d: int
    gone_a: bool = False
    gone_d: bool = False
    nerve_a: Nerve = "stands"
    nerve_d: Nerve = "stands"

    @property
    def lost_a(self) -> bool:
        """Whether a is off the board, or as good as that."""
        return self.gone_a or self.nerve_a in LOST

    @property
    def lost_d(self) -> bool:
        return self.gone_d or self.nerve_d in LOST


@dataclass(frozen=True)
class Duel:
    """A duel to analyse. ``tests``: sides that must test their nerve as soon as possible ("", "a", "d",
    "ad"); ``moves``: sides with movement points left."""

    a: Fighter
    d: Fighter
    tests: str = ""
    moves: str = "ad"
    untested: bool = False  # nobody requests tests, however useful: for solutions
    commanders: bool = False  # commanders alone are tested too (ruling S74)

    @property
    def start(self) -> Stood:
        return (self.a.damage, self.a.commander_damage, self.d.damage, self.d.commander_damage)

    def at(self, stood: Stood) -> tuple[Fighter, Fighter]:
        """The two with that damage."""
        return (
            self.a.but(damage=stood[0], commander_damage=stood[1]),
            self.d.but(damage=stood[2], commander_damage=stood[3]),
        )

    def end(self, stood: Stood, nerve_a: Nerve = "stands", nerve_d: Nerve = "stands") -> End:
        a, d = self.at(stood)
        return End(self.a.points - a.points, self.d.points - d.points, a.gone, d.gone, nerve_a, nerve_d)


class _Stood:
    """Both sides' strength at some moment: whether it is over, who may be tested, and each blow's result,
    computed on demand."""

    def __init__(self, number: int, stood: Stood, a: Fighter, d: Fighter) -> None:
        self.number, self.stood, self.a, self.d = number, stood, a, d
        self.over = a.gone or d.gone
        self._asked = {
            commanders: (may_be_asked(a, d, commanders=commanders), may_be_asked(d, a, commanders=commanders))
            for commanders in (False, True)
        }
        self.first: dict[tuple[int, int], _Stood] = {}  # after the first blow, by the places of its cards
        self.later: dict[tuple[int, int], _Stood] = {}  # after one that is not the first

    def asks(self, whose: str, duel: Duel) -> bool:
        """Whether that side may demand a test of nerve."""
        return self._asked[duel.commanders]["ad".index(whose)]


class _Meeting:
    """All possible blows between the same two."""

    def __init__(self, a: Fighter, d: Fighter) -> None:
        self.duel = Duel(a, d)
        self._known: dict[Stood, _Stood] = {}

    def at(self, stood: Stood) -> _Stood:
        found = self._known.get(stood)
        if found is None:
            found = self._known[stood] = _Stood(len(self._known), stood, *self.duel.at(stood))
        return found

    def struck(self, here: _Stood, x: int, y: int, first: bool) -> _Stood:
        """The state after a blow with the ``x``-th and the ``y``-th card."""
        known = here.first if first else here.later
        found = known.get((x, y))
        if found is None:
            one = blow(here.a, CARDS[x], here.d, CARDS[y], 1 if first else 2)
            a, d = one.after_a, one.after_d
            found = self.at((a.damage, a.commander_damage, d.damage, d.commander_damage))
            known[x, y] = found
        return found


@lru_cache(maxsize=128)
def _meeting_of(a: Fighter, d: Fighter) -> _Meeting:
    return _Meeting(a, d)


def _met(duel: Duel) -> _Meeting:
    return _meeting_of(*duel.at((0, 0, 0, 0)))


def forget() -> None:
    """Begin again, for anyone who measures."""
    _meeting_of.cache_clear()


# Hands as numbers: a bit for each card that is left.
WHOLE: Final = (1 << len(CARDS)) - 1
OF_D: Final = len(CARDS)  # bits of the other hand, in the number of a position
OF_BOTH: Final = 2 * len(CARDS)
IN_HAND: Final = tuple(
    tuple((place, hand ^ (1 << place)) for place in range(len(CARDS)) if hand >> place & 1)
    for hand in range(WHOLE + 1)
)  # the places of its cards, each with the hand without it


def _bits(hand: Hand) -> int:
    return sum(1 << CARDS.index(card) for card in hand)


def _laid(hand: int, often: Sequence[float]) -> dict[Card, float]:
    return {CARDS[place]: share for (place, _), share in zip(IN_HAND[hand], often, strict=True)}


# --- cards at random --------------------------------------------------------------------------------------


def chances(duel: Duel) -> Odds[End]:
    """The outcomes for both when each plays one of its remaining cards at random, blow after blow."""
    meeting = _met(duel)
    known: dict[tuple[int, int, int], Odds[End]] = {}

    def onward(here: _Stood, left: int, right: int) -> Odds[End]:
        if not left or here.over:
            return sure(duel.end(here.stood))
        key = (here.number, left, right)
        if key not in known:
            first = left == WHOLE
            known[key] = mix(
                (tested(meeting.struck(here, x, y, first), further, other), 1)
                for x, further in IN_HAND[left]
                for y, other in IN_HAND[right]
            )
        return known[key]

    def tested(here: _Stood, left: int, right: int) -> Odds[End]:
        parts: list[tuple[Odds[End], Fraction]] = []
        stands = Fraction(1)
        for asked, whose in (
            (here.asks("d", duel) and "d" in duel.tests, "d"),
            (here.asks("a", duel) and "a" in duel.tests, "a"),
        ):
            if asked:
                each = stands / len(DRAWN_FROM)
                parts += [
                    (sure(_left(duel, here.stood, whose, said)), each) for said in _leaving(duel, whose)
                ]
                stands -= each * len(list(_leaving(duel, whose)))
        return mix([*parts, (onward(here, left, right), stands)])

    return onward(meeting.at(duel.start), WHOLE, WHOLE).reduced()


def _leaving(duel: Duel, whose: str) -> Iterator[Nerve]:
    told = (nerve(card, whose in duel.moves) for card in DRAWN_FROM)
    return (said for said in told if said != "stands")


def _left(duel: Duel, stood: Stood, whose: str, said: Nerve) -> End:
    return duel.end(stood, nerve_a=said) if whose == "a" else duel.end(stood, nerve_d=said)


# --- as a game --------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Best:
    """A duel at some blow: its worth to a, and each side's frequencies of cards."""

    value: float
    a: dict[Card, float]
    d: dict[Card, float]
    positions: int  # positions searched


class Solution:
    """The duel solved for one aim of a, which d tries to prevent.

    ``net``: damage done less damage taken, where who routs or surrenders has lost all that was left;
    ``eliminate``: that d is lost; ``survive``: that a is not. Anyone who may ask for a test of nerve does so
    when it serves the aim.
    """

    def __init__(self, duel: Duel, aim: Aim) -> None:
        self.duel, self.aim = duel, aim
        self._meeting = _met(duel)
        self._known: dict[int, float] = {}  # by position: the value of continuing, including tests
        self._begun: set[int] = set()  # positions that were asked about themselves
        self._leaving = {whose: list(_leaving(duel, whose)) for whose in ("a", "d")}
        self._lost: dict[tuple[int, str], float] = {}  # the cost of losing them, over all cards

    def best(self, stood: Stood | None = None, left: Hand = CARDS, right: Hand = CARDS) -> Best:
        """The best mix of cards for both sides, with these hands after the damage in ``stood``. Raises
        ValueError if the duel is already over."""
        here = self._meeting.at(self.duel.start if stood is None else stood)
        if not left or len(left) != len(right) or here.over:
            raise ValueError("no blow is left")
        mine, theirs = _bits(left), _bits(right)
        found = solve(self._matrix(here, mine, theirs))
        self._begun.add((here.number << OF_D | mine) << OF_D | theirs)
        looked_into = sum(position % (1 << OF_BOTH) > 0 for position in self._known.keys() | self._begun)
        return Best(found.value, _laid(mine, found.rows), _laid(theirs, found.columns), looked_into)

    def worth(self, end: End) -> float:
        """Return the worth of that end to side a."""
        if self.aim == "eliminate":
            return float(end.lost_d)
        if self.aim == "survive":
            return float(not end.lost_a)
        taken = self.duel.a.points if end.lost_a else end.damage_a
        return float((self.duel.d.points if end.lost_d else end.damage_d) - taken)

    def _matrix(self, here: _Stood, left: int, right: int) -> list[list[float]]:
        """The value of each pair of cards. A position is a number: both strengths, and the hands, or none
        when over."""
        first, known, meeting = left == WHOLE, self._known, self._meeting
        after = here.first if first else here.later
        matrix = []
        for x, further in IN_HAND[left]:
            row = []
            for y, other in IN_HAND[right]:
                there = after.get((x, y)) or meeting.struck(here, x, y, first)
                position = there.number << OF_BOTH
                if not there.over:
                    position |= further << OF_D | other
                worth = known.get(position)
                if worth is None:
                    worth = known[position] = self._onward(there, further, other)
                row.append(worth)
            matrix.append(row)
        return matrix

    def _onward(self, here: _Stood, left: int, right: int) -> float:
        """The value of continuing with these cards: each side demands a test where that helps, a first
        (ruling S7)."""
        if not left or here.over:
            worth = self.worth(self.duel.end(here.stood))
        else:
            matrix = self._matrix(here, left, right)
            worth = value(matrix) if len(matrix) > 1 else matrix[0][0]
        if self.duel.untested:
            return worth
        if here.asks("a", self.duel):
            worth = min(worth, self._asked(here, "a", worth))
        if here.asks("d", self.duel):
            worth = max(worth, self._asked(here, "d", worth))
        return worth

    def _asked(self, here: _Stood, whose: str, stands: float) -> float:
        said = self._leaving[whose]
        lost = self._lost.get((here.number, whose))
        if lost is None:
            lost = sum(self.worth(_left(self.duel, here.stood, whose, one)) for one in said)
            self._lost[here.number, whose] = lost
        return (lost + stands * (len(DRAWN_FROM) - len(said))) / len(DRAWN_FROM)


def replayed(duel: Duel, cards: list[tuple[Card, Card]]) -> Iterator[Blow]:
    """The blows that these cards make, as far as the duel goes."""
    a, d = duel.a, duel.d
    for number, (x, y) in enumerate(cards, 1):
        struck = blow(a, x, d, y, number)
        yield struck
        if struck.over:
            return
        a, d = struck.after_a, struck.after_d
