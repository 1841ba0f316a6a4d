"""Number every possible state of two sides in a combat, so that chances are sums of whole numbers.

A kind of unit is a *ladder*: each hit takes it down a rung, and on the lowest rung no unit is left. A side is
one rung on each of its ladders, encoded as one number. The code that resolves combat tells how far hits take
a kind down, which targets are aimed at and what each needs to hit (10.2, 10.4); it is called once for each
case.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from itertools import product
from typing import Any, NamedTuple, Protocol

from campaigns.italia.rules.combat.situation import (
    ATTACKER,
    DEFENDER,
    ELEPHANT,
    ROUTS,
    Side,
    Situation,
    based_on,
    by_strength,
    leaving_order,
    other,
    preferred_targets,
    shared_out,
    still_hurt,
    to_hit,
    type_of,
    wounds,
)

FACES = 10
TRAMPLING = 100  # added to an elephant's die to distinguish it
Counts = tuple[tuple[str, int], ...]
Half = tuple[Counts, Counts]  # units, and the hits they have taken
Key = tuple[Counts, Counts, Counts, Counts]  # the attacker's units and hits, then the defender's
Rung = tuple[int, int]  # units of a kind, hits taken
Dice = tuple[int, ...]  # for each die, how many of its ten faces hit
Chances = list[tuple[int, Any]]  # the number of a side's state and its weight, a whole number or a float


@lru_cache(maxsize=8192)
def hit_cases(dice: Dice) -> tuple[int, ...]:
    """Return the number of cases with no hit, one, two ... from these dice."""
    found = [1]
    for good in dice:
        more = [0, *(cases * good for cases in found)]
        for hits, cases in enumerate(found):
            more[hits] += cases * (FACES - good)
        found = more
    return tuple(found)


@lru_cache(maxsize=8192)
def rout_cases(dice: Dice) -> tuple[tuple[int, int, int], ...]:
    """Return the number of cases for each (hits, routs) of these dice. An elephant routs an enemy on a
    natural 9 or 10, whether it hits or not (10.2).
    """
    found = {(0, 0): 1}
    for die in dice:
        good, drives = (die - TRAMPLING, len(ROUTS)) if die > TRAMPLING else (die, 0)
        faces = (
            (0, 0, FACES - max(good, drives)),
            (1, 0, max(0, good - drives)),
            (0, 1, max(0, drives - good)),
            (1, 1, min(good, drives)),
        )
        more: dict[tuple[int, int], int] = {}
        for (hits, routs), cases in found.items():
            for hit, rout, ways in faces:
                if ways:
                    more[hits + hit, routs + rout] = more.get((hits + hit, routs + rout), 0) + cases * ways
        found = more
    return tuple((hits, routs, cases) for (hits, routs), cases in found.items())


def tramples(s: Situation, side: Side) -> bool:
    """Return whether a side has elephants that drive enemies off."""
    return not s.raid and any(type_of(kind) == ELEPHANT for kind in s.group(side).units)


class Ladder(NamedTuple):
    """The rungs of one kind, lowest first, and the rung to which each number of hits leads."""

    kind: str
    rungs: tuple[Rung, ...]
    falls: tuple[tuple[int, ...], ...]


def ladder(kind: str, starts: Iterable[Rung], each: int, *, safe: bool, driven: bool) -> Ladder:
    """Return every rung that can be reached from the starts. ``safe``: the kind suffers no hits; ``driven``:
    elephants drive units off as well.
    """

    def left(rung: Rung, hits: int) -> Rung:
        lost = wounds(*rung, 0 if safe else hits, each)
        return rung[0] - lost.dead, lost.hurt

    found, reached = {(0, 0)}, set(starts)
    while reached - found:
        found |= reached
        reached = {left(rung, hits) for rung in found for hits in range(_bears(rung, each) + 1)}
        if driven:
            reached |= {_one_gone(kind, rung) for rung in found if rung[0]}
    rungs = tuple(sorted(found, key=lambda rung: (_bears(rung, each), rung)))
    place = {rung: index for index, rung in enumerate(rungs)}
    falls = (tuple(place[left(rung, hits)] for hits in range(_bears(rung, each) + 1)) for rung in rungs)
    return Ladder(kind, rungs, tuple(falls))


def _bears(rung: Rung, each: int) -> int:
    return rung[0] * each - rung[1]


def _one_gone(kind: str, rung: Rung) -> Rung:
    number = rung[0] - 1
    return number, still_hurt(kind, number, rung[1], 1)


class Range:
    """All states of one side: rungs on its ladders encoded as one number, with 0 for no units left.

    Hits only take a side to a lower number. ``as_weight`` converts whole numbers to weights, because floats
    are faster.
    """

    def __init__(
        self, s: Situation, side: Side, starts: Iterable[Half], as_weight: Callable[[int], Any]
    ) -> None:
        started = [(dict(units), dict(hurt)) for units, hurt in starts]
        kinds = sorted({kind for units, _ in started for kind in units})
        safe = s.raid and side == DEFENDER  # see 10.7
        driven = tramples(s, other(side))
        self.ladders = [
            self.rungs_of(
                kind,
                [(units[kind], hurt.get(kind, 0)) for units, hurt in started if kind in units],
                s.types[based_on(kind)].hits,
                safe=safe,
                driven=driven,
            )
            for kind in kinds
        ]
        self.as_weight = as_weight
        self.sizes = [len(found.rungs) for found in self.ladders]
        self.sides = list(product(*(range(size) for size in self.sizes)))  # number -> rungs
        self.steps = [1] * len(kinds)
        for index in range(len(kinds) - 2, -1, -1):
            self.steps[index] = self.steps[index + 1] * self.sizes[index + 1]
        self.units = list(product(*([rung[0] for rung in found.rungs] for found in self.ladders)))
        self.room = list(product(*([len(falls) - 1 for falls in found.falls] for found in self.ladders)))
        self.fallen: dict[tuple[int, int, Dice], Chances] = {}
        self.leaving = [kinds.index(kind) for kind in leaving_order(s, kinds)]
        self.gone: dict[tuple[int, int], int] = {}  # a side, the number driven off -> the units left

    def rungs_of(self, kind: str, starts: Iterable[Rung], each: int, *, safe: bool, driven: bool) -> Ladder:
        """Return the rungs of one kind if hits apply to the kind as a whole."""
        return ladder(kind, starts, each, safe=safe, driven=driven)

    def number(self, half: Half) -> int:
        units, hurt = (dict(part) for part in half)
        rungs = (lad.rungs.index((units.get(lad.kind, 0), hurt.get(lad.kind, 0))) for lad in self.ladders)
        return sum(rung * step for rung, step in zip(rungs, self.steps, strict=True))

    def half(self, number: int) -> Half:
        rungs = [
            (lad.kind, lad.rungs[rung]) for lad, rung in zip(self.ladders, self.sides[number], strict=True)
        ]
        units = tuple((kind, rung[0]) for kind, rung in rungs if rung[0])
        return units, tuple((kind, rung[1]) for kind, rung in rungs if rung[1])

    def chances_after_dice(self, number: int, dice: Mapping[int, Dice]) -> Chances:
        """Return the possible states of a side after these dice at its kinds; the unhurt state comes
        first.
        """
        rungs, found = self.sides[number], None
        for kind, thrown in dice.items():
            one = self.fallen.get((kind, rungs[kind], thrown)) or self._fall(kind, rungs[kind], thrown)
            if found is None:
                found = [(number - down, weight) for down, weight in one]
            else:
                found = [(at - down, p * q) for at, p in found for down, q in one]
        assert found is not None
        return found

    def state_after_routs(self, number: int, routs: int) -> int:
        """Return the state of a side after elephants have driven off some of its units."""
        if not routs or not number:
            return number
        found = self.gone.get((number, routs))
        if found is None:
            found = self.gone[number, routs] = self.state_after_routs(self._without_one(number), routs - 1)
        return found

    def _without_one(self, number: int) -> int:
        kind = next(kind for kind in self.leaving if self.units[number][kind])
        lad, rung = self.ladders[kind], self.sides[number][kind]
        to = lad.rungs.index(_one_gone(lad.kind, lad.rungs[rung]))
        return number - (rung - to) * self.steps[kind]

    def under_elephants(self, number: int, dice: Mapping[int, Dice]) -> Chances:
        """Return the possible states of a side after these dice at its kinds, some of them from elephants;
        the unhurt state comes first.
        """
        rungs, now = self.sides[number], {(number, 0): 1}
        for kind, thrown in dice.items():
            falls = self.ladders[kind].falls[rungs[kind]]
            more: dict[tuple[int, int], int] = {}
            for (at, routs), ways in now.items():
                for hits, driven, cases in rout_cases(thrown):
                    fall = rungs[kind] - falls[min(hits, len(falls) - 1)]
                    key = (at - fall * self.steps[kind], routs + driven)
                    more[key] = more.get(key, 0) + ways * cases
            now = more
        return self.driven_all(number, now)

    def driven_all(self, number: int, now: Mapping[tuple[int, int], int]) -> Chances:
        """Return the chances after hits and routs together: (number, routs) -> cases."""
        found = {number: 0}
        for (at, routs), ways in now.items():
            left = self.state_after_routs(at, routs)
            found[left] = found.get(left, 0) + ways
        return [(at, self.as_weight(ways)) for at, ways in found.items()]

    def _fall(self, kind: int, rung: int, dice: Dice) -> Chances:
        falls, cases = self.ladders[kind].falls[rung], dict[int, int]()
        for hits, weight in enumerate(hit_cases(dice)):
            down = (rung - falls[min(hits, len(falls) - 1)]) * self.steps[kind]
            cases[down] = cases.get(down, 0) + weight
        found = [(down, self.as_weight(weight)) for down, weight in cases.items()]
        self.fallen[kind, rung, dice] = found
        return found


class Firing(Protocol):
    """One side's dice against the other."""

    def chances(self, own: int, foes: int) -> Chances:
        """Return the possible states of the others after a side's fire; the unhurt state comes first."""
        ...


class Fire:
    """One side's dice against the other: the targets, and their possible states afterwards."""

    def __init__(self, s: Situation, side: Side, own: Range, foes: Range) -> None:
        self.own, self.foes = own, foes
        mine, theirs = [lad.kind for lad in own.ladders], [lad.kind for lad in foes.ladders]
        self.order = [
            (
                mine.index(kind),
                [theirs.index(target) for target in preferred_targets(s, side, kind, theirs)],
                [
                    FACES + 1 - to_hit(s, side, kind, target) + TRAMPLING * self._tramples(s, kind)
                    for target in theirs
                ],
            )
            for kind in by_strength(s, mine)
        ]
        self.elephants = tramples(s, side)
        self.known: dict[tuple[int, tuple[tuple[int, Dice], ...]], Chances] = {}
        self.alike = not self.elephants and all(
            targets == self.order[0][1] and len(set(good)) == 1 for _, targets, good in self.order
        )
        self.volleys: list[Dice] = []  # number -> its dice, in the order of the aims
        if self.alike:
            self.volleys = [
                tuple(good[0] for kind, _, good in self.order for _ in range(units[kind]))
                for units in own.units
            ]

    def _tramples(self, s: Situation, kind: str) -> bool:
        return not s.raid and type_of(kind) == ELEPHANT

    def chances(self, own: int, foes: int) -> Chances:
        """Return the possible states of the others after a side's fire; the unhurt state comes first."""
        if self.elephants:
            dice = self._shared_dice(own, foes)
            key = (foes, tuple(sorted(dice.items())))
            if key not in self.known:
                self.known[key] = self.foes.under_elephants(foes, dice)
            return self.known[key]
        return self.foes.chances_after_dice(
            foes, self._in_turn(own, foes) if self.alike else self._shared_dice(own, foes)
        )

    def _shared_dice(self, own: int, foes: int) -> dict[int, Dice]:
        units = self.own.units[own]
        room = {kind: most for kind, most in enumerate(self.foes.room[foes]) if most}
        dice: dict[int, Dice] = {}
        for kind, targets, good in self.order:
            if units[kind]:
                there = [target for target in targets if target in room]
                for target, number in shared_out(units[kind], there, room).items():
                    dice[target] = dice.get(target, ()) + (good[target],) * number
        return dice

    def _in_turn(self, own: int, foes: int) -> dict[int, Dice]:
        """Return the dice faster, for sides whose kinds all prefer the same targets and hit them equally."""
        dice, room = self.volleys[own], self.foes.room[foes]
        found: dict[int, Dice] = {}
        for target in self.order[0][1]:
            if room[target]:
                found[target], dice = dice[: room[target]], dice[room[target] :]
                if not dice:
                    return found
        first = next(iter(found))
        found[first] += dice
        return found


class Field:
    """Both sides of a combat: the attacker's and the defender's numbers, and the effect of one round on
    them.
    """

    def __init__(self, s: Situation, starts: Iterable[Key], as_weight: Callable[[int], Any]) -> None:
        begun = list(starts)
        self.attacker = Range(s, ATTACKER, [key[:2] for key in begun], as_weight)
        self.defender = Range(s, DEFENDER, [key[2:] for key in begun], as_weight)
        self.attacks: Firing = Fire(s, ATTACKER, self.attacker, self.defender)
        self.defends: Firing = Fire(s, DEFENDER, self.defender, self.attacker)

    def place(self, key: Key) -> tuple[int, int]:
        return self.attacker.number(key[:2]), self.defender.number(key[2:])

    def key(self, attacker: int, defender: int) -> Key:
        return (*self.attacker.half(attacker), *self.defender.half(defender))

    def dice(self, attacker: int, defender: int) -> int:
        return sum(self.attacker.units[attacker]) + sum(self.defender.units[defender])

    def round(self, attacker: int, defender: int) -> tuple[Chances, Chances]:
        """Return the attacker's and the defender's states after a round, independently; the unhurt state
        comes first.
        """
        return self.defends.chances(defender, attacker), self.attacks.chances(attacker, defender)
