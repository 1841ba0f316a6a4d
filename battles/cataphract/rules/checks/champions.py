"""The challenge of the champions, at Dara and Taginae (11.8)."""

from __future__ import annotations

from fractions import Fraction
from functools import cache

from engine.values import dataclass


@dataclass(frozen=True)
class Champion:
    """A champion. ``combat`` is added to the die. Hits above ``resistance`` kill the champion."""

    combat: int
    resistance: int


def blow(first: Champion, second: Champion, faces: tuple[int, int]) -> tuple[int, int]:
    """Return the hits of one round on the first and on the second champion (11.83).

    The champion with the lower total takes one hit, two hits if the other total is at least twice as high, or
    three if it is at least three times as high. A tie hurts neither (ruling 20).
    """
    a, b = first.combat + faces[0], second.combat + faces[1]
    if a == b:
        return 0, 0
    low, high = sorted((a, b))
    lost = 3 if 3 * low <= high else 2 if 2 * low <= high else 1
    return (lost, 0) if a < b else (0, lost)


def wins(first: Champion, second: Champion, hits: tuple[int, int] = (0, 0)) -> Fraction:
    """Return the exact chance that the first champion kills the second, given the hits so far."""
    weights: dict[tuple[int, int], int] = {}
    for one in range(10):
        for other in range(10):
            came = blow(first, second, (one, other))
            weights[came] = weights.get(came, 0) + 1
    # rounds without hits are left out
    hurt = {came: weight for came, weight in weights.items() if came != (0, 0)}

    @cache
    def from_here(a: int, b: int) -> Fraction:
        if a > first.resistance:
            return Fraction(0)
        if b > second.resistance:
            return Fraction(1)
        total = sum(hurt.values())
        return sum(
            (Fraction(weight, total) * from_here(a + x, b + y) for (x, y), weight in hurt.items()),
            Fraction(0),
        )

    return from_here(*hits)
