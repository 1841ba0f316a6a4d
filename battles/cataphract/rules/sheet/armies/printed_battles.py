"""The seven land battles as scenarios for the sheet, built from the printed orders of battle."""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, Final

from battles.cataphract.rules.contingents import UNSIZED, contingents
from battles.cataphract.rules.sheet.armies.roster import FIRST, SEATS
from battles.cataphract.rules.tables import DATA, FIRM, table

SCHEMA: Final = "cataphract-sheet/1"
TEACHING: Final = "tricameron"  # listed first, because it is recommended as a first game
NATIONS: Final = {
    "byzantine": "Byzantines",
    "east_roman": "East Romans",
    "roman": "Romans and Visigoths",
    "persian": "Persians",
    "vandal": "Vandals",
    "goth": "Goths",
    "frank": "Franks",
    "hun": "Huns",
}
ON_THE_WALL: Final = (7, 8)  # counter numbers of the archers in hexes 1013 and 1016 (L3096)
WAVERING: Final = "sangiban"
_RATED: Final = ("initiative", "charisma", "personal_combat", "strategy", "range")


@cache
def battles() -> Mapping[str, dict[str, Any]]:
    """Return the land battles by id, the teaching battle first."""
    found = {one["id"]: one for one in DATA.table("battles")["battles"]}
    return {TEACHING: found[TEACHING], **found}


def titles() -> dict[str, str]:
    """Return the titles of the battles by id."""
    return {id: f"{one['name']}, {one['year']}" for id, one in battles().items()}


def scenario(id: str) -> dict[str, Any]:
    """Return a battle as a scenario. Raises KeyError for an unknown id."""
    battle = battles()[id]
    found: dict[str, Any] = {
        "schema": SCHEMA,
        "provenance": "rules",
        "title": titles()[id],
        "battle": id,
        "sizes": battle["sizes"],
        "reloads": _special(battle, "no_reload") is None,
        "walls": _special(battle, "walls") is not None,
        "sides": {
            seat: {
                "name": NATIONS[side],
                "level": battle["level"][side],
                "undisciplined": _is_undisciplined(battle, side),
                "fasting": _special(battle, "lent") is not None and side == "byzantine",
                **_champion(battle, side),
                **_gate(battle, side),
                "units": list(_units(battle, seat, side)),
                "leaders": list(_leaders(battle, side)),
            }
            for seat, side in zip(SEATS, battle["sides"], strict=True)
        },
    }
    found["marks"] = _marks(battle)
    return found


def _special(battle: dict[str, Any], id: str) -> dict[str, Any] | None:
    return next((one for one in battle["specials"] if one["id"] == id), None)


def _champion(battle: dict[str, Any], side: str) -> dict[str, Any]:
    """Return the facts about a side's champion: their ratings, and the effects of the challenge (11.8,
    L3545).
    """
    champions = battle.get("champions")
    if champions is None:
        return {}
    one = champions[side]
    found: dict[str, Any] = {
        "champion": {"combat": one["combat"], "resistance": one["resistance"]},
    }
    if any("chosen for the challenge" in name for name in battle["turn_1_only"]):
        found["calls_late"] = True
    if f"{battle['sides'][0]}_wins" in champions and side == battle["sides"][1]:
        found["redeems"] = True
    return found


def _gate(battle: dict[str, Any], side: str) -> dict[str, Any]:
    """Return a side's ``gate``: how far its withdrawal level falls when an enemy enters the gate (L3225).
    Return {} if there is no gate.
    """
    gate = _special(battle, "gate")
    loss = gate["persian_enters"].get(f"{side}_level") if gate is not None else None
    return {} if loss is None else {"gate": -loss}


def _is_undisciplined(battle: dict[str, Any], side: str) -> bool:
    used = "discipline" not in (battle.get("unused") or ())
    return used and side in table("discipline")["undisciplined"]


def _units(battle: dict[str, Any], seat: str, side: str) -> Iterator[dict[str, Any]]:
    letter = "a" if seat == FIRST else "b"
    listed = [u for u in DATA.table("units")["by_battle"] if (u["battle"], u["side"]) == (battle["id"], side)]
    reluctant = (_special(battle, "reluctant_huns") or {"who": ()})["who"]
    numbers = Tally(u["contingent"] for u in listed)
    for n, one in enumerate(listed, 1):
        name = contingents()[one["contingent"]].name
        found: dict[str, Any] = {
            "id": f"{letter}{n}",
            "name": f"{name} {one['id']}" if numbers[one["contingent"]] > 1 else name,
            "type": one["type"],
            "tq": one["tq"],
            "size": one["size"] or UNSIZED,
            "ma": one["ma"],
            "rp": one["rp"],
        }
        if one["class"] == "Cat":
            found["cataphract"] = True
        if one["missile"]:
            found["missile"] = one["missile"]
        if one["sword"]:
            found["sword"] = True
        if not one["counted"] and one["contingent"] != "cheiroballistra":
            found["reserve"] = True
        if one["contingent"] in reluctant:
            found["reluctant"] = True
        found |= _special_facts(battle, side, one)
        yield found


def _special_facts(battle: dict[str, Any], side: str, one: dict[str, Any]) -> dict[str, Any]:
    """Return the facts that a battle's special rules give about one unit."""
    contingent, found = one["contingent"], dict[str, Any]()
    if contingent in (_special(battle, "ferocity") or {"who": ()})["who"]:
        found["tribe"] = contingent
    if _special(battle, "alans") is not None and contingent.startswith("alan_"):
        found["wavering"] = True
    if "feigned_retreat" in contingents()[contingent].tags or contingent == "hun_m":
        found["feigns"] = True  # light horse of the Huns and Visigoths (6.71)
    value = next((row["value"] for row in battle["fr_reaction"] if contingent in row["who"]), None)
    if value is not None:
        found["pursues"] = value
    if _special(battle, "wedge") is not None and "wedge" in contingents()[contingent].tags:
        found["wedge"] = True
    archers = _special(battle, "walls") is not None and contingent == "aux_b"
    if archers and one["id"] in ON_THE_WALL:
        found["wall"] = True
    return found


def _leaders(battle: dict[str, Any], side: str) -> Iterator[dict[str, Any]]:
    placed = [row["leader"] for row in battle["setup"][side] if "leader" in row]
    first = battle.get("turn_1_only")
    for one in DATA.table("leaders")["leaders"]:
        if one["id"] not in placed:
            continue
        found: dict[str, Any] = {"id": one["id"], "name": one["name"], "rank": one["class"]}
        found |= {fact: one[fact] or 0 for fact in _RATED}
        if one["elite"]:
            found["elite"] = True
        if one["line_commands"] != 1:
            found["line_commands"] = one["line_commands"]
        if first and one["id"] not in first and not any(side in str(name).lower() for name in first):
            found["late"] = True
        if one["id"] == WAVERING and _special(battle, "alans") is not None:
            found["wavering"] = True
        yield found


def _marks(battle: dict[str, Any]) -> list[list[str]]:
    """List the values of a battle's counters and leaders that the rulebook does not confirm, each with its
    certainty.
    """
    shown = {u["contingent"] for u in DATA.table("units")["by_battle"] if u["battle"] == battle["id"]}
    found = [[mark.what, mark.found] for id in sorted(shown) for mark in contingents()[id].marks]
    for side in battle["sides"]:
        placed = {row["leader"] for row in battle["setup"][side] if "leader" in row}
        for one in DATA.table("leaders")["leaders"]:
            if one["id"] in placed:
                doubtful = {how for fact, how in one["prov"].items() if fact in _RATED and how not in FIRM}
                found += [[f"{one['name']}: ratings", how] for how in sorted(doubtful)]
    return found
