"""Checks of single units against their quality outside the charge, with recovery and rally (10.1, 10.2).

Units check when friends pass through them and when they turn to face in reaction. They also check for
impetuosity and for feigned retreats.
"""

from __future__ import annotations

from typing import Final

from battles.cataphract.rules.unit import Unit

KINDS: Final = ("passed_by_steppe", "passed_by_routed", "reaction_facing", "impetuosity", "about_face")


def hits(kind: str, unit: Unit, face: int) -> int:
    """Return the hits that a quality check costs."""
    over = face - (unit.tq if kind == "impetuosity" else unit.quality)
    if kind == "passed_by_steppe":
        return 1 if over > 0 else 0
    if kind in ("passed_by_routed", "reaction_facing"):
        return max(1, over)  # at least one, even if the roll passes (ruling 13)
    return 0


def passes(kind: str, unit: Unit, face: int) -> bool:
    """Return whether a unit passes a check that costs no hits.

    A unit that passes a check for impetuosity need not charge its harasser. One that passes a check for
    an about-face turns to face its pursuer.
    """
    return face <= (unit.tq if kind == "impetuosity" else unit.quality)


def recovery(unit: Unit, open_ground: bool, enemy_adjacent: bool, in_range: bool) -> tuple[int, str]:
    """Return the number of hits that an order removes (10.16). If it removes none, also return the reason
    code.

    ``in_range``: whether the unit is in range and sight of an enemy with missiles left.
    """
    if unit.routed:
        return 0, "routed"
    if not open_ground:
        return 0, "not_in_the_open"
    if enemy_adjacent:
        return 0, "enemy_adjacent"
    most = 1 if in_range else 2
    return min(most, unit.hits), "" if unit.hits else "no_hits"


def rallied_hits(unit: Unit) -> int:
    """Return the hits of a unit that has just rallied (10.27).

    Foot has half its printed quality in hits, mounted units a third, rounded down.
    """
    return unit.tq // (2 if unit.foot else 3)


# each battle has its own reaction values for feigned retreats (6.7)
def must_pursue(value: int, face: int, leader: bool) -> bool:
    """Return whether cavalry must follow a feigned retreat.

    It must follow if its roll exceeds its value. A leader lowers the roll by one.
    """
    return face - (1 if leader else 0) > value
