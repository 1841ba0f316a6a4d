"""Disbanding a Byzantine army (6.53)."""

from __future__ import annotations

from campaigns.justinian.rules.march import zones
from campaigns.justinian.rules.state.events import SpLost
from campaigns.justinian.rules.state.play import Play
from campaigns.justinian.rules.state.position import Setting
from campaigns.justinian.rules.state.progress import March
from campaigns.justinian.rules.state.state import BYZANTIUM, Army
from campaigns.justinian.rules.state.units import shift
from campaigns.justinian.rules.state.values import Allies, ArmySP, Frontier
from engine.game import Choice
from engine.values import dataclass
from kit.rules.decisions import Action, Event, refuse


@dataclass(frozen=True)
class Disband(Action):
    pass


@dataclass(frozen=True)
class ArmyDisbanded(Event):
    army: str
    province: str
    sp: int


def _may_disband(setting: Setting, army: Army) -> bool:
    """Return whether an army can disband. It must not be Praesental, and its province must allow
    frontier SP.
    """
    if army.power != BYZANTIUM or setting.scn.armies[army.id].praesental:
        return False
    return army.at in setting.scn.provinces and setting.scn.provinces[army.at].frontier_allowed


def choices(setting: Setting, army: Army) -> list[Choice]:
    return [Choice("disband", rule="6.53")] if _may_disband(setting, army) else []


def disband(play: Play, frame: March, action: Disband) -> None:
    """Disband an army. Its SP become frontier SP, its allies leave the game, and its counter and leader are
    free again.
    """
    army = play.state.armies[frame.army]
    if not _may_disband(play.setting, army):
        refuse("6.53", "cannot_disband", army=army.id)
    shift(play, ArmySP(army.id), Frontier(army.at), army.sp, "disband")
    for minor, sp in army.allied.items():
        play.tell(SpLost(Allies(army.id, minor), minor, sp, "disband"))
    members = [a.id for a in play.state.force(army.id) if a.id != army.id]
    play.drop(army.id)
    play.tell(ArmyDisbanded(army.id, army.at, army.sp))
    play.dismiss(army.leader)
    for member in members:
        zones.check_zone(play, member, frame.free)
