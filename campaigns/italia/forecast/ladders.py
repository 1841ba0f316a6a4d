"""Numbers for all possible states of two sides in a combat, so that chances become sums of whole numbers.

A kind of unit is a *ladder*: each hit takes the kind down a rung, and on the lowest rung no unit is left.
The state of a side is one rung on each of its ladders, encoded as one number. The code that resolves
combat decides how far hits take a kind down, which targets are chosen, and what each die needs to hit
(10.2, 10.4). It is called once for each case.
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
    by_strength,
    distribute_aims,
    leaving_order,
    other,
    preferred_targets,
    still_hurt,
    to_hit,
    type_of,
    unit_type_of,
    wounds,
)

FACES = 10
TRAMPLING = 100  # added to a die's number to mark it as an elephant's die
Counts = tuple[tuple[str, int], ...]
Half = tuple[Counts, Counts]  # one side's units by kind, and the hits on them
Key = tuple[Counts, Counts, Counts, Counts]  # the attacker's units and hits, then the defender's
Rung = tuple[int, int]  # units of a kind, and the hits on them
Dice = tuple[int, ...]  # for each die, the number of its ten faces that hit
# pairs of a side's state (its number) and its weight, a whole number or a float
Chances = list[tuple[int, Any]]


@lru_cache(maxsize=8192)
def hit_cases(dice: Dice) -> tuple[int, ...]:
    """Return the number of face combinations of these dice that score no hit, one hit, two hits and so on."""
    found = [1]
    for good in dice:
        more = [0, *(cases * good for cases in found)]
        for hits, cases in enumerate(found):
            more[hits] += cases * (FACES - good)
        found = more
    return tuple(found)


@lru_cache(maxsize=8192)
def rout_cases(dice: Dice) -> tuple[tuple[int, int, int], ...]:
    """Return the possible results of these dice, each as (hits, routs, number of face combinations). An
    elephant routs an enemy on a natural 9 or 10, even if the die misses (10.2).
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


def has_trampling_elephants(s: Situation, side: Side) -> bool:
    """Return whether a side has elephants that drive enemies off."""
    return not s.raid and any(type_of(kind) == ELEPHANT for kind in s.group(side).units)


class Ladder(NamedTuple):
    """All possible conditions of one kind of unit, worst first. A condition (a *rung*) is the number of units
    left and the hits on them. ``falls``: for each rung, the index of the rung that results from 0, 1, 2 or
    more hits.
    """

    kind: str
    rungs: tuple[Rung, ...]
    falls: tuple[tuple[int, ...], ...]


def ladder(kind: str, starts: Iterable[Rung], each: int, *, safe: bool, driven: bool) -> Ladder:
    """Return the ladder of a kind: all conditions (rungs) that hits can lead to from the starting conditions.
    ``each``: the hits that kill a unit. ``safe``: whether the kind suffers no hits. ``driven``: whether
    elephants also drive units off.
    """

    def left(rung: Rung, hits: int) -> Rung:
        lost = wounds(*rung, 0 if safe else hits, each)
        return rung[0] - lost.dead, lost.hurt

    found, reached = {(0, 0)}, set(starts)
    while reached - found:
        found |= reached
        reached = {left(rung, hits) for rung in found for hits in range(_hits_left(rung, each) + 1)}
        if driven:
            reached |= {_remove_one(kind, rung) for rung in found if rung[0]}
    rungs = tuple(sorted(found, key=lambda rung: (_hits_left(rung, each), rung)))
    place = {rung: index for index, rung in enumerate(rungs)}
    falls = (tuple(place[left(rung, hits)] for hits in range(_hits_left(rung, each) + 1)) for rung in rungs)
    return Ladder(kind, rungs, tuple(falls))


def _hits_left(rung: Rung, each: int) -> int:
    return rung[0] * each - rung[1]


def _remove_one(kind: str, rung: Rung) -> Rung:
    number = rung[0] - 1
    return number, still_hurt(kind, number, rung[1], 1)


class Range:
    """All states of one side. A state is the condition of each of the side's kinds (a rung on the kind's
    :class:`Ladder`), encoded as one number. The number 0 means that no units are left.

    Hits never lead to a higher number. ``as_weight``: converts integers to the type of the weights, such as
    float for speed.
    """

    def __init__(
        self, s: Situation, side: Side, starts: Iterable[Half], as_weight: Callable[[int], Any]
    ) -> None:
        started = [(dict(units), dict(hurt)) for units, hurt in starts]
        kinds = sorted({kind for units, _ in started for kind in units})
        safe = s.raid and side == DEFENDER  # raiders hurt nobody (10.7)
        driven = has_trampling_elephants(s, other(side))
        self.ladders = [
            self.rungs_of(
                kind,
                [(units[kind], hurt.get(kind, 0)) for units, hurt in started if kind in units],
                s.types[unit_type_of(kind)].hits,
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
        self.gone: dict[tuple[int, int], int] = {}  # (state, number driven off) -> the state that is left

    def rungs_of(self, kind: str, starts: Iterable[Rung], each: int, *, safe: bool, driven: bool) -> Ladder:
        """Return the :class:`Ladder` of one kind of unit. Hits apply to the kind as a whole here. A subclass
        overrides this where they apply to single units.
        """
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
        """Return a side's possible states after these dice, each with its weight. ``number``: the side's
        state before. ``dice``: the dice at each of its kinds, by index. The state without any hit comes
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
        """Return a side's state, as its number, after elephants have driven off ``routs`` of its units.
        ``number``: the state before.
        """
        if not routs or not number:
            return number
        found = self.gone.get((number, routs))
        if found is None:
            found = self.gone[number, routs] = self.state_after_routs(self._without_one(number), routs - 1)
        return found

    def _without_one(self, number: int) -> int:
        kind = next(kind for kind in self.leaving if self.units[number][kind])
        lad, rung = self.ladders[kind], self.sides[number][kind]
        to = lad.rungs.index(_remove_one(lad.kind, lad.rungs[rung]))
        return number - (rung - to) * self.steps[kind]

    def chances_with_elephants(self, number: int, dice: Mapping[int, Dice]) -> Chances:
        """Return a side's possible states after these dice, some of which are elephants' dice and also drive
        units off. In all other respects this is like :meth:`chances_after_dice`.
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
        return self.merge_routs(number, now)

    def merge_routs(self, number: int, now: Mapping[tuple[int, int], int]) -> Chances:
        """Return a side's possible states after elephants have driven units off, each with its weight.
        The first of them is always ``number``, the side's state before the dice, even with a weight of 0.
        ``now``: the number of dice results that lead to each (state after the hits, number of routs).
        """
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
    """The dice that one side rolls against the other."""

    def chances(self, own: int, foes: int) -> Chances:
        """Return the states in which this side's dice can leave the enemy, each with its weight. The state
        without any hit comes first. ``own`` and ``foes``: the numbers of the two sides' states before the
        dice are rolled.
        """
        ...


class Fire:
    """The dice that one side rolls against the other if hits apply to whole kinds of units. It computes the
    dice rolled against each target, and the enemy's possible states afterwards.
    """

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
        self.elephants = has_trampling_elephants(s, side)
        self.known: dict[tuple[int, tuple[tuple[int, Dice], ...]], Chances] = {}
        self.alike = not self.elephants and all(
            targets == self.order[0][1] and len(set(good)) == 1 for _, targets, good in self.order
        )
        self.volleys: list[Dice] = []  # for each state of this side, its dice in the order of the aims
        if self.alike:
            self.volleys = [
                tuple(good[0] for kind, _, good in self.order for _ in range(units[kind]))
                for units in own.units
            ]

    def _tramples(self, s: Situation, kind: str) -> bool:
        return not s.raid and type_of(kind) == ELEPHANT

    def chances(self, own: int, foes: int) -> Chances:
        """Return the states in which this side's dice can leave the enemy, each with its weight. The state
        without any hit comes first. ``own`` and ``foes``: the numbers of the two sides' states before the
        dice are rolled.
        """
        if self.elephants:
            dice = self._shared_dice(own, foes)
            key = (foes, tuple(sorted(dice.items())))
            if key not in self.known:
                self.known[key] = self.foes.chances_with_elephants(foes, dice)
            return self.known[key]
        return self.foes.chances_after_dice(
            foes, self._dice_in_order(own, foes) if self.alike else self._shared_dice(own, foes)
        )

    def _shared_dice(self, own: int, foes: int) -> dict[int, Dice]:
        units = self.own.units[own]
        room = {kind: most for kind, most in enumerate(self.foes.room[foes]) if most}
        dice: dict[int, Dice] = {}
        for kind, targets, good in self.order:
            if units[kind]:
                there = [target for target in targets if target in room]
                for target, number in distribute_aims(units[kind], there, room).items():
                    dice[target] = dice.get(target, ()) + (good[target],) * number
        return dice

    def _dice_in_order(self, own: int, foes: int) -> dict[int, Dice]:
        """Return the dice at each target. This is a fast path for sides whose kinds all prefer the same
        targets and hit them equally.
        """
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
    """Both sides' states in a combat, and the effect of one round on them."""

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
        """Return the attacker's and then the defender's possible states after a round, each with its weight.
        ``attacker`` and ``defender``: the numbers of their states before. The two results are independent. In
        each, the state without any hit comes first.
        """
        return self.defends.chances(defender, attacker), self.attacks.chances(attacker, defender)
