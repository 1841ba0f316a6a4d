"""The losses of a battle of Commands & Colors: Ancients. They are read from the battle's last view, and from
the calculation made when it was opened.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from typing import Final

from battles.cca.rules.army.points import POINTS
from battles.cca.rules.units import UNITS
from campaigns.bridge import cca_armies
from engine.game import Facts, Muster

# how blocks are lost: with their whole unit, or from a surviving unit
WAYS: Final = (
    "eliminated",
    "weakened",
)


def rows_of(muster: Muster, side: str = "") -> list[Facts]:
    rows = (row for row in muster.reckoning if row["code"] == "cca_unit")
    return [row for row in rows if side in ("", row["side"])]


def units_of(muster: Muster, side: str) -> list[str]:
    return [row["unit"] for row in rows_of(muster, side)]


def seat_of(muster: Muster, side: str) -> str:
    rows = (row for row in muster.reckoning if row["code"] == "cca_side")
    return str(next(row["seat"] for row in rows if row["side"] == side))


def weights_of(muster: Muster) -> dict[str, Fraction]:
    """Return the share of a block's strength that each way of losing it costs. The shares were announced
    when the battle was opened.
    """
    said = next(row for row in muster.reckoning if row["code"] == "cca_back")
    return {way: Fraction(said[way], 100) for way in WAYS}


def dead_leaders(muster: Muster, view: Facts, side: str) -> list[str]:
    """Return the leaders of a side who were killed. Leaders who left the board over their own edge are
    alive.
    """
    row = next(one for one in muster.reckoning if one["code"] == "cca_side" and one["side"] == side)
    names = [one["name"] for one in muster.scenario["leaders"] if one["side"] == row["seat"]]
    alive = Counter(one["name"] for one in view["leaders"].values() if one["seat"] == row["seat"])
    alive.update(view["armies"][row["seat"]]["away"])
    return [leader for leader, name in zip(row["leaders"], names, strict=False) if not alive[name]]


def points_lost(muster: Muster, side: str, fell: Mapping[str, Mapping[str, int]]) -> dict[str, Fraction]:
    """Return the points lost by each campaign unit. Pieces on the board do not show which campaign unit they
    belong to, so the losses of a type are divided in proportion.
    """
    weights, rows = weights_of(muster), {row["unit"]: row["troops"] for row in rows_of(muster, side)}
    stood, found = cca_armies.total_troops(rows), dict[str, Fraction]()
    for unit, troops in rows.items():
        for kind, number in troops.items():
            lost = sum((weights[way] * fell[kind][way] for way in WAYS), Fraction(0))
            cost = lost * POINTS[kind] * number / (UNITS[kind].blocks * stood[kind])
            found[unit] = found.get(unit, Fraction(0)) + cost
    return found
