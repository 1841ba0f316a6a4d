"""The units that each leader may command, by contingent, tribe and type (4.5, L2569, scenarios)."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, Final

from battles.cataphract.rules.field.pieces import Piece
from battles.cataphract.rules.tables import DATA

ROMANS: Final = ("w_roman", "saxon", "frank_r", "burgundian_r", "armorican", "cheiroballistra")
ALLIES: Final = ("gepid", "frank_h", "burgundian_h")

# the units allowed by each restriction that is printed on a counter or in a scenario
_LIMITS: Final[dict[str, Callable[[Piece], bool]]] = {
    "armenian": lambda one: one.contingent == "armenian",
    "hun_m": lambda one: one.contingent == "hun_m",
    "heruli_ln": lambda one: one.contingent == "heruli_ln",
    "isaurian": lambda one: one.contingent == "isaurian",
    "saracen_mi": lambda one: one.contingent == "saracen_mi",
    "no Saracens": lambda one: not one.contingent.startswith("saracen"),
    "HI or LI, one type a phase": lambda one: one.unit.type in ("HI", "LI"),
    "Heruli": lambda one: "heruli" in one.contingent,
    "Romans, allies; may order Sangiban": lambda one: one.contingent.startswith(ROMANS),
    "Alans": lambda one: one.contingent.startswith("alan_"),
    "Visigoths": lambda one: one.contingent.startswith("visigoth"),
    "Ostrogoths": lambda one: one.contingent.startswith("ostrogoth"),
    "allied tribes": lambda one: one.contingent.startswith(ALLIES),
}
_BY_BATTLE: Final[dict[tuple[str, str], Callable[[Piece], bool]]] = {
    ("Utus: HC", "utus"): lambda one: one.unit.type == "HC",
    ("Catalaunian: Huns", "catalaunian"): lambda one: one.contingent in ("c_hun_hc", "c_hun_lc", "hun_mi"),
}


@cache
def _restrictions() -> dict[str, str]:
    listed: list[dict[str, Any]] = DATA.table("leaders")["leaders"]
    return {one["id"]: one["restriction"] for one in listed}


def may_command(leader: str, one: Piece, battle: str) -> bool:
    """Return whether a leader may command a unit. The foederati at Dara obey only the leaders that the
    scenario names for them (L3191).
    """
    if battle == "dara" and one.contingent in ("heruli_ln", "hun_m"):
        able = {"heruli_ln": ("pharas", "belisarius"), "hun_m": ("sunicas", "simmias", "belisarius")}
        return leader in able[one.contingent]
    said = _restrictions().get(leader, "")
    limit = _BY_BATTLE.get((said, battle)) or _LIMITS.get(said)
    return limit is None or limit(one)
