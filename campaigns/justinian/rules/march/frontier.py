"""Leaving frontier SP behind with a Byzantine army (7.16)."""

from __future__ import annotations

from campaigns.justinian.rules.march.spending import in_range, pay
from campaigns.justinian.rules.state.control import record_control
from campaigns.justinian.rules.state.play import Play
from campaigns.justinian.rules.state.position import Setting
from campaigns.justinian.rules.state.progress import March
from campaigns.justinian.rules.state.state import BYZANTIUM, Army
from campaigns.justinian.rules.state.tables import COSTS
from campaigns.justinian.rules.state.units import shift
from campaigns.justinian.rules.state.values import ArmySP, Frontier
from engine.game import Choice, Number
from engine.values import dataclass
from kit.rules.decisions import Action, refuse


@dataclass(frozen=True)
class LeaveFrontier(Action):
    sp: int


def can_leave_frontier(setting: Setting, army: Army) -> bool:
    """Return whether an army can leave frontier SP. It must not be Praesental or in Lazica, and must keep at
    least 1 SP (7.16, 3.41).
    """
    if (
        army.power != BYZANTIUM
        or setting.scn.armies[army.id].praesental
        or army.at not in setting.scn.provinces
    ):
        return False
    return setting.scn.provinces[army.at].frontier_allowed and frontier_room(army) > 0


def frontier_room(army: Army) -> int:
    return army.sp - (0 if army.allied else 1)


def choices(setting: Setting, army: Army) -> list[Choice]:
    if not can_leave_frontier(setting, army):
        return []
    return [Choice("leave_frontier", fields=(Number("sp", 1, frontier_room(army)),), rule="7.16")]


def leave_frontier(play: Play, frame: March, action: LeaveFrontier) -> None:
    army = play.state.armies[frame.army]
    if not can_leave_frontier(play.setting, army):
        refuse("7.16", "cannot_leave_frontier", army=army.id)
    in_range(action.sp, frontier_room(army), "7.16")
    record_control(play, army.at)
    pay(play, frame, COSTS["leave_frontier"])
    shift(play, ArmySP(army.id), Frontier(army.at), action.sp, "frontier")
