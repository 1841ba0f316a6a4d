"""The banners that each side of a campaign's battle needs in Commands & Colors: Ancients.

A battle is a race for banners. Whatever the armies, the next banner is nearly a toss-up, since both sides
play one card per turn. How often a side wins therefore depends on how many banners it needs. The numbers are
chosen to match the campaign's own dice.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from math import comb

from campaigns.bridge.cca_armies import data
from campaigns.bridge.from_campaign import SIDES
from campaigns.bridge.scale import round_half_up

Pair = Mapping[str, int]


def next_banner(points: Pair, hands: Pair, leaders: Pair) -> Fraction:
    """Return the attacker's chance of taking the next banner, given the points, hands and leaders of both
    sides.
    """
    rule = data()["race"]
    (mine, theirs), most = (points[side] for side in SIDES), Fraction(rule["most"], 100)
    found = Fraction(50) + Fraction(rule["troops"]) * (Fraction(2 * mine, mine + theirs) - 1)
    found += Fraction(rule["card"]) * (hands["attacker"] - hands["defender"])
    found += Fraction(rule["leader"]) * (leaders["attacker"] - leaders["defender"])
    return max(1 - most, min(most, found / 100))


@cache
def wins(attacker: int, defender: int, next_one: Fraction) -> Fraction:
    """Return the chance that the attacker wins the race, given how many banners each side needs.

    >>> wins(1, 1, Fraction(1, 2)), wins(2, 1, Fraction(1, 2)), wins(5, 5, Fraction(1, 2))
    (Fraction(1, 2), Fraction(1, 4), Fraction(1, 2))
    """
    last = attacker + defender - 1
    ways = (
        comb(last, won) * next_one**won * (1 - next_one) ** (last - won) for won in range(attacker, last + 1)
    )
    return sum(ways, Fraction(0))


def goals(chance: Fraction, next_one: Fraction, units: Pair, pieces: Pair) -> dict[str, int]:
    """Choose how many banners each side needs to win, so that the attacker's chance comes nearest to
    ``chance``. Among equally good pairs, prefer goals near a fixed share of the enemy's units.
    """
    rule = data()["banners"]
    usual = {
        "attacker": round_half_up(Fraction(units["defender"] * rule["share"], 100)),
        "defender": round_half_up(Fraction(units["attacker"] * rule["share"], 100)),
    }
    both = max(rule["together"], sum(usual.values()))
    found = [
        (mine, theirs)
        for mine in range(rule["least"], min(rule["most"], pieces["defender"]) + 1)
        for theirs in range(rule["least"], min(rule["most"], pieces["attacker"]) + 1)
        if abs(mine + theirs - both) <= rule["apart"]
    ]

    def far(pair: tuple[int, int]) -> tuple[Fraction, int]:
        mine, theirs = pair
        away = abs(wins(mine, theirs, next_one) - chance)
        return away, abs(mine - usual["attacker"]) + abs(theirs - usual["defender"])

    best = min(found, key=far)
    return {"attacker": best[0], "defender": best[1]}
