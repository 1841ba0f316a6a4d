"""Pursuit: the more the victors outnumber a beaten army, the more of its survivors it loses.

Without pursuit a battle game would always favour a much weaker side. On the table an army breaks when a third
of it has fallen, and the other elements rally. The campaign's own dice would wipe out an army beaten at such
odds.

docs/bridge.md tells players the percentages and how they were measured.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Final

from engine.game import Facts, Force, Muster, OpenBattle

DATA: Final = Path(__file__).parent / "data" / "pursuit.toml"
SIDES: Final = ("attacker", "defender")
CODE: Final = "pursuit"


@cache
def _percents() -> Mapping[str, Mapping[str, int]]:
    found: Mapping[str, Mapping[str, int]] = tomllib.loads(DATA.read_text("utf-8"))
    return found


def percent(campaign: str, battle: str) -> int:
    """Return the percentage of a beaten army's survivors that pursuit takes if the victors are twice as
    strong. Other ratios change it in proportion to the victors' excess strength.
    """
    return _percents()[campaign][battle]


def pursuit_share(beaten: Force, victors: Force, each: int) -> Fraction:
    """Return the share of a beaten side's survivors that pursuit takes, at most 1. ``each``: the percentage
    that it takes if the victors are twice as strong.
    """
    over = Fraction(max(0, victors.sp - beaten.sp), beaten.sp)
    return min(Fraction(1), over * Fraction(each, 100))


def line(battle: OpenBattle, each: int) -> Facts:
    """Return the line about pursuit in the calculation that players see. It gives the percentage of survivors
    that either side would lose if beaten.
    """
    sides = {"attacker": battle.attacker, "defender": battle.defender}
    rest = {
        "attacker": pursuit_share(sides["attacker"], sides["defender"], each),
        "defender": pursuit_share(sides["defender"], sides["attacker"], each),
    }
    return {"code": CODE, "each": each, **{side: int(100 * share) for side, share in rest.items()}}


def share(battle: OpenBattle, muster: Muster, winner: str | None, side: str) -> Fraction:
    """Return the share of a side's survivors lost to pursuit, as announced when the battle was opened. It is
    zero for a side that was not beaten.
    """
    if winner in (None, side):
        return Fraction(0)
    return pursuit_share(getattr(battle, side), getattr(battle, str(winner)), _agreed_percentage(muster))


def pursuit_losses(
    part: Fraction, down: Mapping[str, Fraction] | Mapping[str, int], cost: Mapping[str, int]
) -> dict[str, Fraction]:
    """Return a side's losses by campaign unit, including those in pursuit. ``part``: the share of the
    survivors that pursuit takes. ``down``: what each unit lost in the battle. ``cost``: what it fielded.
    """
    hunted = {unit: Fraction(down.get(unit, 0)) for unit in cost}
    hunted = {unit: lost + (cost[unit] - lost) * part for unit, lost in hunted.items()}
    return {unit: lost for unit, lost in hunted.items() if lost}


def pursuit_facts(part: Fraction) -> dict[str, int]:
    """Return the percentage lost to pursuit as ``{"pursued": percent}``, or {} if there was no pursuit."""
    return {"pursued": int(100 * part)} if part else {}


def _agreed_percentage(muster: Muster) -> int:
    """Return the percentage announced when the battle was opened, or 0. Early battles of *Schiere* stored it
    in the line about losses.
    """
    for row in muster.reckoning:
        if row["code"] == CODE:
            return int(row["each"])
        if row["code"] == "schiere_back" and "pursuit" in row:
            return int(row["pursuit"])
    return 0
