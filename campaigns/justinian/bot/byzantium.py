"""The better bot's Byzantine segments: expeditions, marches, voyages, disbanding and recruiting."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from campaigns.justinian.bot import skeletons
from campaigns.justinian.bot.aims import first_aim_lacking_sp
from campaigns.justinian.bot.effort import theatres_lacking_sp
from campaigns.justinian.bot.money import room
from campaigns.justinian.bot.planner import plan
from campaigns.justinian.bot.registry import always, answers, explains
from campaigns.justinian.bot.sea import expedition, seaborne
from campaigns.justinian.rules.march.march import ActivateArmy
from campaigns.justinian.rules.sea.fleets import activation_choices
from campaigns.justinian.rules.segment.ally import AllyUse, JoinArmy, MarchAlly, joinable_armies
from campaigns.justinian.rules.segment.byzantine import DeclareDouble, Recruit, activatable_armies
from campaigns.justinian.rules.state.handler import Pass
from campaigns.justinian.rules.state.position import Position
from campaigns.justinian.rules.state.progress import ByzantineSegment
from campaigns.justinian.rules.state.state import BYZANTIUM, State
from campaigns.justinian.rules.state.tables import EXPENSES
from campaigns.justinian.rules.turn import levy
from engine.game import Decision, Facts

if TYPE_CHECKING:
    from campaigns.justinian.rules.system import JustinianRules


RECRUITING = 1.0  # score for recruiting when Byzantium has almost reached its SP limit
PER_SP = 0.04  # added to the score for each SP below the limit, up to ROOM
ROOM = 30
WANTED = 1.0  # added to the score if a few SP would let armies beat an enemy
DECISIVE = 3.0  # added instead of WANTED if that enemy's power can be destroyed for good
WITHIN = 30  # WANTED and DECISIVE apply only if fewer SP than this are lacking
EFFORT = 2.0  # added to the score before turn LATE if a theatre lacks SP
LATE = 4
MARCHING = 12.0  # gain above which a new ally marches instead of joining an army


@answers(ByzantineSegment)
def segment(rules: JustinianRules, state: State, frame: ByzantineSegment, decision: Decision) -> Any:
    """Return the bot's action in a Byzantine segment. It recruits if the rules require it, declares a double
    segment if possible, or continues an expedition. Otherwise it takes the action with the highest score,
    where recruiting wins a tie.
    """
    pos = Position(rules.setting, state)
    setting = rules.setting
    if levy.required_recruits(pos):
        return Recruit()
    if state.double == "may":
        return DeclareDouble()
    room = setting.scn.counters.byzantine_sp_limit - state.byzantine_sp()
    best = RECRUITING + PER_SP * min(ROOM, room) if room else 0.1
    aim = first_aim_lacking_sp(pos)
    if room and aim is not None and aim.gap < WITHIN:
        best += DECISIVE if aim.mortal else WANTED
    if room and state.turn < LATE and theatres_lacking_sp(pos):
        best += EFFORT
    best = max(best, seaborne.ships_wanted(pos)[0])
    chosen: Any = Recruit()
    if state.gold < EXPENSES["activate"]:
        return chosen
    business = expedition.order(pos)
    if business is not None:
        return business
    offered = activation_choices(pos, BYZANTIUM, BYZANTIUM)
    for voyage in (
        seaborne.voyage(pos, offered),
        seaborne.ferry(pos, offered),
    ):
        if voyage is not None and voyage[0] > best:
            best, chosen = voyage
    spare = skeletons.army_to_disband(pos)
    if spare is not None and best < skeletons.WORTH:
        best, chosen = skeletons.WORTH, ActivateArmy(spare.id)
    for army in activatable_armies(state):
        if spare is not None and army == spare.id:
            continue
        score = activation_value(rules, state, army)
        if score > best:
            best, chosen = score, ActivateArmy(army)
    return chosen


def activation_value(rules: JustinianRules, state: State, army: str) -> float:
    """Return the expected gain from activating an army, by a march, by embarking, or by recovering."""
    pos = Position(rules.setting, state)
    goal = plan(pos, army, BYZANTIUM)
    score = goal.score if goal else 0.0
    quay = seaborne.embarkation(pos, army, BYZANTIUM)
    if quay and quay.goal != state.armies[army].at:
        score = max(score, quay.score)
    found = state.armies[army]
    if found.defeated or found.disorganised:
        score = max(score, 1.0 + 0.1 * found.total * (2 if found.defeated else 1))
    return score


@answers(AllyUse)
def ally(rules: JustinianRules, state: State, frame: AllyUse, decision: Decision) -> Any:
    """March with the ally if the ally can gain something at once. Otherwise let its SP join an army, if
    possible one in a theatre that lacks SP. If no army can take them, pass.
    """
    pos = Position(rules.setting, state)
    goal = plan(pos, frame.army, BYZANTIUM)
    if goal is not None and goal.score > MARCHING:
        return MarchAlly()
    joining = [a.id for a in joinable_armies(pos, state.armies[frame.army])]
    wanted = [army for effort in theatres_lacking_sp(pos) for army in effort.armies]
    for host in (*wanted, *joining):
        if host in joining:
            return JoinArmy(host)
    return Pass()  # the ally stays, so that no enemy can use its power until alliances lapse (6.35)


always(ByzantineSegment, "two_segments", DeclareDouble)


@explains(ByzantineSegment, Recruit)
def _explain_recruiting(rules: JustinianRules, state: State, frame: Any, action: Recruit) -> Facts:
    if levy.required_recruits(Position(rules.setting, state)):
        return {"code": "praesental_first"}
    return {"code": "room_for_recruits", "room": room(rules, state)}
