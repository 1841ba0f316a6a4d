"""The better bot's Byzantine segments: an expedition, a march, or recruiting."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from campaigns.rules.justinian import actions as act
from campaigns.rules.justinian import frames as fr
from campaigns.rules.justinian import levy
from campaigns.rules.justinian.alliance import hosts
from campaigns.rules.justinian.bot import seaborne
from campaigns.rules.justinian.bot.aims import aims, first_lacking
from campaigns.rules.justinian.bot.planner import plan
from campaigns.rules.justinian.byzantine import usable
from campaigns.rules.justinian.fleets import activation_choices
from campaigns.rules.justinian.state import BYZANTIUM, State, byzantine_sp
from campaigns.rules.justinian.tables import EXPENSES
from engine.game import Decision

if TYPE_CHECKING:
    from campaigns.rules.justinian.system import JustinianRules

RECRUITING = 0.5  # the score of recruiting when there is hardly room for any
PER_SP = 0.03  # and for each SP of room, up to:
ROOM = 30
WANTED = 0.3  # and when an enemy could be beaten with a few more
DECISIVE = 1.5  # the same, when the enemy's power could be destroyed for good
WITHIN = 30  # SP


def segment(rules: JustinianRules, state: State, frame: fr.ByzantineSegment, decision: Decision) -> Any:
    """The best of all; recruiting when nothing is better."""
    table = rules.table
    if levy.shortage(table, state):
        return act.Recruit()
    if state.double == "may":
        return act.DeclareDouble()
    room = table.scn.counters.byzantine_sp_limit - byzantine_sp(state)
    best: float = RECRUITING + PER_SP * min(ROOM, room) if room else 0.1
    aim = first_lacking(table, state)
    if room and aim is not None and aim.gap < WITHIN:
        best += DECISIVE if aim.mortal else WANTED
    chosen: Any = act.Recruit()
    if state.gold < EXPENSES["activate"]:
        return chosen
    voyage = seaborne.voyage(table, state, activation_choices(table, state, BYZANTIUM, BYZANTIUM))
    if voyage is not None and voyage[0] > best:
        best, chosen = voyage
    for army in usable(state):
        score = urge(rules, state, army)
        if score > best:
            best, chosen = score, act.ActivateArmy(army)
    return chosen


def urge(rules: JustinianRules, state: State, army: str) -> float:
    """What activating that army promises. To recover is worth a segment when there is nothing better."""
    goal = plan(rules.table, state, army, BYZANTIUM)
    score = goal.score if goal else 0.0
    if goal is None:
        quay = seaborne.embarkation(rules.table, state, army, BYZANTIUM)
        score = quay.score if quay and quay.goal != state.armies[army].at else 0.0
    found = state.armies[army]
    if found.defeated or found.disorganised:
        score = max(score, 0.2 + 0.025 * found.total * (2 if found.defeated else 1))
    return score


def ally(rules: JustinianRules, state: State, frame: fr.AllyUse, decision: Decision) -> Any:
    """March when there is something to win at once, else strengthen an army."""
    goal = plan(rules.table, state, frame.army, BYZANTIUM)
    if goal is not None and goal.score > 1.0:
        return act.MarchAlly()
    joining = {a.id: a for a in hosts(rules.table, state, state.armies[frame.army])}
    for aim in aims(rules.table, state):
        for host in aim.armies:
            if host in joining:
                return act.JoinArmy(host)
    return act.Pass()  # it stays, and denies its power to the enemy until the next removal (6.35)
