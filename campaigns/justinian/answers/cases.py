"""Answers to the cases of tests/cases/justinian (docs/cases.md).
``given["ask"]`` names the question: a table, a battle, or "play". The question "play" sets up forces,
carries out actions with scripted dice, and describes the final position.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cache
from typing import Any

from campaigns.justinian.answers.cases_chances import chances, forecast
from campaigns.justinian.answers.cases_told import describe_result, plain
from campaigns.justinian.rules.battle import land_battle
from campaigns.justinian.rules.chapters import ORDER_KINDS
from campaigns.justinian.rules.march import interception
from campaigns.justinian.rules.scenario.loading import STANDARD
from campaigns.justinian.rules.sea import naval_battle
from campaigns.justinian.rules.segment import alliance
from campaigns.justinian.rules.segment.ally import joinable_armies
from campaigns.justinian.rules.setting_up.setup import SetUp, blank
from campaigns.justinian.rules.state import drms, fleets, geography, tables
from campaigns.justinian.rules.state.control import controller, controllers, prefectures_held
from campaigns.justinian.rules.state.play import Play
from campaigns.justinian.rules.state.position import Position
from campaigns.justinian.rules.state.progress import BarbarianSegment, ByzantineSegment, March
from campaigns.justinian.rules.state.state import BYZANTIUM, Army, Fleet, Garrison, State, minor_army
from campaigns.justinian.rules.state.values import FleetKey
from campaigns.justinian.rules.system import JUSTINIAN, JustinianRules
from campaigns.justinian.rules.turn import levy, revenue
from campaigns.justinian.rules.turn.sequence import Turn
from engine.codec import canonical
from engine.dice import Roll, Scripted
from engine.frames import Frame
from engine.game import BadScenario, BattleReport, Number, Refusal

Given = Mapping[str, Any]


def run(given: Given) -> dict[str, Any]:
    """Return the answer to a case. A refusal becomes {"refused": code, "rule": section, "why": facts}."""
    try:
        return ASK[given["ask"]](given)
    except Refusal as refusal:
        return _refusal_facts(refusal)


def _refusal_facts(refusal: Refusal) -> dict[str, Any]:
    return {"refused": refusal.code, "rule": refusal.rule, "why": plain(refusal.facts)}


def game(
    options: Given | None = None, scenario: str = STANDARD, counters: Given | None = None
) -> JustinianRules:
    """Return the rules for a built-in scenario. ``counters`` changes the number of counters."""
    return _open_rules(canonical(options or {}), scenario, canonical(counters or {}))


@cache
def _open_rules(options: str, scenario: str, counters: str) -> JustinianRules:
    """Return the rules for options, a scenario and counters given as JSON. They are cached because most
    cases share them.
    """
    raw = JUSTINIAN.scenario(scenario)
    changed = {name: {"value": value} for name, value in json.loads(counters).items()}
    return JUSTINIAN.open({**raw, "counters": {**raw["counters"], **changed}}, json.loads(options))


def game_of(given: Given) -> JustinianRules:
    """Return the rules for a case's options, scenario and counters."""
    return game(given.get("options"), given.get("scenario", STANDARD), given.get("counters"))


def position(rules: JustinianRules, given: Given) -> State:
    """Return a state in the middle of a turn with only the given forces. A leader whose power has an off-map
    box is in that box, unless the case places or removes the leader.
    """
    state = blank(rules.setting)
    armies = {k: a for k, a in state.armies.items() if k not in given.get("removed", ())}
    for army_id, facts in given.get("armies", {}).items():
        leader = rules.setting.scn.leaders.get(army_id)
        power = leader.power if leader else BYZANTIUM
        body = {"leader": army_id if leader else None, **facts}
        armies[army_id] = Army(id=army_id, power=power, **body)
    used = {a.leader for a in armies.values()} | set(given.get("lone", {}))
    cup = given.get("cup", [m for m in rules.setting.scn.magistri_militum if m not in used])
    return replace(
        state,
        turn=given.get("turn", 2),
        gold=given.get("gold", 30),
        armies=armies,
        frontier={p: _garrison(g) for p, g in given.get("frontier", {}).items()},
        detached={p: dict(here) for p, here in given.get("detached", {}).items()},
        fleets={FleetKey(f.power, f.at): f for f in _read_fleets(given)},
        markers=dict(given.get("markers", state.markers)),
        treasuries=dict(given.get("treasuries", state.treasuries)),
        alliances=dict(given.get("alliances", {})),
        cup=tuple(sorted(cup)),
        stack=(Turn("activation"), *_read_frames(given.get("doing", {"segment": BYZANTIUM}))),
        **_optional_fields(given),
    )


SETS = ("recruited", "gone", "away", "losers", "forts", "spent_counters")
COUNTS = ("debt", "epidemics", "lost_segments", "selects", "randoms", "segments")
PLAIN = (*COUNTS, "epidemic_revenue", "europa_lost", "nika", "lone", "double")


def _optional_fields(given: Given) -> dict[str, Any]:
    sets = {name: frozenset(given[name]) for name in SETS if name in given}
    return {**sets, **{name: given[name] for name in PLAIN if name in given}, **given.get("more", {})}


def _garrison(facts: Any) -> Garrison:
    return Garrison(**facts) if isinstance(facts, Mapping) else Garrison(facts)


def _read_fleets(given: Given) -> list[Fleet]:
    """Read fleets, given as "power@place" -> SP or {sp, unpaid}."""
    found = []
    for key, facts in given.get("fleets", {}).items():
        fleet = FleetKey.parse(key)
        body = facts if isinstance(facts, Mapping) else {"sp": facts}
        found.append(Fleet(fleet.power, fleet.place, **body))
    return found


def _read_frames(doing: Given) -> tuple[Frame, ...]:
    if "march" in doing:
        below = BarbarianSegment("done") if doing["seat"] == "barbarian" else ByzantineSegment("done")
        body = {k: v for k, v in doing.items() if k not in ("march", "seat")}
        return (below, March(doing["march"], doing["seat"], **body))
    return (ByzantineSegment(),) if doing["segment"] == BYZANTIUM else (BarbarianSegment(),)


def play(given: Given) -> dict[str, Any]:
    """Carry out the actions of a case, each with its seat and dice, and describe the final position."""
    rules, rolls = game_of(given), list[Roll]()
    state, events = start(rules, given, rolls)
    for action in given.get("actions", ()):
        try:
            state, more = execute(rules, state, action, rolls)
        except Refusal as refusal:
            return {**describe_result(rules, state, events), **_refusal_facts(refusal)}
        events += more
    rolled = [" ".join((roll.throw.purpose, roll.throw.rule, roll.throw.seat)) for roll in rolls]
    return {**describe_result(rules, state, events), "rolled": rolled}


def execute(
    rules: JustinianRules, state: State, action: Given, rolls: list[Roll] | None = None
) -> tuple[State, list[Any]]:
    """Carry out one action of a case, with its seat and dice, and return the new state and the events.
    ``rolls`` records the dice. Raises an error if the rules refuse the action or dice are left over.
    """
    (decision,) = rules.pending(state)
    rolled = "faces" if "faces" in action else "dice"  # for take_treasury, "dice" is a field of the action
    body = {k: v for k, v in action.items() if k not in ("seat", rolled, "orders")}
    dice = Scripted(list(action.get(rolled, [])), rolls=[] if rolls is None else rolls)
    seat = action.get("seat", decision.seat)
    if "report" in action:
        answer = rules.report(state, BattleReport(**{"winner": None, **action["report"]}))
    else:
        answer = JUSTINIAN.codec.read(body) if body else _order_answer(rules, state, action["orders"])
    step = rules.apply(state, seat, answer, dice)
    if dice.faces:
        raise ValueError(f"dice left over after {body}: {dice.faces}")
    return step.state, list(step.events)


def _order_answer(rules: JustinianRules, state: State, orders: Given) -> Any:
    (decision,) = rules.pending(state)
    ordered = rules.standing(state, decision, orders)
    return decision.default if ordered is None else ordered


def start(rules: JustinianRules, given: Given, rolls: list[Roll] | None = None) -> tuple[State, list[Any]]:
    """Return the state in which a case begins, and the events so far. A case about a set-up or a step of the
    turn is advanced to its first decision.
    """
    state = position(rules, given)
    if "step" in given:
        state = replace(state, stack=(Turn(given["step"]),))
    elif "set_up" in given:
        state = replace(state, stack=(Turn("begin"), SetUp(given["set_up"])))
    else:
        return state, []
    work = Play(
        Position(rules.setting, state),
        Scripted(list(given.get("dice", [])), rolls=[] if rolls is None else rolls),
    )
    rules.drive(work)
    return work.state, work.events


# --- tables, battles and scenarios ---


def _resolve_battle(given: Given) -> dict[str, Any]:
    """Resolve the battle of a case from its two sides, terrain and dice, and return the result as JSON."""
    attackers, defenders = (
        tuple(land_battle.Group(**g) for g in given[s]) for s in ("attackers", "defenders")
    )
    battle = land_battle.LandBattle("anywhere", attackers, defenders, **given.get("ground", {}))
    result = land_battle.resolve(battle, given["dice"][0], given["dice"][1])
    return {
        "attacker_drm": drms.total(result.attacker_drms),
        "defender_drm": drms.total(result.defender_drms),
        "attacker_loses": result.attacker_loses,
        "defender_loses": result.defender_loses,
        "winner": result.winner or ("tie" if result.tie else "nobody"),
    }


def _naval(given: Given) -> dict[str, Any]:
    battle = naval_battle.NavalBattle(*given["attacker"], *given["defender"])
    result = naval_battle.resolve(battle, *given["dice"])
    return {
        "attacker_score": result.attacker_score,
        "defender_score": result.defender_score,
        "attacker_loses": result.attacker_loses,
        "defender_loses": result.defender_loses,
        "winner": result.winner or "tie",
    }


def _revenue(given: Given) -> dict[str, Any]:
    rules = game_of(given)
    found = revenue.budget(Position(rules.setting, position(rules, given)))
    return {"net": found.net, "printed": sum(found.printed.values()), "debt_left": found.debt_left}


def _control(given: Given) -> dict[str, Any]:
    rules = game_of(given)
    state = position(rules, given)
    held = controllers(rules.setting.scn, state)
    if "province" not in given:
        return {"prefectures": sorted(prefectures_held(rules.setting.scn, held))}
    return {"holder": controller(state, given["province"])}


def _hosts(given: Given) -> dict[str, Any]:
    rules = game_of(given)
    state = position(rules, given)
    ally = minor_army(state, given["power"])
    return {"armies": sorted(a.id for a in joinable_armies(Position(rules.setting, state), ally))}


def _retreat(given: Given) -> dict[str, Any]:
    check = land_battle.retreat_before(
        given["control"],
        given["die"],
        given.get("drm", 0),
        disorganised=given.get("disorganised", False),
        defeated=given.get("defeated", False),
    )
    return {"disorganised": check.disorganised, "sp_lost": check.sp_lost}


def _shortage(given: Given) -> dict[str, Any]:
    rules = game_of(given)
    return {"lack": levy.shortage(Position(rules.setting, position(rules, given)))}


def _scenario_mistakes(given: Given) -> dict[str, Any]:
    """Return the mistakes of a built-in scenario after the case has changed or removed some values (path of
    keys -> value).
    """
    raw = json.loads(json.dumps(JUSTINIAN.scenario(given.get("scenario", STANDARD))))
    for path, value in given.get("change", {}).items():
        part, last = _part(raw, path)
        part[last] = value
    for path in given.get("without", ()):
        part, last = _part(raw, path)
        del part[last]
    try:
        JUSTINIAN.open(raw, given.get("options", {}))
    except BadScenario as bad:
        return {
            "mistakes": {m.path: m.code for m in bad.mistakes},
            "about": {m.path: plain(m.facts) for m in bad.mistakes},
            "all": sorted(f"{m.path} {m.code}" for m in bad.mistakes),
        }
    return {"mistakes": {}, "about": {}, "all": []}


def _settings(given: Given) -> dict[str, Any]:
    return {
        "options": {field.name: _field_values(field) for field in JUSTINIAN.options()},
        "orders": {
            kind.decision: {"rule": kind.rule, **{field.name: _field_values(field) for field in kind.fields}}
            for kind in ORDER_KINDS
        },
    }


def _field_values(field: Any) -> list[Any]:
    """Return the values that a player can pick in a field. For a number, return the lowest, the highest and
    the default.
    """
    if isinstance(field, Number):
        return [field.low, field.high, field.default]
    return [option.value for option in field.options]


def _part(raw: Any, path: str) -> tuple[Any, Any]:
    *above, last = path.split("/")
    for key in above:
        raw = raw[int(key) if isinstance(raw, list) else key]
    return raw, int(last) if isinstance(raw, list) else last


def _forecast(given: Given) -> dict[str, Any]:
    rules = game_of(given)
    state, _events = start(rules, given)
    for action in given.get("actions", ()):
        state, _events = execute(rules, state, action)
    return forecast(Position(rules.setting, state), given)


ASK: dict[str, Callable[[Given], dict[str, Any]]] = {
    "play": play,
    "battle": _resolve_battle,
    "naval": _naval,
    "revenue": _revenue,
    "control": _control,
    "hosts": _hosts,
    "retreat": _retreat,
    "shortage": _shortage,
    "scenario": _scenario_mistakes,
    "settings": _settings,
    "forecast": _forecast,
    "chances": lambda g: {"chances": chances(game_of(g).setting, g)},
    "battle_table": lambda g: {"loses": tables.battle_result(g["sp"], g["die"])},
    "movement": lambda g: {"mp": tables.movement_allowance(g["rating"], g["die"])},
    "differential": lambda g: {"drm": tables.strength_differential(g["own"], g["other"])},
    "army_upkeep": lambda g: {"gold": tables.army_upkeep(g["sp"])},
    "frontier_upkeep": lambda g: {"gold": tables.frontier_upkeep(g["sp"])},
    "alliance": lambda g: {"side": alliance.side_of(g["die"] + g["drm"] + alliance.bribe_drm(g["bribe"]))},
    "event": lambda g: {"event": tables.event(g["die"])},
    "revolt": lambda g: {"revolt": tables.revolt(g["die"])},
    "power": lambda g: {"power": game_of(g).setting.scn.power_by_number(g["number"]).id},
    "interception": lambda g: {"success": interception.succeeds(g["control"], g["die"], g["drm"])},
    "pillage": lambda g: {"sp": land_battle.pillage_loss(g["control"], g["die"], g["disorganised"], g["sp"])},
    "drowned": lambda g: {"sp": fleets.transport_loss(g["sp"], g["fleets"])},
    "halved": lambda g: {"score": naval_battle.halve_die(g["die"])},
    "border": lambda g: {"kind": geography.neighbours(game_of(g).setting.scn, g["from"]).get(g["to"])},
}
