"""Distributions: exact, by counting equally likely values."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from math import lcm

Chances = Mapping[int, Fraction]


def mean(chances: Chances) -> Fraction:
    """The expected value of a distribution."""
    return sum((value * chance for value, chance in chances.items()), Fraction(0))


def at_least(chances: Chances, value: int) -> Fraction:
    """The chance of that value or more."""
    return sum((chance for found, chance in chances.items() if found >= value), Fraction(0))


def once(chance: Fraction, tries: int) -> Fraction:
    """That it happens at least once in so many tries."""
    return 1 - (1 - chance) ** tries


def counted(values: Iterable[int]) -> dict[int, Fraction]:
    """How often each of equally likely values occurs, as chances, sorted."""
    seen: dict[int, int] = {}
    for value in values:
        seen[value] = seen.get(value, 0) + 1
    return shares(seen)


def shares(often: Mapping[int, int]) -> dict[int, Fraction]:
    """The chances of values that occur so often, sorted."""
    size = sum(often.values())
    return {value: Fraction(often[value], size) for value in sorted(often)}


def weighed(terms: Iterable[tuple[Fraction, Fraction]]) -> Fraction:
    """The sum of weight times value. Over one denominator, since adding fractions one by one is slow."""
    parts = [(w.numerator * v.numerator, w.denominator * v.denominator) for w, v in terms]
    below = lcm(*(b for _, b in parts))
    return Fraction(sum(a * (below // b) for a, b in parts), below)
