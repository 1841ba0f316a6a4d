"""Run the test cases about a battlefield's terrain, or about a battle and its first steps."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from battles.dba.answers.cases_told import describe_battle as told_of
from battles.dba.rules.system import DBA
from battles.dba.rules.table import terrain
from battles.dba.rules.table.rules import TableRules
from battles.dba.rules.table.state import RED, SEATS, TableState
from battles.dba.rules.troops import TROOPS
from engine.dice import Scripted
from engine.game import BadScenario, IllegalAction, Json


def run_terrain(given: Mapping[str, Json]) -> Mapping[str, Json]:
    """Return a battlefield's fault codes, sorted. A legal battlefield has none."""
    pieces = tuple(
        terrain.Piece(p["kind"], tuple(p["quarters"]), p.get("length_mm", 0), p.get("width_mm", 0))
        for p in given["pieces"]
    )
    return {"faults": sorted({code for code, _ in terrain.faults(given["topography"], pieces)})}


def run_battle(given: Mapping[str, Json], steps: Sequence[Mapping[str, Json]]) -> Mapping[str, Json]:
    """Return a description of the battle after the given steps, or the reason a step was refused. If the
    armies cannot fight, return the mistakes in them.
    """
    try:
        DBA.open(scenario(given), options(given))
    except BadScenario as bad:
        return {"mistakes": {mistake.path: mistake.code for mistake in bad.mistakes}}
    rules, state, told = begin(given)
    for step in steps:
        try:
            state, told = execute(rules, state, step)
        except IllegalAction as refusal:
            return {"refused": [refusal.code], "section": refusal.rule}
    return _answer(rules, state, told) | told_of(rules, state, given.get("seat") or state.active or RED, told)


def begin(given: Mapping[str, Json]) -> tuple[TableRules, TableState, tuple[Any, ...]]:
    """Return the rules, the state before the first step, and the events of the set-up."""
    rules = DBA.open(scenario(given), options(given))
    first = rules.setup(Scripted([]))
    state = first.state
    if given.get("guided") or "ground" in given:
        return rules, state, first.events
    table = {"kind": "set_table", "invader": "red"} | {
        name: given[name] for name in ("bua", "river", "garrison", "terrain") if name in given
    }
    return rules, execute(rules, state, table)[0], ()


def scenario(given: Mapping[str, Json]) -> dict[str, Json]:
    """Return the scenario with the two armies of a test case."""
    ground = {"ground": given["ground"]} if "ground" in given else {}
    return {"armies": {seat: _army(seat, given[seat]) for seat in SEATS}, **ground}


def options(given: Mapping[str, Json]) -> dict[str, Json]:
    asked = {name: given[name] for name in ("hands", "nightfall") if name in given}
    return {"setup": "guided" if given.get("guided") else "quick", **asked}


_FACTS = ("aggression", "topography", "camp", "command", "steadiness", "name")


def _army(seat: str, army: Mapping[str, Json]) -> Mapping[str, Json]:
    """Return an army whose elements are numbered r1, r2, ... or b1, b2, ... The first element is the
    general's. Camp followers are called rf or bf.
    """
    letter = seat[0]
    names = [(f"{letter}{number}", kind) for number, kind in enumerate(army["types"], 1)]
    names += [(f"{letter}f", "Followers")] if army.get("followers") else []
    elements = [_element(name, kind, army.get("dismounts", {}).get(kind)) for name, kind in names]
    elements[0]["general"] = True
    facts = {"aggression": 1, "topography": "arable"} | {k: army[k] for k in _FACTS if k in army}
    for name, more in army.get("elements", {}).items():
        next(e for e in elements if e["id"] == name).update(more)
    return {"name": seat, "elements": elements, **facts}


def _element(name: str, kind: str, on_foot: str | None) -> dict[str, Json]:
    base = {"code": kind, "type": kind, "depth_mm": _depth(kind), "figures": 3}
    if on_foot is None:
        return {"id": name, **base}
    foot = {"code": on_foot, "type": on_foot, "depth_mm": _depth(on_foot), "figures": 4}
    return {"id": name, **base, "dismounts": foot}


def _depth(kind: str) -> int:
    return TROOPS[kind].depths[0] if kind in TROOPS else 20


def execute(rules: TableRules, state: TableState, step: Mapping[str, Json]) -> tuple[TableState, Any]:
    facts = {k: v for k, v in step.items() if k not in ("dice", "by")}
    dice = Scripted(list(step.get("dice", ())))
    done = rules.apply(state, step.get("by") or state.active or "red", DBA.codec.read(facts), dice)
    if dice.faces:
        raise ValueError(f"{facts['kind']}: dice left over")
    return done.state, done.events


def _answer(rules: TableRules, state: TableState, told: tuple[Any, ...]) -> dict[str, Json]:
    view, end = rules.view(state, None), rules.outcome(state)
    lost = sorted(name for name, e in state.elements.items() if e.where == "lost")
    answer: dict[str, Json] = {
        "phase": state.phase,
        "bound": state.bound,
        "active": state.active,
        "pips": state.pips,
        "lost": lost,
        "where": {name: e.where for name, e in state.elements.items()},
        "sacking": sorted(name for name, e in state.elements.items() if e.sacking),
        "standing": {seat: view["armies"][seat]["standing"] for seat in SEATS},
        "camps": {seat: camp.holder for seat, camp in state.camps.items() if camp.pitched},
        "events": [type(event).__name__ for event in told],
    }
    bua = state.bua
    answer["bua"] = {"holder": bua.holder, "denizens": bua.denizens, "loyal_to": bua.loyal_to} if bua else {}
    answer["river"] = state.river.nature if state.river else ""
    if state.invader:
        answer |= {"invader": state.invader, "defender": state.defender}
    if end:
        answer |= {"winner": end.winner or "", "how": state.ending.reason if state.ending else ""}
    return answer
