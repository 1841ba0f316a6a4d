"""The losses of a battle of *Cataphract*, read from the battle's last view and from the calculation made when
it was opened.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Final

from battles.cataphract.rules.sheet.play.state import DEAD, ELIMINATED, MAP
from engine.game import Facts, Muster

WAYS: Final = ("eliminated", "routed")  # how units are lost


def rows_of(muster: Muster, side: str = "") -> list[Facts]:
    """Return the lines about the campaign's units, of one side or of both."""
    rows = (row for row in muster.reckoning if row["code"] == "cataphract_unit")
    return [row for row in rows if side in ("", row["side"])]


def weights_of(muster: Muster) -> dict[str, Fraction]:
    """Return the share of a unit's strength that each way of losing it costs. The shares were announced when
    the battle was opened.
    """
    said = next(row for row in muster.reckoning if row["code"] == "cataphract_back")
    return {way: Fraction(said[way], 100) for way in WAYS}


def fallen_units(muster: Muster, side: str, units: Mapping[str, Facts]) -> dict[str, dict[str, int]]:
    """Return how many units each of a side's campaign units lost in each way. ``units``: the side's units in
    the battle's last view. Those on the field that are in rout when the battle ends count as routed.
    """
    found: dict[str, dict[str, int]] = {}
    for row in rows_of(muster, side):
        own = [units[id] for id in row["counters"]]
        found[row["unit"]] = {
            "eliminated": sum(1 for one in own if one["where"] == ELIMINATED),
            "routed": sum(1 for one in own if one["where"] == MAP and one.get("routed")),
        }
    return found


def dead_leaders(muster: Muster, side: str, leaders: Mapping[str, Facts]) -> list[str]:
    """Return the campaign's leaders of a side who were killed. ``leaders``: the side's leaders in the
    battle's last view, in their order.
    """
    rows = (row for row in muster.reckoning if row["code"] == "cataphract_side")
    ids = next(row["leaders"] for row in rows if row["side"] == side)
    fallen = [one["status"] == DEAD or one.get("replaced", False) for one in leaders.values()]
    return [id for id, dead in zip(ids, fallen, strict=True) if id and dead]
