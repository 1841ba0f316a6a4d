"""Exact probability distributions, as integer weights over a common denominator. Nothing is ever sampled.

>>> two_dice = die(6) + die(6)
>>> two_dice.chance(7)
Fraction(1, 6)
>>> two_dice.chance(lambda total: total >= 10)
Fraction(1, 6)
>>> two_dice.expectation()
Fraction(7, 1)
>>> two_dice[12]
Fraction(1, 36)
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from fractions import Fraction
from functools import cached_property
from math import comb, gcd, lcm
from typing import Any, Generic, TypeVar, cast

from engine.values import dataclass

T = TypeVar("T", bound=Hashable)
U = TypeVar("U", bound=Hashable)


@dataclass(frozen=True, eq=False)
class Odds(Mapping[T, Fraction], Generic[T]):
    """A mapping from outcomes to chances. ``weights``: for each outcome, how many of the ``total`` equally
    likely cases have it, as a positive integer.

    Two odds are equal if every value has the same chance, whatever the denominators.
    """

    weights: Mapping[T, int]

    @cached_property
    def total(self) -> int:
        return sum(self.weights.values())

    # --- queries ---

    def __iter__(self) -> Iterator[T]:
        """Iterate over the possible values."""
        return iter(self.weights)

    def __len__(self) -> int:
        return len(self.weights)

    def __getitem__(self, value: T) -> Fraction:
        return self._chances[value]

    def __contains__(self, value: object) -> bool:
        return value in self.weights

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Odds):
            return self.reduce_weights().weights == other.reduce_weights().weights
        return self._chances == other if isinstance(other, Mapping) else NotImplemented

    def __hash__(self) -> int:
        return hash(frozenset(self.reduce_weights().weights.items()))

    def chance(self, of: T | Callable[[T], bool]) -> Fraction:
        """Return the chance of a value, or of all values that meet a condition."""
        if callable(of):
            return Fraction(sum(w for value, w in self.weights.items() if of(value)), self.total)
        return Fraction(self.weights.get(of, 0), self.total)

    @cached_property
    def _chances(self) -> dict[T, Fraction]:
        return {value: Fraction(weight, self.total) for value, weight in self.weights.items()}

    def at_least(self, least: Any) -> Fraction:
        """Return the chance of this value or more."""
        return self.chance(lambda value: cast(Any, value) >= least)

    def expectation(self, of: Callable[[T], int | Fraction] | None = None) -> Fraction:
        """Return the mean of the values, or of a function of each value."""
        worth = of or cast(Callable[[T], int], _itself)
        return Fraction(sum(worth(value) * weight for value, weight in self.weights.items())) / self.total

    def variance(self, of: Callable[[T], int | Fraction] | None = None) -> Fraction:
        """Return the variance of the values, or of a function of each value."""
        worth = of or cast(Callable[[T], int], _itself)
        mean = self.expectation(worth)
        return self.expectation(lambda value: (worth(value) - mean) ** 2)

    # --- deriving other odds ---

    def map(self, f: Callable[[T], U]) -> Odds[U]:
        """Return the distribution of f(value) over all values."""
        weights: dict[U, int] = {}
        for value, weight in self.weights.items():
            image = f(value)
            weights[image] = weights.get(image, 0) + weight
        return Odds(weights)

    def then(self, f: Callable[[T], Odds[U]]) -> Odds[U]:
        """Return the odds of the final value, if each value leads to the further odds f(value)."""
        return mix((f(value), weight) for value, weight in self.weights.items())

    def condition_on(self, condition: Callable[[T], bool]) -> Odds[T]:
        """Return the odds given that the value meets ``condition``. Raises ValueError if no value does."""
        return _check_weights({value: weight for value, weight in self.weights.items() if condition(value)})

    def reduce_weights(self) -> Odds[T]:
        """Return the same odds over the smallest denominator."""
        common = gcd(*self.weights.values())
        return self if common == 1 else Odds({value: w // common for value, w in self.weights.items()})

    def __add__(self, other: Odds[Any] | int) -> Odds[Any]:
        """Return the distribution of the sum of two independent numbers."""
        if isinstance(other, int):
            return Odds({cast(int, value) + other: weight for value, weight in self.weights.items()})
        weights: dict[int, int] = {}
        for a, p in cast(Mapping[int, int], self.weights).items():
            for b, q in other.weights.items():
                weights[a + b] = weights.get(a + b, 0) + p * q
        return Odds(weights)

    def __neg__(self) -> Odds[Any]:
        return Odds({-cast(int, value): weight for value, weight in self.weights.items()})

    def __sub__(self, other: Odds[Any] | int) -> Odds[Any]:
        return self + (-other)

    def times(self, count: int) -> Odds[Any]:
        """Return the distribution of the sum of ``count`` independent values. The sum of no values is 0."""
        if count < 0:
            raise ValueError("a negative number of dice")
        result: Odds[Any] = sure(0)
        power: Odds[Any] = self
        while count:
            if count & 1:
                result = result + power
            power, count = power + power if count > 1 else power, count >> 1
        return result


def _itself(value: Any) -> Any:
    return value


def _check_weights(weights: dict[T, int]) -> Odds[T]:
    if not weights or min(weights.values()) < 0 or not any(weights.values()):
        raise ValueError("odds of nothing")
    return Odds({value: weight for value, weight in weights.items() if weight})


# --- simple odds ------------------------------------------------------------------------------------------


def die(sides: int, low: int = 1) -> Odds[int]:
    """Return the odds of one die with faces ``low .. low + sides - 1``. A ten-sided die whose zero counts as
    zero is ``die(10, 0)``.
    """
    return _check_weights(dict.fromkeys(range(low, low + sides), 1))


def sure(value: T) -> Odds[T]:
    """Return odds in which this value is the only possible one."""
    return Odds({value: 1})


def uniform(values: Iterable[T]) -> Odds[T]:
    """Return odds in which each listed value is equally likely. A value listed twice is twice as likely."""
    weights: dict[T, int] = {}
    for value in values:
        weights[value] = weights.get(value, 0) + 1
    return _check_weights(weights)


def weigh_values(weights: Mapping[T, int]) -> Odds[T]:
    """Return the odds of values with these weights. Raises ValueError if a weight is negative or if all are
    0.
    """
    return _check_weights(dict(weights))


def bernoulli(chance: Fraction) -> Odds[bool]:
    """Return the odds of an event: True with this chance, otherwise False."""
    return weigh_values({True: chance.numerator, False: chance.denominator - chance.numerator})


def chance_of_any(chance: Fraction, tries: int) -> Fraction:
    """Return the chance that an event with this chance happens at least once in a number of tries."""
    return 1 - (1 - chance) ** tries


# --- combined odds ----------------------------------------------------------------------------------------


def mean(terms: Iterable[tuple[Fraction, Fraction]]) -> Fraction:
    """Return the sum of all products of chance and value. One common denominator is used, because adding
    fractions one by one is slow.
    """
    parts = [(c.numerator * v.numerator, c.denominator * v.denominator) for c, v in terms]
    below = lcm(*(b for _, b in parts))
    return Fraction(sum(a * (below // b) for a, b in parts), below)


def mix(parts: Iterable[tuple[Odds[T], int | Fraction]]) -> Odds[T]:
    """Mix several odds into one. Each of them is weighted by its number of cases or its chance."""
    listed = [(odds, Fraction(share)) for odds, share in parts if share]
    common = lcm(*(odds.total * share.denominator for odds, share in listed)) if listed else 1
    weights: dict[T, int] = {}
    for odds, share in listed:
        factor = share.numerator * (common // (odds.total * share.denominator))
        for value, weight in odds.weights.items():
            weights[value] = weights.get(value, 0) + weight * factor
    return _check_weights(weights)


def joint(*several: Odds[Any]) -> Odds[tuple[Any, ...]]:
    """Return the joint odds of independent parts, as tuples of their values."""
    weights: dict[tuple[Any, ...], int] = {(): 1}
    for odds in several:
        weights = {(*values, v): w * q for values, w in weights.items() for v, q in odds.weights.items()}
    return Odds(weights)


def combine(a: Odds[Any], b: Odds[Any], f: Callable[[Any, Any], U]) -> Odds[U]:
    """Return the distribution of f(x, y) for two independent values, such as opposed dice."""
    weights: dict[U, int] = {}
    for x, p in a.weights.items():
        for y, q in b.weights.items():
            image = f(x, y)
            weights[image] = weights.get(image, 0) + p * q
    return Odds(weights)


# --- pools of dice ----------------------------------------------------------------------------------------


def pool(one: Odds[Any], count: int) -> Odds[tuple[Any, ...]]:
    """Return the odds of ``count`` equal dice thrown together, as sorted tuples, lowest first. ``one``: the
    odds of each die. The calculation goes through combinations, not through every possible throw.
    """
    faces = sorted(one.weights)
    left: dict[tuple[tuple[Any, ...], int], int] = {((), count): 1}
    for face in faces:
        following: dict[tuple[tuple[Any, ...], int], int] = {}
        for (shown, free), weight in left.items():
            for n in range(free + 1):
                key = (shown + (face,) * n, free - n)
                following[key] = following.get(key, 0) + weight * comb(free, n) * one.weights[face] ** n
        left = following
    return Odds({shown: weight for (shown, free), weight in left.items() if not free})


def keep_highest(one: Odds[int], count: int, kept: int = 1) -> Odds[int]:
    """Return the odds of the sum of the ``kept`` highest among ``count`` equal dice. ``one``: the odds of
    each die.
    """
    return pool(one, count).map(lambda shown: sum(shown[len(shown) - kept :]))


def keep_lowest(one: Odds[int], count: int, kept: int = 1) -> Odds[int]:
    """Return the odds of the sum of the ``kept`` lowest among ``count`` equal dice. ``one``: the odds of each
    die.
    """
    return pool(one, count).map(lambda shown: sum(shown[:kept]))


def hits(one: Odds[T], count: int, hit: Callable[[T], bool]) -> Odds[int]:
    """Return the odds of each number of hits among ``count`` equal dice. ``one``: the odds of each die.
    ``hit``: whether a face hits.
    """
    yes = sum(weight for value, weight in one.weights.items() if hit(value))
    no = one.total - yes
    return _check_weights({n: comb(count, n) * yes**n * no ** (count - n) for n in range(count + 1)})
