"""Every kind of battle in Justinian, reached by the campaign's own rules and fought with DBA.

``KINDS`` are positions in the format of campaigns.justinian.answers.cases, with the actions that lead to
the battle. bench/bridge.py measures the same kinds.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from battles.cataphract.rules.system import CATAPHRACT
from battles.cca.rules.system import CCA
from battles.dba.rules.system import DBA
from battles.schiere.rules.system import SCHIERE
from campaigns.bridge.justinian_dba import BRIDGE
from campaigns.justinian import forecast as odds
from campaigns.justinian.answers.cases import game, position
from campaigns.justinian.rules.battle.bridge_forces import pending_battle
from campaigns.justinian.rules.battle.forces import land_battle
from campaigns.justinian.rules.battle.land_battle import LandBattle
from campaigns.justinian.rules.state.position import Position
from campaigns.justinian.rules.state.state import State
from campaigns.justinian.rules.system import JUSTINIAN, JustinianRules
from engine.bots import ask_own_bot, positions
from engine.dice import Seeded
from engine.game import BattleReport, Bridge, Facts, Muster, OpenBattle, Outcome, Rules

SCENARIO = JUSTINIAN.scenario("justinian")
BYZ, BAR = "byzantium", "barbarian"


def march(army: str, seat: str = BYZ, **more: Any) -> dict[str, Any]:
    return {"march": army, "seat": seat, "mp": 5, **more}


def at(place: str, sp: int, leader: str | None = None, **more: Any) -> dict[str, Any]:
    return {"at": place, "sp": sp, **({"leader": leader} if leader else {}), **more}


ATTACK = {"kind": "attack", "target": "all"}
GOTHS_AT_ROME = {"witigis": at("campania", 12), "italia": at("valeria", 16, "belisarius")}

KINDS: dict[str, dict[str, Any]] = {
    "field armies, even": {
        "doing": march("illyricum"),
        "armies": {"illyricum": at("praevalitana", 12, "buzes"), "witigis": at("praevalitana", 12)},
        "actions": [ATTACK],
    },
    "field armies, two to one": {
        "doing": march("illyricum"),
        "armies": {"illyricum": at("praevalitana", 20, "buzes"), "witigis": at("praevalitana", 10)},
        "actions": [ATTACK],
    },
    "a great leader (battle 2)": {
        "doing": march("illyricum"),
        "armies": {"illyricum": at("praevalitana", 12, "belisarius"), "witigis": at("praevalitana", 12)},
        "actions": [ATTACK],
    },
    "small forces": {
        "doing": march("illyricum"),
        "armies": {"illyricum": at("praevalitana", 4, "buzes"), "witigis": at("praevalitana", 3)},
        "actions": [ATTACK],
    },
    "five to one": {
        "doing": march("illyricum"),
        "armies": {"illyricum": at("praevalitana", 20, "buzes"), "witigis": at("praevalitana", 4)},
        "actions": [ATTACK],
    },
    "twelve to one": {
        "doing": march("illyricum"),
        "armies": {"illyricum": at("praevalitana", 36, "buzes"), "witigis": at("praevalitana", 3)},
        "actions": [ATTACK],
    },
    "frontier troops in the open": {
        "doing": march("perozes", BAR),
        "armies": {"perozes": at("euphratensis", 10)},
        "frontier": {"cilicia_ii": 9},
        "actions": [{"kind": "move_army", "to": "cilicia_ii"}, ATTACK],
    },
    "frontier troops, fort": {
        "doing": march("perozes", BAR),
        "armies": {"perozes": at("osrhoene", 12)},
        "frontier": {"euphratensis": 9},
        "actions": [{"kind": "move_army", "to": "euphratensis"}, ATTACK],
    },
    "frontier troops, city": {
        "doing": march("perozes", BAR),
        "armies": {"perozes": at("mesopotamia", 12)},
        "frontier": {"osrhoene": 9},
        "actions": [{"kind": "move_army", "to": "osrhoene"}, ATTACK],
    },
    "detached SP": {
        "doing": march("italia"),
        "armies": {"italia": at("aemilia", 10, "buzes")},
        "detached": {"aemilia": {"ostrogoths": 8}},
        "actions": [ATTACK],
    },
    "a field army in a city": {
        "doing": march("italia"),
        "armies": GOTHS_AT_ROME,
        "actions": [{"kind": "move_army", "to": "campania"}, ATTACK],
    },
    "several armies": {
        "doing": march("illyricum"),
        "armies": {
            "illyricum": at("aemilia", 10, "belisarius"),
            "italia": at("aemilia", 8, "bessas", head="illyricum"),
            "totila": at("aemilia", 9),
            "teias": at("aemilia", 7),
        },
        "removed": ["witigis", "athalaric"],
        "actions": [ATTACK],
    },
    "everything in the province": {
        "doing": march("italia"),
        "armies": {"italia": at("aemilia", 14, "sittas"), "witigis": at("aemilia", 8)},
        "detached": {"aemilia": {"ostrogoths": 4, "franks": 2}},
        "actions": [ATTACK],
    },
    "one army of several": {
        "doing": march("italia"),
        "armies": {"italia": at("aemilia", 14, "sittas"), "witigis": at("aemilia", 8)},
        "detached": {"aemilia": {"ostrogoths": 4, "franks": 2}},
        "actions": [{"kind": "attack", "target": "witigis"}],
    },
    "combined operation": {
        "doing": march("totila", BAR),
        "armies": {
            "totila": at("aemilia", 10),
            "franks_leader": at("aemilia", 8, head="totila"),
            "italia": at("aemilia", 12, "belisarius"),
        },
        "removed": ["witigis", "athalaric"],
        "turn": 5,
        "actions": [ATTACK],
    },
    "allies in one army": {
        "doing": march("illyricum"),
        "armies": {
            "illyricum": at("praevalitana", 8, "germanus", allied={"lombards": 4, "kotrigur_huns": 2}),
            "witigis": at("praevalitana", 12),
        },
        "alliances": {"lombards": BYZ, "kotrigur_huns": BYZ},
        "actions": [ATTACK],
    },
    "the Lazi levy": {
        "doing": march("chosroes", BAR),
        "armies": {"chosroes": at("persia_box", 10)},
        "actions": [{"kind": "move_army", "to": "lazica"}],
    },
    "over a strait": {
        "doing": march("illyricum"),
        "armies": {"illyricum": at("sicilia", 14, "buzes"), "witigis": at("lucania_et_brutti", 10)},
        "actions": [
            {"kind": "move_army", "to": "lucania_et_brutti"},
            {"kind": "attack", "target": "witigis"},
        ],
    },
    "a landing": {
        "doing": {"segment": BYZ},
        "armies": {"italia": at("epirus_nova", 14, "buzes"), "witigis": at("lucania_et_brutti", 10)},
        "fleets": {"byzantium@epirus_nova": 2},
        "actions": [
            {"kind": "activate_fleet", "power": BYZ, "place": "epirus_nova", "sp": 2, "army": "italia"},
            {"kind": "sail_to", "sea": "mar_ionio"},
            {"kind": "put_in", "province": "lucania_et_brutti"},
            ATTACK,
        ],
    },
    "box to box": {
        "doing": march("alamanni_leader", BAR),
        "armies": {"alamanni_leader": at("alamanni_box", 14)},
        "actions": [{"kind": "move_army", "to": "lombards_box"}],
    },
    "an interception": {
        "doing": march("chosroes", BAR),
        "armies": {"chosroes": at("osrhoene", 14), "oriens": at("euphratensis", 12, "sittas")},
        "actions": [
            {"kind": "move_army", "to": "euphratensis"},
            {"kind": "intercept_with", "armies": ["oriens"]},
        ],
    },
    "a disorganised and defeated army": {
        "doing": march("illyricum"),
        "armies": {
            "illyricum": at("praevalitana", 12, "buzes"),
            "witigis": at("praevalitana", 12, defeated=True, disorganised=True),
        },
        "actions": [ATTACK],
    },
}


@dataclass(frozen=True)
class Opened:
    """A campaign that waits for a battle."""

    rules: JustinianRules
    state: State
    battle: OpenBattle

    @property
    def land(self) -> LandBattle:
        frame = pending_battle(self.state)
        assert frame is not None
        return land_battle(Position(self.rules.setting, self.state), frame)

    @property
    def chances(self) -> odds.LandOdds:
        """The exact chances of this battle by the campaign's combat table."""
        return odds.land(self.land)


def opened(kind: str, **options: Any) -> Opened:
    """Play the campaign up to the opening of a battle of this kind."""
    for seed in range(40):  # dice before the battle (interception, the levy) can prevent it
        found = _attempt(KINDS[kind], seed, options)
        if found is not None:
            return found
    raise AssertionError(f"{kind}: no battle")


def _attempt(given: dict[str, Any], seed: int, options: dict[str, Any]) -> Opened | None:
    rules = game({"battles": "open", **options})
    state, number = position(rules, given), 0
    todo = list(given["actions"])
    while not (waiting := rules.opens(state)):
        (decision,) = rules.pending(state)
        number += 1
        if decision.kind == "retreat_before":
            body: dict[str, Any] = {"kind": "stand"}
        elif decision.kind == "intercept" and (not todo or todo[0]["kind"] != "intercept_with"):
            body = {"kind": "intercept_with", "armies": []}
        elif decision.kind == "command":
            body = JUSTINIAN.codec.write(decision.default)
        elif todo:
            body = todo.pop(0)
        else:
            return None
        dice = Seeded(b"lead", str(seed), number)
        state = rules.apply(state, decision.seat, JUSTINIAN.codec.read(body), dice).state
    return Opened(rules, state, waiting)


@dataclass(frozen=True)
class Fought:
    report: BattleReport
    view: Facts
    muster: Muster
    outcome: Outcome


def fought(campaign: Opened, seed: int, muster: Muster | None = None, bridge: Bridge = BRIDGE) -> Fought:
    return on_the_table(campaign.battle, seed, muster, bridge)


def on_the_table(
    battle: OpenBattle, seed: int, muster: Muster | None = None, bridge: Bridge = BRIDGE
) -> Fought:
    """Let the battle system's bots fight the battle; return it with the bridge's report."""
    muster = muster or bridge.muster(battle, SCENARIO)
    if bridge.fought_by == "dba":
        rules: Rules[Any] = DBA.open(muster.scenario, {"setup": "quick", **muster.options})
    elif bridge.battle == "schiere":
        rules = SCHIERE.open(muster.scenario, muster.options)
    else:
        return by_imagination(battle, seed, muster, bridge)
    state, step = rules.setup(Seeded(b"s", "b", 0)).state, 0
    while (outcome := rules.outcome(state)) is None:
        step += 1
        seat = rules.pending(state)[0].seat
        action = rules.bot(state, seat, Seeded(b"bot", str(seed), step))
        state = rules.apply(state, seat, action, Seeded(b"dice", str(seed), step)).state
    view = rules.view(state, None)
    return Fought(bridge.report(battle, muster, outcome, view), view, muster, outcome)


def by_imagination(battle: OpenBattle, seed: int, muster: Muster, bridge: Bridge) -> Fought:
    """Fight the battle with bots that see only what their side sees. ``seed``: the seed of the dice."""
    system: Any = CATAPHRACT if bridge.fought_by == "cataphract" else CCA
    rules: Rules[Any] = system.open(muster.scenario, muster.options)
    *_, state = positions(
        rules, dict.fromkeys((seat.id for seat in rules.seats), ask_own_bot), f"bridge-{seed}"
    )
    outcome, view = rules.outcome(state), rules.view(state, None)
    assert outcome is not None
    return Fought(bridge.report(battle, muster, outcome, view), view, muster, outcome)


def losses(battle: OpenBattle, report: BattleReport) -> tuple[int, int]:
    """Return the SP lost by attacker and defender."""
    return tuple(  # type: ignore[return-value]
        sum(report.losses.get(unit.id, 0) for unit in force.units)
        for force in (battle.attacker, battle.defender)
    )
