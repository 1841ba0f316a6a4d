"""What a duel may come to: exactly, where both lay their cards at random; and as the game that it is.

Both go through the same positions: the cards that each side still holds and what is left of the two.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Final, Literal, get_args

from battles.schiere.rules.cards import CARDS, Card
from battles.schiere.rules.melee.duel import Blow, Fighter, blow
from battles.schiere.rules.melee.rout import DRAWN_FROM, Nerve, may_be_asked, nerve
from engine.matrix import Solved, solve
from engine.odds import Odds, mix, sure

Hand = tuple[Card, ...]
Stood = tuple[int, int, int, int]  # damage of a's unit and commander, of d's unit and commander
Aim = Literal["net", "eliminate", "survive"]
AIMS: Final[tuple[Aim, ...]] = get_args(Aim)
LOST: Final = ("routs", "surrenders")  # as good as eliminated


@dataclass(frozen=True)
class End:
    """How a duel ended: the damage that each took, who is gone, and who left it by a test of nerve."""

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
    """A duel to be looked into. ``tests`` says which sides are asked to prove that they stand as soon as they
    may be ("", "a", "d", "ad"); ``moves`` which of them could still retreat."""

    a: Fighter
    d: Fighter
    tests: str = ""
    moves: str = "ad"

    @property
    def start(self) -> Stood:
        return (self.a.damage, self.a.commander_damage, self.d.damage, self.d.commander_damage)

    def at(self, stood: Stood) -> tuple[Fighter, Fighter]:
        """The two with that damage."""
        return (
            replace(self.a, damage=stood[0], commander_damage=stood[1]),
            replace(self.d, damage=stood[2], commander_damage=stood[3]),
        )

    def end(self, stood: Stood, nerve_a: Nerve = "stands", nerve_d: Nerve = "stands") -> End:
        a, d = self.at(stood)
        return End(self.a.points - a.points, self.d.points - d.points, a.gone, d.gone, nerve_a, nerve_d)


class _Blows:
    """Each blow between the same two is reckoned once."""

    def __init__(self, duel: Duel) -> None:
        self.duel = duel
        self._known: dict[tuple[Stood, Card, Card, bool], Stood] = {}
        self._asked: dict[Stood, tuple[bool, bool, bool]] = {}

    def after(self, stood: Stood, x: Card, y: Card, first: bool) -> Stood:
        key = (stood, x, y, first)
        found = self._known.get(key)
        if found is None:
            a, d = self.duel.at(stood)
            struck = blow(a, x, d, y, 1 if first else 2)
            found = self._known[key] = (
                struck.after_a.damage,
                struck.after_a.commander_damage,
                struck.after_d.damage,
                struck.after_d.commander_damage,
            )
        return found

    def facts(self, stood: Stood) -> tuple[bool, bool, bool]:
        """Whether it is over, whether d may be asked to stand, whether a may be."""
        found = self._asked.get(stood)
        if found is None:
            a, d = self.duel.at(stood)
            found = self._asked[stood] = (a.gone or d.gone, may_be_asked(d, a), may_be_asked(a, d))
        return found


# --- cards at random --------------------------------------------------------------------------------------


def chances(duel: Duel) -> Odds[End]:
    """What becomes of both when each lays one of its remaining cards at random, blow after blow."""
    blows = _Blows(duel)
    known: dict[tuple[Stood, Hand, Hand], Odds[End]] = {}

    def onward(stood: Stood, left: Hand, right: Hand) -> Odds[End]:
        if not left or blows.facts(stood)[0]:
            return sure(duel.end(stood))
        key = (stood, left, right)
        if key not in known:
            first = len(left) == len(CARDS)
            known[key] = mix(
                (tested(blows.after(stood, x, y, first), _less(left, x), _less(right, y)), 1)
                for x in left
                for y in right
            )
        return known[key]

    def tested(stood: Stood, left: Hand, right: Hand) -> Odds[End]:
        _, of_d, of_a = blows.facts(stood)
        parts: list[tuple[Odds[End], Fraction]] = []
        stands = Fraction(1)
        for asked, whose in ((of_d and "d" in duel.tests, "d"), (of_a and "a" in duel.tests, "a")):
            if asked:
                each = stands / len(DRAWN_FROM)
                parts += [(sure(_left(duel, stood, whose, said)), each) for said in _leaving(duel, whose)]
                stands -= each * len(list(_leaving(duel, whose)))
        return mix([*parts, (onward(stood, left, right), stands)])

    return onward(duel.start, CARDS, CARDS).reduced()


def _leaving(duel: Duel, whose: str) -> Iterator[Nerve]:
    """What the cards say that do not let it stand."""
    told = (nerve(card, whose in duel.moves) for card in DRAWN_FROM)
    return (said for said in told if said != "stands")


def _left(duel: Duel, stood: Stood, whose: str, said: Nerve) -> End:
    return duel.end(stood, nerve_a=said) if whose == "a" else duel.end(stood, nerve_d=said)


def _less(hand: Hand, card: Card) -> Hand:
    return tuple(one for one in hand if one != card)


# --- as a game --------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Best:
    """A duel at some blow: what it is worth to a, and how often each side lays which of its cards."""

    value: float
    a: dict[Card, float]
    d: dict[Card, float]
    positions: int  # that were looked into


class Solution:
    """The duel solved for one aim of a's, which d wants as little as a wants it much.

    ``net``: damage done less damage taken, where who routs or surrenders has lost all that was left;
    ``eliminate``: that d is lost; ``survive``: that a is not. Whoever may ask for a test of nerve does so
    when it serves the aim.
    """

    def __init__(self, duel: Duel, aim: Aim) -> None:
        self.duel, self.aim = duel, aim
        self._blows = _Blows(duel)
        self._known: dict[tuple[Stood, Hand, Hand], float] = {}

    def best(self, stood: Stood | None = None, left: Hand = CARDS, right: Hand = CARDS) -> Best:
        """What to lay with these cards, when so much damage has been done. Raises ValueError when the duel is
        over by then."""
        stood = self.duel.start if stood is None else stood
        if not left or len(left) != len(right) or self._blows.facts(stood)[0]:
            raise ValueError("no blow is left")
        found = self._mixture(stood, left, right)
        self._known[stood, left, right] = found.value
        return Best(
            found.value,
            dict(zip(left, found.rows, strict=True)),
            dict(zip(right, found.columns, strict=True)),
            len(self._known),
        )

    def worth(self, end: End) -> float:
        """What that end is worth to a."""
        if self.aim == "eliminate":
            return float(end.lost_d)
        if self.aim == "survive":
            return float(not end.lost_a)
        taken = self.duel.a.points if end.lost_a else end.damage_a
        return float((self.duel.d.points if end.lost_d else end.damage_d) - taken)

    def _mixture(self, stood: Stood, left: Hand, right: Hand) -> Solved:
        first = len(left) == len(CARDS)
        after = self._blows.after
        return solve(
            [
                [self._tested(after(stood, x, y, first), _less(left, x), _less(right, y)) for y in right]
                for x in left
            ]
        )

    def _value(self, stood: Stood, left: Hand, right: Hand) -> float:
        if not left or self._blows.facts(stood)[0]:
            return self.worth(self.duel.end(stood))
        key = (stood, left, right)
        found = self._known.get(key)
        if found is None:
            if len(left) == 1:
                found = self._tested(self._blows.after(stood, left[0], right[0], False), (), ())
            else:
                found = self._mixture(stood, left, right).value
            self._known[key] = found
        return found

    def _tested(self, stood: Stood, left: Hand, right: Hand) -> float:
        """What is worth going on with: each side asks the other to prove that it stands where that helps, a
        first (ruling S7)."""
        value = self._value(stood, left, right)
        _, of_d, of_a = self._blows.facts(stood)
        if of_a:
            value = min(value, self._asked(stood, "a", value))
        if of_d:
            value = max(value, self._asked(stood, "d", value))
        return value

    def _asked(self, stood: Stood, whose: str, stands: float) -> float:
        leaving = [self.worth(_left(self.duel, stood, whose, said)) for said in _leaving(self.duel, whose)]
        return (sum(leaving) + stands * (len(DRAWN_FROM) - len(leaving))) / len(DRAWN_FROM)


def replayed(duel: Duel, cards: list[tuple[Card, Card]]) -> Iterator[Blow]:
    """The blows that these cards make, as far as the duel goes."""
    a, d = duel.a, duel.d
    for number, (x, y) in enumerate(cards, 1):
        struck = blow(a, x, d, y, number)
        yield struck
        if struck.over:
            return
        a, d = struck.after_a, struck.after_d
