"""The better bot's answers to enemy moves: interception, retreat before combat, and encounters at sea."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from campaigns.justinian.bot.chances import chances_as_facts, chances_of_attack
from campaigns.justinian.bot.registry import answers, explains
from campaigns.justinian.rules.battle import retreat_before
from campaigns.justinian.rules.battle.retreat_before import Stand
from campaigns.justinian.rules.march.interception import Intercept, InterceptWith, site_drm
from campaigns.justinian.rules.sea.naval_interception import Evade, Fight, InterceptAtSea
from campaigns.justinian.rules.state.handler import Pass, RetreatTo
from campaigns.justinian.rules.state.leaders import control_rating
from campaigns.justinian.rules.state.position import Position
from campaigns.justinian.rules.state.progress import Battle, SeaCheck
from campaigns.justinian.rules.state.state import State, enemy
from engine.game import Decision, Facts

if TYPE_CHECKING:
    from campaigns.justinian.rules.system import JustinianRules


LIKELY = 0.5  # lowest chance of success at which the bot tries an interception
BEATEN = 0.7  # lowest chance of the attacker's victory at which the bot retreats


@answers(Intercept)
def intercept(rules: JustinianRules, state: State, frame: Intercept, decision: Decision) -> Any:
    """Return the bot's answer to an enemy move. It intercepts only if success is likely and the battle
    promising, because a failed attempt disorganises the army (7.33).
    """
    pos = Position(rules.setting, state)
    setting, chosen = rules.setting, []
    for army in frame.candidates:
        found = state.armies[army]
        chance = (control_rating(setting, found) - site_drm(pos, found, frame.province) + 1) / 10
        odds = chances_of_attack(pos, army, frame.province, frame.mover, decision.seat)
        if chance >= LIKELY and odds.win > 0.55 and odds.gain > odds.loss:
            chosen.append(army)
    return InterceptWith(tuple(chosen))


@answers(Battle)
def battle(rules: JustinianRules, state: State, frame: Battle, decision: Decision) -> Any:
    """Return the bot's answer to an attack. It retreats before a battle that is clearly lost, if it can reach
    a province without enemies.
    """
    pos = Position(rules.setting, state)
    if frame.stage != "retreat" or not frame.queue or not frame.attackers:
        return decision.default
    head, attacker = frame.queue[0], frame.attackers[0]
    if attacker not in state.armies or frame.province == "europa":
        return decision.default
    crossing = frame.strait or frame.landing
    odds = chances_of_attack(pos, attacker, frame.province, frame.target, frame.seat, crossing)
    doomed = odds.gain >= state.force_sp(head)
    if not doomed and (odds.win < BEATEN or odds.gain - odds.loss < 2.0):
        return Stand()
    ways = [p for p in retreat_before.retreat_provinces(pos, frame) if not state.sp_at(p, frame.seat)]
    if not ways:
        return Stand()
    seat = enemy(frame.seat)
    zone = rules.setting.scn.armies[head].end_zone if head in rules.setting.scn.armies else None
    best = min(
        ways,
        key=lambda p: (
            retreat_before.leaving_drm(state, head, p),
            zone is not None and p not in zone,
            -state.sp_at(p, seat),
            p,
        ),
    )
    if retreat_before.leaving_drm(state, head, best) > 0 and not doomed:
        return Stand()
    return RetreatTo(best)


@answers(SeaCheck)
def at_sea(rules: JustinianRules, state: State, frame: SeaCheck, decision: Decision) -> Any:
    """Return the bot's answer to an encounter at sea. Its patrols intercept a fleet unless the fleet is
    stronger. Its fleets evade a patrol only if the patrol is stronger.
    """
    mover = state.fleets[frame.mover].sp
    hunter = max(frame.patrols, key=lambda k: (state.fleets[k].sp, k))
    if frame.stage == "evade":
        return Evade() if state.fleets[frame.patrols[0]].sp > mover else Fight()
    return InterceptAtSea(hunter) if state.fleets[hunter].sp >= mover else Pass()


@explains(Intercept, InterceptWith)
def _explain_interception(
    rules: JustinianRules, state: State, frame: Intercept, action: InterceptWith
) -> Facts:
    pos = Position(rules.setting, state)
    setting = rules.setting
    chances = {}
    for army in frame.candidates:
        found = state.armies[army]
        face = control_rating(setting, found) - site_drm(pos, found, frame.province) + 1
        chances[army] = 10 * max(0, min(10, face))
    army = max(action.armies or frame.candidates, key=lambda a: (chances[a], a))
    seat = state.seat_of(state.armies[army].power)
    odds = chances_as_facts(chances_of_attack(pos, army, frame.province, frame.mover, seat))
    code = "likely" if action.armies else "unlikely" if chances[army] < 100 * LIKELY else "battle_poor"
    return {"code": f"interception_{code}", "army": army, "chance": chances[army], **odds}


@explains(Battle, Stand, RetreatTo)
def _explain_battle(rules: JustinianRules, state: State, frame: Battle, action: Any) -> Facts | None:
    if frame.stage != "retreat" or not frame.attackers or frame.attackers[0] not in state.armies:
        return None
    crossing = frame.strait or frame.landing
    odds = chances_of_attack(
        Position(rules.setting, state), frame.attackers[0], frame.province, frame.target, frame.seat, crossing
    )
    return {"code": "stands" if isinstance(action, Stand) else "avoids_battle", **chances_as_facts(odds)}


@explains(SeaCheck, Fight, Evade, InterceptAtSea, Pass)
def _explain_sea_check(rules: JustinianRules, state: State, frame: SeaCheck, action: Any) -> Facts:
    mover = state.fleets[frame.mover].sp
    hunter = max(state.fleets[key].sp for key in frame.patrols)
    bold = isinstance(action, Fight | InterceptAtSea)
    return {"code": "stronger_at_sea" if bold else "weaker_at_sea", "fleet_sp": mover, "patrol_sp": hunter}
