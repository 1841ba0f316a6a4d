"""The rout points at which each side of a campaign's battle withdraws (12.1).

They stand for everything that the open field does not show: walls, straits, landings, the campaign's
modifiers. The levels are chosen so that the attacker wins about as often as by the campaign's own dice.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from fractions import Fraction

from campaigns.bridge.cataphract.armies import data
from campaigns.bridge.from_campaign import SIDES
from campaigns.bridge.scale import round_half_up

SURE = Fraction(97, 100)  # a side that wins so often is not held back


def choose_shares(chance: Fraction, worth: Mapping[str, int], wild: Mapping[str, bool]) -> dict[str, int]:
    """Return the percentage of its rout points at which each side withdraws. ``chance``: how often the
    attacker should win. ``worth``: the rout points of both sides' units. ``wild``: whether each side is
    without discipline.
    """
    rule = data()["level"]
    natural = odds_without_levels(worth, wild)
    apart = _needed_odds(chance, natural) - natural
    half = apart / (2 * rule["odds"]["levels"] / 100)
    found = {"attacker": rule["usual"] * math.exp(half), "defender": rule["usual"] * math.exp(-half)}
    return {side: max(rule["least"], min(rule["most"], _nearest(found[side]))) for side in SIDES}


def odds_without_levels(worth: Mapping[str, int], wild: Mapping[str, bool]) -> float:
    """Return the logarithm of the attacker's odds when both sides withdraw at the same percentage."""
    rule = data()["level"]["odds"]
    ratio = math.log(worth["attacker"] / worth["defender"])
    found: float = (
        rule["attack"] + rule["ratio"] * ratio + rule["wild"] * (wild["defender"] - wild["attacker"])
    )
    return found / 100


def _needed_odds(chance: Fraction, natural: float) -> float:
    """Return the logarithm of the odds of a chance. If a side is sure to win, it is at least ``natural``."""
    known = max(1 - SURE, min(SURE, chance))
    found = math.log(known / (1 - known))
    if chance > SURE:
        return max(found, natural)
    return min(found, natural) if chance < 1 - SURE else found


def _nearest(value: float) -> int:
    return round_half_up(Fraction(value).limit_denominator(1000))
