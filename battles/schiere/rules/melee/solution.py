"""The outcomes of a duel with random cards, and the best play in it.

Both analyses visit the same positions. A position consists of each side's remaining cards and strength.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Final, Literal, get_args

from battles.schiere.rules.cards import CARDS, Card
from battles.schiere.rules.melee.duel import Blow, Fighter, blow
from battles.schiere.rules.melee.rout import DRAWN_FROM, Nerve, may_be_asked, nerve
from engine.matrix import solve, value
from engine.odds import Odds, mix, sure
from engine.values import dataclass

Hand = tuple[Card, ...]
Stood = tuple[int, int, int, int]  # the damage of a's unit and commander, then of d's unit and commander
Aim = Literal["net", "eliminate", "survive"]
AIMS: Final[tuple[Aim, ...]] = get_args(Aim)
LOST: Final = ("routs", "surrenders")  # results of a test that count as being eliminated


@dataclass(frozen=True)
class End:
    """The end of a duel. It holds each side's damage, which units are lost, and the results of tests of
    nerve.
    """

    damage_a: int
    damage_d: int
    gone_a: bool = False
    gone_d: bool = False
    nerve_a: Nerve = "stands"
    nerve_d: Nerve = "stands"

    @property
    def lost_a(self) -> bool:
        """Return whether side a is eliminated, routs or surrenders."""
        return self.gone_a or self.nerve_a in LOST

    @property
    def lost_d(self) -> bool:
        return self.gone_d or self.nerve_d in LOST


@dataclass(frozen=True)
class Duel:
    """A duel to analyse. ``tests`` names the sides that take a test of nerve as soon as the enemy can
    request it ("", "a", "d", "ad"). ``moves`` names the sides with movement points left.
    """

    a: Fighter
    d: Fighter
    tests: str = ""
    moves: str = "ad"
    untested: bool = False  # analyse the duel as if neither side could request a test of nerve
    commanders: bool = False  # also test commanders without a unit (ruling S74)

    @property
    def start(self) -> Stood:
        return (self.a.damage, self.a.commander_damage, self.d.damage, self.d.commander_damage)

    def fighters_at(self, stood: Stood) -> tuple[Fighter, Fighter]:
        """Return both fighters, their units and commanders damaged as in the state ``stood``."""
        return (
            self.a.but(damage=stood[0], commander_damage=stood[1]),
            self.d.but(damage=stood[2], commander_damage=stood[3]),
        )

    def end(self, stood: Stood, nerve_a: Nerve = "stands", nerve_d: Nerve = "stands") -> End:
        a, d = self.fighters_at(stood)
        return End(self.a.points - a.points, self.d.points - d.points, a.is_gone, d.is_gone, nerve_a, nerve_d)


class _Strength:
    """The strength of both sides at one point of the duel. It knows whether the duel is over and which side
    can be tested, and computes the result of each blow on demand.
    """

    def __init__(self, number: int, stood: Stood, a: Fighter, d: Fighter) -> None:
        self.number, self.stood, self.a, self.d = number, stood, a, d
        self.over = a.is_gone or d.is_gone
        self._asked = {
            commanders: (may_be_asked(a, d, commanders=commanders), may_be_asked(d, a, commanders=commanders))
            for commanders in (False, True)
        }
        self.first: dict[
            tuple[int, int], _Strength
        ] = {}  # states after the first blow, by the indices of both cards
        self.later: dict[tuple[int, int], _Strength] = {}  # states after later blows

    def asks(self, whose: str, duel: Duel) -> bool:
        """Return whether a side's nerve can be tested."""
        return self._asked[duel.commanders]["ad".index(whose)]


class _Meeting:
    """All states that blows between the same two fighters can lead to."""

    def __init__(self, a: Fighter, d: Fighter) -> None:
        self.duel = Duel(a, d)
        self._known: dict[Stood, _Strength] = {}

    def state_at(self, stood: Stood) -> _Strength:
        found = self._known.get(stood)
        if found is None:
            found = self._known[stood] = _Strength(len(self._known), stood, *self.duel.fighters_at(stood))
        return found

    def state_after(self, here: _Strength, x: int, y: int, first: bool) -> _Strength:
        """Return the state after a blow. ``x`` and ``y`` are the indices of both cards."""
        known = here.first if first else here.later
        found = known.get((x, y))
        if found is None:
            one = blow(here.a, CARDS[x], here.d, CARDS[y], 1 if first else 2)
            a, d = one.after_a, one.after_d
            found = self.state_at((a.damage, a.commander_damage, d.damage, d.commander_damage))
            known[x, y] = found
        return found


@lru_cache(maxsize=128)
def _meeting_of(a: Fighter, d: Fighter) -> _Meeting:
    return _Meeting(a, d)


def _meeting_of_duel(duel: Duel) -> _Meeting:
    return _meeting_of(*duel.fighters_at((0, 0, 0, 0)))


def forget() -> None:
    """Clear the cache, for benchmarks."""
    _meeting_of.cache_clear()


# A hand is a number with one bit for each card left.
WHOLE: Final = (1 << len(CARDS)) - 1
OF_D: Final = len(CARDS)  # the bit at which the second hand starts in a position's number
OF_BOTH: Final = 2 * len(CARDS)
# for every hand, the index of each card and the hand without that card
IN_HAND: Final = tuple(
    tuple((place, hand ^ (1 << place)) for place in range(len(CARDS)) if hand >> place & 1)
    for hand in range(WHOLE + 1)
)


def _bits(hand: Hand) -> int:
    return sum(1 << CARDS.index(card) for card in hand)


def _card_shares(hand: int, often: Sequence[float]) -> dict[Card, float]:
    return {CARDS[place]: share for (place, _), share in zip(IN_HAND[hand], often, strict=True)}


# --- cards at random --------------------------------------------------------------------------------------


def chances(duel: Duel) -> Odds[End]:
    """Return the outcomes of a duel in which both sides play their remaining cards at random."""
    meeting = _meeting_of_duel(duel)
    known: dict[tuple[int, int, int], Odds[End]] = {}

    def onward(here: _Strength, left: int, right: int) -> Odds[End]:
        if not left or here.over:
            return sure(duel.end(here.stood))
        key = (here.number, left, right)
        if key not in known:
            first = left == WHOLE
            known[key] = mix(
                (tested(meeting.state_after(here, x, y, first), further, other), 1)
                for x, further in IN_HAND[left]
                for y, other in IN_HAND[right]
            )
        return known[key]

    def tested(here: _Strength, left: int, right: int) -> Odds[End]:
        parts: list[tuple[Odds[End], Fraction]] = []
        stands = Fraction(1)
        for asked, whose in (
            (here.asks("d", duel) and "d" in duel.tests, "d"),
            (here.asks("a", duel) and "a" in duel.tests, "a"),
        ):
            if asked:
                each = stands / len(DRAWN_FROM)
                parts += [
                    (sure(_end_after(duel, here.stood, whose, said)), each)
                    for said in _leaving_results(duel, whose)
                ]
                stands -= each * len(list(_leaving_results(duel, whose)))
        return mix([*parts, (onward(here, left, right), stands)])

    return onward(meeting.state_at(duel.start), WHOLE, WHOLE).reduce_weights()


def _leaving_results(duel: Duel, whose: str) -> Iterator[Nerve]:
    told = (nerve(card, whose in duel.moves) for card in DRAWN_FROM)
    return (said for said in told if said != "stands")


def _end_after(duel: Duel, stood: Stood, whose: str, said: Nerve) -> End:
    return duel.end(stood, nerve_a=said) if whose == "a" else duel.end(stood, nerve_d=said)


# --- the solved game --------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Best:
    """The solution of a duel at some blow: its value for side a, and the share of each card in each side's
    mixture.
    """

    value: float
    a: dict[Card, float]
    d: dict[Card, float]
    positions: int  # the number of positions searched


class Solution:
    """A duel solved for one aim of side a, which side d tries to prevent.

    ``net`` is the damage done minus the damage taken; a unit that routs or surrenders counts as losing
    all its strength. ``eliminate`` means that d is lost, ``survive`` that a is not lost. A side that can
    request a test of nerve does so when it serves the aim.
    """

    def __init__(self, duel: Duel, aim: Aim) -> None:
        self.duel, self.aim = duel, aim
        self._meeting = _meeting_of_duel(duel)
        self._known: dict[int, float] = {}  # the value of playing on from a position, including tests
        self._begun: set[int] = set()  # positions for which the caller has requested a solution
        self._leaving = {whose: list(_leaving_results(duel, whose)) for whose in ("a", "d")}
        # by position and side: the summed values of the duel's ends, one for each card that fails the test
        self._lost: dict[tuple[int, str], float] = {}

    def best(self, stood: Stood | None = None, left: Hand = CARDS, right: Hand = CARDS) -> Best:
        """Return the value of the duel and the optimal mixture of cards (the share of each card) for both
        sides. ``stood``: the damage of both sides, or None for the damage at the start. ``left`` and
        ``right``: the cards of a and of d. Raises ValueError if the duel is already over.
        """
        here = self._meeting.state_at(self.duel.start if stood is None else stood)
        if not left or len(left) != len(right) or here.over:
            raise ValueError("no blow is left")
        mine, theirs = _bits(left), _bits(right)
        found = solve(self._matrix(here, mine, theirs))
        self._begun.add((here.number << OF_D | mine) << OF_D | theirs)
        looked_into = sum(position % (1 << OF_BOTH) > 0 for position in self._known.keys() | self._begun)
        return Best(
            found.value, _card_shares(mine, found.rows), _card_shares(theirs, found.columns), looked_into
        )

    def worth(self, end: End) -> float:
        """Return the value that an end of the duel has for side a."""
        if self.aim == "eliminate":
            return float(end.lost_d)
        if self.aim == "survive":
            return float(not end.lost_a)
        taken = self.duel.a.points if end.lost_a else end.damage_a
        return float((self.duel.d.points if end.lost_d else end.damage_d) - taken)

    def _matrix(self, here: _Strength, left: int, right: int) -> list[list[float]]:
        """Return the value for side a of each pair of cards, with a row for each of a's cards. ``left`` and
        ``right``: the hands of a and d. Values are cached by position: the strength of both sides and, unless
        the duel is over, the cards left in their hands.
        """
        first, known, meeting = left == WHOLE, self._known, self._meeting
        after = here.first if first else here.later
        matrix = []
        for x, further in IN_HAND[left]:
            row = []
            for y, other in IN_HAND[right]:
                there = after.get((x, y)) or meeting.state_after(here, x, y, first)
                position = there.number << OF_BOTH
                if not there.over:
                    position |= further << OF_D | other
                worth = known.get(position)
                if worth is None:
                    worth = known[position] = self._value_onward(there, further, other)
                row.append(worth)
            matrix.append(row)
        return matrix

    def _value_onward(self, here: _Strength, left: int, right: int) -> float:
        """Return the value of continuing with these hands after a blow. First side a, then side d can request
        that the other side tests its nerve (ruling S7). Each does so if that serves its aim.
        """
        if not left or here.over:
            worth = self.worth(self.duel.end(here.stood))
        else:
            matrix = self._matrix(here, left, right)
            worth = value(matrix) if len(matrix) > 1 else matrix[0][0]
        if self.duel.untested:
            return worth
        if here.asks("a", self.duel):
            worth = min(worth, self._test_value(here, "a", worth))
        if here.asks("d", self.duel):
            worth = max(worth, self._test_value(here, "d", worth))
        return worth

    def _test_value(self, here: _Strength, whose: str, stands: float) -> float:
        said = self._leaving[whose]
        lost = self._lost.get((here.number, whose))
        if lost is None:
            lost = sum(self.worth(_end_after(self.duel, here.stood, whose, one)) for one in said)
            self._lost[here.number, whose] = lost
        return (lost + stands * (len(DRAWN_FROM) - len(said))) / len(DRAWN_FROM)


def replay_blows(duel: Duel, cards: list[tuple[Card, Card]]) -> Iterator[Blow]:
    """Yield the blows that a sequence of cards produces, until the duel is over."""
    a, d = duel.a, duel.d
    for number, (x, y) in enumerate(cards, 1):
        struck = blow(a, x, d, y, number)
        yield struck
        if struck.is_over:
            return
        a, d = struck.after_a, struck.after_d
