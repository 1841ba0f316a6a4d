"""Answers to the cases of tests/cases/justinian about the contents of a position and the possible actions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from campaigns.justinian.rules import view
from campaigns.justinian.rules.battle.land_battle import BattleFought
from campaigns.justinian.rules.chapters import CODEC
from campaigns.justinian.rules.state.control import controllers
from campaigns.justinian.rules.state.progress import March
from campaigns.justinian.rules.state.state import BYZANTIUM, Army, State
from engine.codec import tag_of
from engine.game import Field, Many, Number, Option, Pick, Share

if TYPE_CHECKING:
    from campaigns.justinian.rules.system import JustinianRules


def describe_result(rules: JustinianRules, state: State, events: list[Any]) -> dict[str, Any]:
    decision = rules.decision(state)
    top = state.stack[-1] if state.stack else None
    return {
        **_lists(rules, state),
        "battle": _last_battle(events),
        "told": {tag_of(type(e)): CODEC.write(e) for e in events},
        "may": _may(rules, state),
        "offers": _list_offers(rules, state),
        "asked": {k: plain(v) for k, v in decision.facts.items() if v is not None} if decision else {},
        "rule_asked": decision.rule if decision else "",
        "default": plain(CODEC.write(decision.default)) if decision else {},
        "active": plain(view.active(state)) if view.active(state) else {},
        "phase": view.phase(state),
        "seen": plain(rules.view(state, None)),
        "opened": _opened_battle(rules, state),
        "gold": state.gold,
        "debt": state.debt,
        "turn": state.turn,
        "armies": {a.id: _army(a) for a in state.armies.values()},
        "gone": sorted(state.gone),
        "away": sorted(state.away),
        "frontier": {p: g.sp for p, g in state.frontier.items()},
        "unpaid": sorted(
            [p for p, g in state.frontier.items() if g.unpaid]
            + [a.id for a in state.armies.values() if a.unpaid]
        ),
        "detached": {p: dict(here) for p, here in state.detached.items()},
        "fleets": {k: f.sp for k, f in state.fleets.items()},
        "markers": dict(state.markers),
        "forts": sorted(state.forts),
        "treasuries": dict(state.treasuries),
        "alliances": dict(state.alliances),
        "recruited": sorted(state.recruited),
        "control": controllers(rules.setting.scn, state),
        "decision": decision.kind if decision else None,
        "seat": decision.seat if decision else None,
        "mp": top.mp if isinstance(top, March) else None,
        "events": [tag_of(type(e)) for e in events],
        "history": [plain({"kind": tag_of(type(e)), **CODEC.write(e)}) for e in events],
        "lost_segments": state.lost_segments,
        "nika": state.nika,
        "ended": state.ended,
        "victor": state.victor,
    }


def _lists(rules: JustinianRules, state: State) -> dict[str, Any]:
    powers = (BYZANTIUM, *rules.setting.scn.powers)
    return {
        "on_map": sorted(a.id for a in state.armies.values() if a.at in rules.setting.scn.provinces),
        "garrisons": sorted(state.frontier),
        "detachments": sorted(f"{power}@{p}" for p, here in state.detached.items() for power in here),
        "ports": sorted(state.fleets),
        "marked": sorted(state.markers),
        "revolts": sorted(p for p, m in state.markers.items() if m == "revolt"),
        "cup": list(state.cup),
        "losers": sorted(state.losers),
        "lone": dict(state.lone),
        "sp": {power: state.power_sp(power) for power in powers},
        "treasuries_at": sorted(state.treasuries.values()),
        "epidemics": state.epidemics,
        "segments": state.segments,
    }


def _last_battle(events: list[Any]) -> dict[str, Any] | None:
    found = [e for e in events if isinstance(e, BattleFought)]
    if not found:
        return None
    last = found[-1]
    return {
        "attacker_sp": last.attacker_sp,
        "defender_sp": last.defender_sp,
        "attacker_drm": sum(last.attacker_drms.values()),
        "defender_drm": sum(last.defender_drms.values()),
        "attacker_loses": last.attacker_loses,
        "defender_loses": last.defender_loses,
        "winner": last.winner,
    }


def _may(rules: JustinianRules, state: State) -> dict[str, Any]:
    decision = rules.decision(state)
    found: dict[str, dict[str, set[Any]]] = {}
    for choice in rules.choices(state, decision.seat) if decision else ():
        fields = found.setdefault(choice.kind, {})
        for name, value in choice.fixed.items():
            if isinstance(value, str | int):
                fields.setdefault(name, set()).add(value)
        for field in choice.fields:
            options = field.options if isinstance(field, Pick | Many | Share) else ()
            values = [option.value for option in options if option.value is not None]
            fields.setdefault(field.name, set()).update(values)
    return {kind: {name: sorted(v) for name, v in fields.items()} for kind, fields in found.items()}


def _list_offers(rules: JustinianRules, state: State) -> list[dict[str, Any]]:
    """Return the offered choices in order. Each has its fixed fields, the possible values of other fields
    with their facts, and its section.
    """
    decision = rules.decision(state)
    found: list[dict[str, Any]] = []
    for choice in rules.choices(state, decision.seat) if decision else ():
        offer: dict[str, Any] = {"kind": choice.kind, "rule": choice.rule}
        offer |= {"fixed": plain(choice.fixed)} if choice.fixed else {}
        offer |= {field.name: _values(field) for field in choice.fields}
        found.append(offer | ({"about": plain(choice.facts)} if choice.facts else {}))
    return found


def _values(field: Field) -> Any:
    if isinstance(field, Number):
        return [field.low, field.high]
    if not isinstance(field, Pick | Many | Share):
        return []
    return [_option(option) for option in field.options]


def _option(option: Option) -> Any:
    told = plain(option.facts) | ({"low": option.low} if option.low else {})
    told |= {"high": option.high} if option.high is not None else {}
    return {"value": plain(option.value), **told} if told else plain(option.value)


def _opened_battle(rules: JustinianRules, state: State) -> dict[str, Any]:
    """Describe an open battle that can be fought elsewhere: its terrain, sides and units. Return {} if there
    is none.
    """
    battle = rules.opens(state)
    if battle is None:
        return {}
    sides = {"attacker": battle.attacker, "defender": battle.defender}
    forces = {name: {unit.id: unit.sp for unit in force.units} for name, force in sides.items()}
    units = [unit for force in sides.values() for unit in force.units]
    return {
        "ground": plain(battle.ground),
        "rule": battle.rule,
        **forces,
        "sides": {name: plain({"seat": force.seat, **force.facts}) for name, force in sides.items()},
        "units": {
            unit.id: plain({"power": unit.power, "kind": unit.kind, "leader": unit.leader, **unit.facts})
            for unit in units
        },
    }


def plain(value: Any) -> Any:
    """Convert a value to JSON for a case file. A missing value becomes "none"."""
    if isinstance(value, Mapping):
        return {str(name): plain(one) for name, one in value.items()}
    if isinstance(value, list | tuple):
        return [plain(one) for one in value]
    return "none" if value is None else value


def _army(army: Army) -> dict[str, Any]:
    return {
        "at": army.at,
        "sp": army.sp,
        "total": army.total,
        "allied": dict(army.allied),
        "leader": army.leader,
        "disorganised": army.disorganised,
        "defeated": army.defeated,
        "unpaid": army.unpaid,
        "head": army.head,
    }
