"""Convert strength points to elements with exact numbers. docs/bridge.md explains the rules in prose."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Final

STANDARD: Final = 12  # number of elements in a standard DBA army
FEWEST: Final = 3
SMALLEST, LARGEST = 8, 16  # from 8 to 16 SP on the larger side, each SP is one element


def factor(larger: int) -> Fraction:
    """Return the number of elements for one strength point, which is the same for both sides. ``larger``:
    the strength of the larger side (1 or more).

    From 8 to 16 SP, each SP is one element. A smaller battle is multiplied by the whole number that
    brings the larger side nearest to 12 elements. If two numbers are equally near, the smaller is used. A
    larger battle is scaled down to exactly 12.
    >>> [int(factor(n)) for n in range(1, 9)]
    [12, 6, 4, 3, 2, 2, 2, 1]
    >>> factor(16), factor(30)
    (Fraction(1, 1), Fraction(2, 5))
    """
    if larger < 1:
        raise ValueError("a battle needs strength on some side")
    if larger < SMALLEST:
        return Fraction(min(range(1, STANDARD + 1), key=lambda n: (abs(n * larger - STANDARD), n)))
    return Fraction(1) if larger <= LARGEST else Fraction(STANDARD, larger)


def round_half_up(value: Fraction) -> int:
    """Round to the nearest whole number, halves up.

    >>> [round_half_up(Fraction(n, 2)) for n in range(5)]
    [0, 1, 1, 2, 2]
    """
    return int(value + Fraction(1, 2))


def elements_of(sp: int, each: Fraction) -> int:
    """Return how many elements represent a side's strength. There are at least three, since a battle line
    has a middle and two ends. The elements of a small side represent smaller bodies, but lose the same
    share of its strength.

    >>> elements_of(12, Fraction(1)), elements_of(3, Fraction(12, 38))
    (12, 3)
    """
    return max(FEWEST, round_half_up(sp * each))


def apportion(
    total: int, weights: Mapping[str, Fraction], most: Mapping[str, int] | None = None
) -> dict[str, int]:
    """Divide a whole number in proportion to weights. ``most``: the maximum for each name, or None for no
    limit. The largest remainders are rounded up. Equal remainders go by the order of the names.

    >>> apportion(5, {"a": Fraction(2), "b": Fraction(1)})
    {'a': 3, 'b': 2}
    >>> apportion(5, {"a": Fraction(9), "b": Fraction(1)}, {"a": 2, "b": 9})
    {'a': 2, 'b': 3}
    """
    room = dict(most) if most is not None else dict.fromkeys(weights, total)
    shares = dict.fromkeys(weights, 0)
    left = min(total, sum(room[name] for name in weights))
    while left:
        free = {n: w for n, w in weights.items() if shares[n] < room[n]}
        whole = sum(free.values(), Fraction(0))
        ideal = {
            n: Fraction(left) * w / whole if whole else Fraction(left, len(free)) for n, w in free.items()
        }
        whole_shares = {n: min(int(share), room[n] - shares[n]) for n, share in ideal.items()}
        for name, more in whole_shares.items():
            shares[name] += more
        left -= sum(whole_shares.values())
        # nobody reached a limit, so the remainders decide
        if all(whole_shares[n] == int(ideal[n]) for n in free):
            for name in sorted(free, key=lambda n: -(ideal[n] % 1)):
                if left and shares[name] < room[name]:
                    shares[name] += 1
                    left -= 1
    return shares
