"""Why the better bot answers as it does: the number that decided, for whoever asks the program for advice.

A reason is a code and its facts; the shell words it. Answers that the bot leaves to the rules' default have
none, and no advice is given there.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from campaigns.justinian.bot import alliance, expedition, money, seaborne, skeletons
from campaigns.justinian.bot.answers import LIKELY
from campaigns.justinian.bot.chances import Chances, of_attack
from campaigns.justinian.bot.planner import plan
from campaigns.justinian.rules.battle.retreat_before import Stand
from campaigns.justinian.rules.ground.duty import Pass, RetreatTo
from campaigns.justinian.rules.ground.leaders import control_rating
from campaigns.justinian.rules.ground.progress import (
    BarbarianSegment,
    Battle,
    ByzantineSegment,
    March,
    SeaCheck,
)
from campaigns.justinian.rules.ground.state import BYZANTIUM, State, byzantine_sp, seat_of
from campaigns.justinian.rules.march.duty import Attack, EndActivation, MoveArmy
from campaigns.justinian.rules.march.interception import Intercept, InterceptWith, drm
from campaigns.justinian.rules.march.march import ActivateArmy
from campaigns.justinian.rules.march.markers import PlaceMarker, RemoveMarker
from campaigns.justinian.rules.march.recover import Recover
from campaigns.justinian.rules.sea.fleets import ActivateFleet
from campaigns.justinian.rules.sea.naval_interception import Evade, Fight, InterceptAtSea
from campaigns.justinian.rules.segment.activation import DrawRandom, SelectPower
from campaigns.justinian.rules.segment.byzantine import DeclareDouble, Recruit
from campaigns.justinian.rules.setting_up.placing import PlaceArmy, PlaceFleet, PlaceGroup
from campaigns.justinian.rules.setting_up.setup import AcceptSetup, FinishSetup, SetUp
from campaigns.justinian.rules.turn import levy, maintenance, new_armies
from campaigns.justinian.rules.turn.levy import PlaceLevy, PlaceRecruits
from campaigns.justinian.rules.turn.maintenance import Maintain, PayMaintenance
from campaigns.justinian.rules.turn.new_armies import NewArmy, RaiseArmy
from campaigns.justinian.rules.turn.replaced_leaders import ChangeLeaders, ReplaceLeaders
from engine.game import Facts

if TYPE_CHECKING:
    from campaigns.justinian.rules.system import JustinianRules

Why = Callable[["JustinianRules", State, Any, Any], Facts | None]


def why(rules: JustinianRules, state: State, action: Any) -> Facts | None:
    """``{"code": ..., <facts>}`` for an action of the better bot; None where it has no reason of its own."""
    if not state.stack or rules.table.options.bot == "first":
        return None
    frame = state.stack[-1]
    found = REASONS.get((type(frame), type(action))) or REASONS.get((object, type(action)))
    return found(rules, state, frame, action) if found else None


def _odds(chances: Chances) -> Facts:
    """In percent and tenths of SP, as whole numbers."""
    return {
        "win": round(chances.win * 100),
        "gain": round(chances.gain),
        "loss": round(chances.loss),
    }


# --- money and men ---


def _paying(rules: JustinianRules, state: State, frame: Any, action: PayMaintenance) -> Facts:
    payable = maintenance.groups(state)
    unpaid = [unit for unit in payable if unit not in action.groups]
    left = state.gold - sum(payable[unit].gold for unit in action.groups)
    if not unpaid:
        return {"code": "all_paid", "left": left}
    armies_only = all(unit.startswith("army:") for unit in unpaid)
    return {"code": "armies_wait" if armies_only else "too_little", "left": left, **alliance.RESERVES}


def _placing(rules: JustinianRules, state: State, frame: Any, action: PlaceRecruits) -> Facts:
    if levy.shortage(rules.table, state):
        return {"code": "praesental_first"}
    most = max(action.land, key=lambda unit: (action.land[unit], unit), default="")
    if not most:
        return {"code": "ships_wanted"} if action.fleets else {"code": "nothing_to_place"}
    if most == "frontier:europa":
        return {"code": "capital", "sp": money.CAPITAL_SP}
    return {"code": "faces_most", "unit": most}


def _raising(rules: JustinianRules, state: State, frame: Any, action: NewArmy) -> Facts:
    return {"code": "new_army", "sp": new_armies.NEW_ARMY_SP, "room": _room(rules, state)}


def _leaders(rules: JustinianRules, state: State, frame: Any, action: ReplaceLeaders) -> Facts:
    return {"code": "cup_is_better" if action.armies else "cup_is_no_better"}


def _room(rules: JustinianRules, state: State) -> int:
    return rules.table.scn.counters.byzantine_sp_limit - byzantine_sp(state)


# --- segments ---


def _recruiting(rules: JustinianRules, state: State, frame: Any, action: Recruit) -> Facts:
    if levy.compulsory(rules.table, state):
        return {"code": "praesental_first"}
    return {"code": "room_for_recruits", "room": _room(rules, state)}


def _activating(rules: JustinianRules, state: State, frame: Any, action: ActivateArmy) -> Facts | None:
    army = state.armies[action.army]
    if isinstance(frame, ByzantineSegment):
        if expedition.order(rules.table, state) == action:
            return {"code": "expedition", "army": army.id}
        spare = skeletons.find(rules.table, state)
        if spare is not None and spare.id == army.id:
            return {"code": "given_up", "army": army.id}
    if not army.total:
        return {"code": "brings_troops", "army": army.id}
    goal = plan(rules.table, state, army.id, seat_of(state, army.power))
    if goal is not None and goal.goal != army.at:
        return {"code": "goes_for", "army": army.id, "to": goal.goal}
    if army.defeated or army.disorganised:
        return {"code": "recovers", "army": army.id}
    return {"code": "work_here", "army": army.id, "at": army.at}


def _selecting(rules: JustinianRules, state: State, frame: Any, action: SelectPower) -> Facts:
    return {"code": "recruits_first" if action.recruit else "most_to_gain", "power": action.power}


def _drawing(rules: JustinianRules, state: State, frame: Any, action: DrawRandom) -> Facts:
    return {"code": "selects_kept" if state.selects else "no_select_left"}


# --- on the march and in battle ---


def _attacking(rules: JustinianRules, state: State, frame: March, action: Attack) -> Facts:
    place = state.armies[frame.army].at
    crossing = frame.landed or frame.strait
    return {
        "code": "attack_pays",
        **_odds(of_attack(rules.table, state, frame.army, place, action.target, frame.seat, crossing)),
    }


def _stepping(rules: JustinianRules, state: State, frame: March, action: MoveArmy) -> Facts | None:
    if expedition.on_march(rules.table, state, frame) == action:
        return {"code": "expedition", "army": frame.army}
    goal = plan(rules.table, state, frame.army, frame.seat, frame.mp)
    quay = (
        seaborne.embarkation(rules.table, state, frame.army, frame.seat) if frame.seat == BYZANTIUM else None
    )
    if quay is not None and quay.step == action.to and (goal is None or quay.score > goal.score):
        return {"code": "goes_aboard", "army": frame.army, "to": quay.goal}
    if goal is None or goal.step != action.to:
        return None
    return {
        "code": "on_the_way" if goal.goal != action.to else "goes_for",
        "army": frame.army,
        "to": goal.goal,
    }


def _marking(rules: JustinianRules, state: State, frame: Any, action: Any) -> Facts:
    return {"code": "holds_province", "at": state.armies[frame.army].at}


def _clearing(rules: JustinianRules, state: State, frame: Any, action: Any) -> Facts:
    return {"code": "takes_province", "at": state.armies[frame.army].at}


def _recovering(rules: JustinianRules, state: State, frame: Any, action: Any) -> Facts:
    return {"code": "recovers", "army": frame.army}


def _ending(rules: JustinianRules, state: State, frame: March, action: Any) -> Facts:
    if expedition.on_march(rules.table, state, frame) == action:
        return {"code": "expedition", "army": frame.army}
    return {"code": "nothing_better", "army": frame.army}


def _intercepting(rules: JustinianRules, state: State, frame: Intercept, action: InterceptWith) -> Facts:
    table = rules.table
    chances = {}
    for army in frame.candidates:
        found = state.armies[army]
        face = control_rating(table, found) - drm(table, state, found, frame.province) + 1
        chances[army] = 10 * max(0, min(10, face))
    army = max(action.armies or frame.candidates, key=lambda a: (chances[a], a))
    seat = seat_of(state, state.armies[army].power)
    odds = _odds(of_attack(table, state, army, frame.province, frame.mover, seat))
    code = "likely" if action.armies else "unlikely" if chances[army] < 100 * LIKELY else "battle_poor"
    return {"code": f"interception_{code}", "army": army, "chance": chances[army], **odds}


def _facing(rules: JustinianRules, state: State, frame: Battle, action: Any) -> Facts | None:
    if frame.stage != "retreat" or not frame.attackers or frame.attackers[0] not in state.armies:
        return None
    crossing = frame.strait or frame.landing
    odds = of_attack(
        rules.table, state, frame.attackers[0], frame.province, frame.target, frame.seat, crossing
    )
    return {"code": "stands" if isinstance(action, Stand) else "avoids_battle", **_odds(odds)}


def _at_sea(rules: JustinianRules, state: State, frame: SeaCheck, action: Any) -> Facts:
    mover = state.fleets[frame.mover].sp
    hunter = max(state.fleets[key].sp for key in frame.patrols)
    bold = isinstance(action, Fight | InterceptAtSea)
    return {"code": "stronger_at_sea" if bold else "weaker_at_sea", "fleet_sp": mover, "patrol_sp": hunter}


REASONS: dict[tuple[type, type], Why] = {
    (SetUp, AcceptSetup): lambda *_: {"code": "suggested"},
    (SetUp, PlaceArmy): lambda *_: {"code": "own_deployment"},
    (SetUp, PlaceGroup): lambda *_: {"code": "own_deployment"},
    (SetUp, PlaceFleet): lambda *_: {"code": "own_deployment"},
    (SetUp, FinishSetup): lambda *_: {"code": "all_placed"},
    (Maintain, PayMaintenance): _paying,
    (PlaceLevy, PlaceRecruits): _placing,
    (RaiseArmy, NewArmy): _raising,
    (ChangeLeaders, ReplaceLeaders): _leaders,
    **alliance.REASONS,
    (ByzantineSegment, Recruit): _recruiting,
    (ByzantineSegment, DeclareDouble): lambda *_: {"code": "two_segments"},
    (object, ActivateArmy): _activating,
    (object, ActivateFleet): lambda *_: {"code": "ships_wanted"},
    (BarbarianSegment, SelectPower): _selecting,
    (BarbarianSegment, DrawRandom): _drawing,
    (BarbarianSegment, Pass): lambda *_: {"code": "nothing_to_gain"},
    (March, Attack): _attacking,
    (March, MoveArmy): _stepping,
    (March, PlaceMarker): _marking,
    (March, RemoveMarker): _clearing,
    (March, Recover): _recovering,
    (March, EndActivation): _ending,
    (Intercept, InterceptWith): _intercepting,
    (Battle, Stand): _facing,
    (Battle, RetreatTo): _facing,
    (SeaCheck, Fight): _at_sea,
    (SeaCheck, Evade): _at_sea,
    (SeaCheck, InterceptAtSea): _at_sea,
    (SeaCheck, Pass): _at_sea,
}
