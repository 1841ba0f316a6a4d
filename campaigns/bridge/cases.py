"""Answer the test cases of the bridges (tests/cases/bridge, docs/cases.md). A case raises the armies of a
battle from a campaign's forces, or turns the end of the battle into losses.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from importlib import import_module
from typing import Any, Final

from battles.cca.rules.system import CCA
from campaigns.bridge.from_campaign import SIDES
from campaigns.italia.rules.system import ITALIA
from campaigns.justinian.rules.system import JUSTINIAN
from engine.dice import Seeded
from engine.game import (
    BadScenario,
    BattleReport,
    Bridge,
    Facts,
    Force,
    ForceUnit,
    Json,
    Muster,
    OpenBattle,
    Outcome,
    System,
    won_by,
)
from engine.refusals import InvalidAction

SCENARIOS: Final[Mapping[str, System]] = {"justinian": JUSTINIAN, "italia": ITALIA}
USUAL: Final[Mapping[str, Facts]] = {  # ground without special features
    "justinian": {"province": "tuscia_et_umbria", "city": None, "fort": False, "defender_controls": True},
    "italia": {
        "area": "roma",
        "ground": "plain",
        "city": False,
        "supremacy": "",
        "seaborne": {},
        "round": 6,
        "weak": dict.fromkeys(SIDES, 0),
    },
}
LED: Final[Mapping[str, Facts]] = {  # facts about a side without leaders
    "justinian": {"commander": None, "battle": 0, "heads": []},
    "italia": {"commander": None, "leaders": []},
}


def run(given: Mapping[str, Json]) -> Mapping[str, Json]:
    """Answer a case with the armies that the bridge raises. If the case has ``end`` or ``typed``, add the
    report of losses that the campaign receives.
    """
    campaign, battle = given["from"], _battle(given)
    bridge: Bridge = import_module(f"campaigns.bridge.{_module_name(campaign, given['to'])}").BRIDGE
    system = SCENARIOS[campaign]
    scenario = system.scenario(next(iter(system.scenarios())))
    try:
        muster = bridge.muster(battle, scenario)
        found = {
            "scenario": muster.scenario,
            "seats": muster.seats,
            "lines": {_line_key(row): row for row in muster.reckoning},
            "pieces": bridge.elements(muster),
            "types": _count_types(muster),
            "leaders": {one["name"]: one["hex"] for one in muster.scenario.get("leaders", ())},
        }
        if "end" in given:
            found |= _report_json(_report_end(bridge, battle, muster, given["end"]))
        if "typed" in given:
            typed = given["typed"]
            report = bridge.convert_losses(
                battle, muster, typed.get("winner"), typed["fell"], typed.get("how", {})
            )
            found |= _report_json(report)
    except InvalidAction as refusal:
        return {"refused": refusal.code, "path": refusal.facts.get("path", "")}
    except BadScenario as refusal:
        return {"refused": "scenario", "mistakes": {one.path: one.code for one in refusal.mistakes}}
    except ValueError as refusal:
        return {"refused": "nobody", "message": str(refusal)}
    return found


def _module_name(campaign: str, battle: str) -> str:
    """Return the name of the module of a bridge, inside ``campaigns.bridge``."""
    return f"{battle}.{campaign}" if battle == "cataphract" else f"{campaign}_{battle}"


def _battle(given: Mapping[str, Any]) -> OpenBattle:
    attacker, defender = (_force(given["from"], side, given[side]) for side in SIDES)
    ground = {**USUAL[given["from"]], **given.get("ground", {})}
    return OpenBattle("case", attacker, defender, ground)


def _force(campaign: str, side: str, given: Mapping[str, Any]) -> Force:
    seats = {"justinian": ("byzantium", "barbarian"), "italia": ("red", "blue")}[campaign]
    units = tuple(
        ForceUnit(
            one["id"],
            one["power"],
            one.get("kind", "field" if campaign == "justinian" else "infantry"),
            one["sp"],
            one.get("leader"),
            one.get("facts", {}),
        )
        for one in given["units"]
    )
    facts = {key: value for key, value in given.items() if key not in ("units", "seat")}
    return Force(given.get("seat", seats[SIDES.index(side)]), units, {**LED[campaign], **facts})


def _line_key(row: Facts) -> str:
    """Return the key under which an answer lists a line of the bridge's calculation: the line's code, side
    and unit.
    """
    return " ".join(str(row[part]) for part in ("code", "side", "unit") if part in row)


def _count_types(muster: Muster) -> Mapping[str, Mapping[str, int]]:
    """Count the units on the board by seat and type. Return an empty mapping if the battle's scenario has no
    list of units.
    """
    found: dict[str, Counter[str]] = {}
    for one in muster.scenario.get("units", ()):
        found.setdefault(one["side"], Counter())[one["type"]] += 1
    return found


def _report_end(bridge: Bridge, battle: OpenBattle, muster: Muster, end: Mapping[str, Any]) -> BattleReport:
    """Return the report of a battle on a hex board that ended with the given losses."""
    rules = CCA.open(muster.scenario, muster.options)
    view: dict[str, Any] = dict(rules.view(rules.setup(Seeded(b"case", "setup", 0)).state, None))
    units, leaders = dict(view["units"]), dict(view["leaders"])
    armies = {seat: dict(army) for seat, army in view["armies"].items()}
    for at in end.get("gone", ()):
        del units[at]
    for seat in end.get("wiped_out", ()):
        units = {at: unit for at, unit in units.items() if unit["seat"] != seat}
    for at, lost in end.get("weak", {}).items():
        units[at] = {**units[at], "blocks": units[at]["blocks"] - lost}
    for at in [
        at for at, one in leaders.items() if one["name"] in (*end.get("dead", ()), *end.get("off", ()))
    ]:
        one = leaders.pop(at)
        if one["name"] in end.get("off", ()):
            armies[one["seat"]]["away"] = [*armies[one["seat"]]["away"], one["name"]]
    outcome = Outcome(won_by(end["winner"]) if end.get("winner") else (), end.get("reason", "banners"))
    return bridge.report(
        battle, muster, outcome, view | {"units": units, "leaders": leaders, "armies": armies}
    )


def _report_json(report: BattleReport) -> dict[str, Any]:
    return {
        "winner": report.winner or "",
        "holds": report.holds or "",
        "losses": report.losses,
        "fates": [list(fate) for fate in report.fates],
        "told": report.facts,
    }
