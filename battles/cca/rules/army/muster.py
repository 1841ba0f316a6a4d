"""Raise an army of a given kind and points from a seed. The same seed always gives the same army.

>>> from battles.cca.rules.army.kinds import KINDS
>>> army = raise_army(120, KINDS["heavy_foot"], half_box(), Lots(b"a seed", "bottom"))
>>> 0 <= 120 - army.points <= TOLERANCE
True
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import field
from typing import Final, TypeVar

from battles.cca.rules.army.box import LEADER_SIZE, grey_labels
from battles.cca.rules.army.kinds import ArmyKind
from battles.cca.rules.army.points import POINTS, Army
from battles.cca.rules.units import LEADER, ROSTER, UNITS
from engine.dice import draw_below
from engine.values import dataclass

LEAST_POINTS: Final = 60
MOST_POINTS: Final = 200
TOLERANCE: Final = 2  # points that an army may leave unspent
MOST_UNITS: Final = 30  # maximum number of units in an army: as many as three rows can hold
MOST_LEADERS: Final = 5
T = TypeVar("T")


@dataclass
class Lots:
    """A sequence of numbers drawn from a seed. Each ``purpose`` has a separate sequence."""

    seed: bytes
    purpose: str
    taken: int = 0

    def draw_number(self, sides: int) -> int:
        """Return the next random number, from 0 to ``sides`` - 1."""
        self.taken += 1
        return draw_below(self.seed, f"cca|{self.purpose}|{self.taken}", sides)

    def one(self, options: Sequence[T]) -> T:
        """Return one of the options at random, all being equally likely."""
        return options[self.draw_number(len(options))]

    def draw_weighted(self, weights: Mapping[T, int]) -> T:
        """Return a key at random. Its likelihood is in proportion to its weight."""
        number = self.draw_number(sum(weights.values()))
        for key, weight in weights.items():
            number -= weight
            if number < 0:
                return key
        raise AssertionError("a number below the sum of the weights")

    def shuffle(self, items: Iterable[T]) -> list[T]:
        """Return the items in a random order."""
        left, found = list(items), []
        while left:
            found.append(left.pop(self.draw_number(len(left))))
        return found


@dataclass(frozen=True)
class Limits:
    """The most that one army can take from the box. ``blocks``: the blocks of each size. ``labels``: the
    units of each type for which the box has labels; other types are not limited. ``units``, ``leaders``: the
    total numbers.
    """

    blocks: Mapping[str, int] = field(hash=False)
    labels: Mapping[str, int] = field(default_factory=dict, hash=False)
    units: int = MOST_UNITS
    leaders: int = MOST_LEADERS

    def holds(self, army: Army) -> bool:
        """Return whether an army stays within the limits."""
        used = dict.fromkeys(self.blocks, 0)
        for kind in army.types:
            used[UNITS[kind].block_size] += UNITS[kind].blocks
        used[LEADER_SIZE] += army.leaders
        return (
            sum(army.units.values()) <= self.units
            and army.leaders <= self.leaders
            and all(blocks <= self.blocks[size] for size, blocks in used.items())
            and all(army.units.get(kind, 0) <= most for kind, most in self.labels.items())
            and all(UNITS[kind].in_base_box for kind in army.units)
        )


def half_box() -> Limits:
    """Return the limits that give each side half the box, so that two armies always fit. Both sides are
    limited by the labels on the grey blocks, so that the players can swap armies (L105-107).
    """
    return Limits({size: most // 2 for size, most in ROSTER.box.blocks.items()}, grey_labels())


def raise_army(points: int, kind: ArmyKind, limits: Limits, lots: Lots) -> Army:
    """Return an army of at most ``points``. It leaves no more than TOLERANCE points unspent, if the limits
    allow.
    """
    most = min(limits.leaders, limits.blocks[LEADER_SIZE])
    leaders = min(most, max(1, (points + kind.leaders_each // 2) // kind.leaders_each))
    army, bag = Army({}, leaders), dict(kind.units)
    while options := _affordable_types(army, kind.units, points, limits):
        left = {name: bag[name] for name in options if bag[name]}
        if not left:  # everything affordable has been drawn, so refill the bag
            bag = dict(kind.units)
            left = options
        name = lots.draw_weighted(left)
        army, bag[name] = _add_unit(army, name), bag[name] - 1
    return _spend_rest(army, kind.units, points, limits)


def _affordable_types(army: Army, weights: Mapping[str, int], points: int, limits: Limits) -> dict[str, int]:
    """Return the types that can still be added, with their weights."""
    left = points - army.points
    return {
        name: weight
        for name, weight in weights.items()
        if POINTS[name] <= left and limits.holds(_add_unit(army, name))
    }


def _spend_rest(army: Army, weights: Mapping[str, int], points: int, limits: Limits) -> Army:
    """Return the army after spending as much of the remaining budget as possible. Units are exchanged for
    more expensive types of the same kind of army, or a leader is added.
    """
    while True:
        left = points - army.points
        better = [
            changed
            for old in army.units
            for new in weights
            if 0 < POINTS[new] - POINTS[old] <= left
            and limits.holds(changed := _add_unit(_remove_unit(army, old), new))
        ]
        if POINTS[LEADER] <= left and limits.holds(more := Army(army.units, army.leaders + 1)):
            better.append(more)
        if not better:
            return army
        army = max(better, key=lambda one: (one.points, sorted(one.units.items())))


def _add_unit(army: Army, kind: str) -> Army:
    return Army({**army.units, kind: army.units.get(kind, 0) + 1}, army.leaders)


def _remove_unit(army: Army, kind: str) -> Army:
    units = {name: number - (name == kind) for name, number in army.units.items()}
    return Army({name: number for name, number in units.items() if number}, army.leaders)
