"""Armies eliminated in battle and what becomes of their leaders (8.26)."""

from __future__ import annotations

from campaigns.justinian.rules import events as ev
from campaigns.justinian.rules.ground.losses import send_home
from campaigns.justinian.rules.ground.play import Play
from campaigns.justinian.rules.ground.state import BYZANTIUM, Army


def eliminate(play: Play, army_id: str) -> None:
    """An army that lost a battle and all its SP (8.26)."""
    army = play.state.armies[army_id]
    if army.power == BYZANTIUM:
        play.drop(army_id)
        play.set(spent_counters=play.state.spent_counters | {army_id})  # C11
        play.tell(ev.ArmyRemoved(army_id, army.power, 0, {}, "eliminated", "8.26"))
        if army.leader:
            play.tell(ev.LeaderLost(army.leader, "8.26"))
        return
    if army.power == "persia":
        others = [a for a in play.state.armies.values() if a.power == "persia" and a.id != army_id]
        play.drop(army_id)
        if others:
            play.tell(ev.LeaderLost(army_id, "8.26"))
        else:  # the last one comes back next turn
            play.set(away=play.state.away | {army_id})
            play.tell(ev.LeaderReturned(army_id, "turn_track"))
        return
    if army.power in ("vandals", "ostrogoths"):
        play.drop(army_id)
        play.tell(ev.LeaderLost(army_id, "8.26"))
        return
    send_home(play, army_id)


def come_back(play: Play) -> None:
    """The last Persian leader is in his box again (8.26)."""
    for leader in sorted(play.state.away):
        play.put(Army(leader, "persia", leader, "persia_box", 0))
        play.tell(ev.LeaderArrived(leader, "persia_box"))
    play.set(away=frozenset())
