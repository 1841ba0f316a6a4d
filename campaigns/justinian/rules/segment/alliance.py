"""Alliances of minor powers: bribe, roll, and what a Byzantine ally does (6.3)."""

from __future__ import annotations

from typing import Any

from campaigns.justinian.rules import actions as act
from campaigns.justinian.rules import events as ev
from campaigns.justinian.rules.ground.control import note_army_place
from campaigns.justinian.rules.ground.duty import Ask, Duty, not_now
from campaigns.justinian.rules.ground.frames import AllyUse, Bribing
from campaigns.justinian.rules.ground.geography import prefectures_entered
from campaigns.justinian.rules.ground.play import Play, Table, refuse
from campaigns.justinian.rules.ground.state import BARBARIAN, BYZANTIUM, Army, State, byzantine_sp
from campaigns.justinian.rules.ground.tables import EXPENSES, alliance, bribe_drm
from campaigns.justinian.rules.march import march
from engine.game import Choice, Option, Pick


def minor_army(state: State, power: str) -> Army:
    """Every minor power has one leader."""
    return next(a for a in state.armies.values() if a.power == power)


class BribingDuty(Duty):
    def ask(self, table: Table, state: State, frame: Bribing) -> Ask:
        facts = {"power": frame.power, "drm": table.scn.powers[frame.power].alliance_drm or 0}
        return Ask(BYZANTIUM, "bribe", act.OfferBribe(0), "6.32", facts)

    def choices(self, table: Table, state: State, frame: Bribing) -> tuple[Choice, ...]:
        highest = min(EXPENSES["bribe_max"], state.gold)
        steps = range(0, highest + 1, EXPENSES["bribe_step"])
        drm = table.scn.powers[frame.power].alliance_drm or 0
        options = tuple(Option(g, {"gold": g, "drm": drm + bribe_drm(g)}) for g in steps)
        facts = {"power": frame.power}
        return (Choice("offer_bribe", fields=(Pick("gold", options),), rule="6.32", facts=facts),)

    def answer(self, play: Play, frame: Bribing, action: Any) -> None:
        if not isinstance(action, act.OfferBribe):
            not_now(action)
            return
        if not 0 <= action.gold <= EXPENSES["bribe_max"]:
            refuse("6.32", "bribe_out_of_range", high=EXPENSES["bribe_max"])
        if action.gold % EXPENSES["bribe_step"]:
            refuse("6.32", "bribe_in_steps", step=EXPENSES["bribe_step"])
        play.spend(action.gold, "bribe", "6.32")
        play.tell(ev.BribePaid(frame.power, action.gold))
        play.pop()
        face = play.d10("alliance", "6.33", BARBARIAN)
        drm, bribed = play.scn.powers[frame.power].alliance_drm or 0, bribe_drm(action.gold)
        result = alliance(face + drm + bribed)
        note_army_place(play, frame.power)
        side = BYZANTIUM if result == "byzantine" else result
        play.set(alliances={**play.state.alliances, frame.power: side})
        play.tell(ev.AllianceRolled(frame.power, face, drm, bribed, result))


def hosts(table: Table, state: State, army: Army) -> tuple[Army, ...]:
    """Byzantine armies that may take the ally's SP: in a prefecture the minor can enter from its box."""
    where = prefectures_entered(table.scn, army.power)
    limit = table.scn.counters.army_sp_limit
    room = table.scn.counters.byzantine_sp_limit - byzantine_sp(state)
    return tuple(
        a
        for a in state.armies.values()
        if a.power == BYZANTIUM
        and a.at in table.scn.provinces
        and table.scn.provinces[a.at].prefecture in where
        and a.total + army.sp <= limit
        and army.sp <= room
    )


class AllyUseDuty(Duty):
    def advance(self, play: Play, frame: AllyUse) -> bool:
        if play.state.armies[frame.army].total:
            return False
        play.pop()
        return True

    def ask(self, table: Table, state: State, frame: AllyUse) -> Ask:
        joining = hosts(table, state, state.armies[frame.army])
        default: Any = act.Pass()
        if joining:
            default = act.JoinArmy(min(joining, key=lambda a: (a.total, a.id)).id)
        return Ask(BYZANTIUM, "ally", default, "6.34", {"army": frame.army})

    def choices(self, table: Table, state: State, frame: AllyUse) -> tuple[Choice, ...]:
        army = state.armies[frame.army]
        choices = [Choice("march_ally", rule="6.34", facts={"army": army.id, "sp": army.total})]
        joining = tuple(Option(a.id, {"sp": a.total, "at": a.at}) for a in hosts(table, state, army))
        if joining:
            choices.append(Choice("join_army", fields=(Pick("army", joining),), rule="6.34"))
        return (*choices, Choice("pass", rule="6.34"))

    def answer(self, play: Play, frame: AllyUse, action: Any) -> None:
        army = play.state.armies[frame.army]
        if isinstance(action, act.MarchAlly):
            play.pop()
            march.begin(play, army.id, BYZANTIUM)
        elif isinstance(action, act.JoinArmy):
            if action.army not in [a.id for a in hosts(play.table, play.state, army)]:
                refuse("6.34", "cannot_join", army=action.army)
            play.pop()
            march.hand_over(play, army.id, action.army, army.sp)
        elif isinstance(action, act.Pass):
            play.pop()
        else:
            not_now(action)
