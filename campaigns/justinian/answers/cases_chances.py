"""Calculate the odds that cases in tests/cases/justinian ask for, such as those of a battle or a march."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import fields, is_dataclass
from fractions import Fraction
from typing import Any

from campaigns.justinian import forecast as odds
from campaigns.justinian.forecast import landings, prospects
from campaigns.justinian.forecast.prospects import Prospect, Threat
from campaigns.justinian.rules.battle.land_battle import (
    Group,
    LandBattle,
    attacker_drms,
    defender_drms,
)
from campaigns.justinian.rules.march import reach
from campaigns.justinian.rules.scenario.types import Troops
from campaigns.justinian.rules.sea.naval_battle import NavalBattle
from campaigns.justinian.rules.state.drms import total
from campaigns.justinian.rules.state.geography import Route
from campaigns.justinian.rules.state.position import Position, Setting
from campaigns.justinian.rules.state.progress import Sail

Given = Mapping[str, Any]


def chances(setting: Setting, given: Given) -> Any:
    """Return, as JSON, the odds that a case asks for."""
    if given["of"] == "power":
        return to_json(odds.activation_chances(setting.scn, given.get("out", ())))
    return to_json(OF[given["of"]](given))


def to_json(value: Any) -> Any:
    """Convert a value to JSON, with fractions and keys as text."""
    if isinstance(value, Fraction):
        return str(value)
    if isinstance(value, Mapping):
        return {str(key): to_json(one) for key, one in value.items()}
    if is_dataclass(value):
        return {f.name: to_json(getattr(value, f.name)) for f in fields(value)}
    return value


def _land(given: Given) -> odds.LandOdds:
    attackers, defenders = (
        tuple(Group(**group) for group in given[side]) for side in ("attackers", "defenders")
    )
    return odds.land(LandBattle("anywhere", attackers, defenders, **given.get("ground", {})))


OF: dict[str, Callable[[Given], Any]] = {
    "movement": lambda g: odds.movement_chances(g["rating"], g["bonus"]),
    "interception": lambda g: odds.interception_chance(g["control"], g["drm"]),
    "naval_interception": lambda g: odds.naval_interception_chance(g["patrols"]),
    "retreat": lambda g: odds.retreat_chances(
        g["control"], g["drm"], disorganised=g["disorganised"], defeated=g["defeated"]
    ),
    "pillage": lambda g: odds.pillage_chances(g["control"], g["disorganised"], g["sp"]),
    "pillage_after_victory": lambda g: odds.pillage_after_victory(g["control"], g["sp"]),
    "stranded": lambda g: odds.stranded_chances(g["sp"]),
    "alliance": lambda g: odds.alliance_table(g["drm"]),
    "recruit": lambda g: odds.recruit(Troops(g["base"], g["dice"]), g.get("room")),
    "levy": lambda g: odds.levy_chances(g["room"]),
    "event": lambda g: odds.event_chances(),
    "desertion": lambda g: odds.desertion_chance(g["randoms"]),
    "treasury": lambda g: odds.treasure_chances(g["dice"]),
    "sardinia": lambda g: odds.sardinian_chances(),
    "sardinia_held": lambda g: odds.sardinia_held(g["sp"], ships=g["ships"]),
    "battle": _land,
    "naval": lambda g: odds.naval(NavalBattle(*g["attacker"], *g["defender"])),
}


def forecast(pos: Position, given: Given) -> dict[str, Any]:
    """Forecast an army's march. Depending on the question, the answer has the places that the army can reach
    with the given MP, its chances in one of them, and the coasts where a fleet could land the army.
    """
    army = given["army"]
    found: dict[str, Any] = {}
    if "mp" in given:
        routes = reach.routes(pos, army, given["mp"])
        found |= {"routes": {place: _route(route) for place, route in routes.items()}}
        found |= {"may_end": sorted(p for p in routes if reach.may_end(pos, army, p))}
        found |= {"bonus": reach.bonus(pos.state, army)}
        if "to" in given:
            found |= _goal_facts(pos, army, routes[given["to"]])
    if "fleet" in given:
        ashore = landings.landings_before(pos, given["fleet"], given["port"], army)
        found |= {"landings": {one.province: _landing(one) for one in ashore}}
    elif pos.state.stack and isinstance(pos.state.stack[-1], Sail):
        ashore = landings.landings_ahead(pos, pos.state.stack[-1])
        found |= {"landings": {one.province: _landing(one) for one in ashore}}
    return found


def _route(route: Route) -> dict[str, Any]:
    steps = [[f"{line.code} {line.mp} {line.rule}" for line in step] for step in route.lines]
    return {"mp": route.total, "path": list(route.path), "steps": steps}


def _goal_facts(pos: Position, army: str, route: Route) -> dict[str, Any]:
    threats = prospects.threats(pos, army, route.path[-1])
    attacks = prospects.prospects(pos, army, route)
    return {
        "threats": _threats(threats),
        "unhindered": to_json(prospects.passage_chance(threats)),
        "attacks": [_attack(one) for one in attacks],
        "leavers": {
            one.target: {
                leaver.army: {way.province: to_json(way) for way in leaver.ways}
                for leaver in prospects.leavers(pos, army, route, one.target)
            }
            for one in attacks
        },
        "raised": prospects.with_recruits(pos, army).force_sp(army),
    }


def _threats(threats: Iterable[Threat]) -> dict[str, str]:
    return {threat.army: str(threat.chance) for threat in threats}


def _attack(one: Prospect) -> dict[str, Any]:
    battle = one.battle
    return {
        "target": one.target,
        "fought": str(one.fought),
        "wins": str(one.wins),
        "certain": one.certain,
        "sp": [battle.attacker_sp, battle.defender_sp],
        "drm": [total(attacker_drms(battle)), total(defender_drms(battle))],
        **to_json(one.chances),
    }


def _landing(one: landings.Landing) -> dict[str, Any]:
    return {
        "seas": list(one.seas),
        "patrols": one.patrols,
        "ships": one.ships,
        "threats": _threats(one.threats),
        "attacks": [_attack(attack) for attack in one.attacks],
    }
