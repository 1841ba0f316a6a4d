"""Detaching, picking up and handing over SP of barbarian armies (7.17)."""

from __future__ import annotations

from campaigns.justinian.rules.march.spending import in_range, pay
from campaigns.justinian.rules.state.control import record_control
from campaigns.justinian.rules.state.elimination import send_home
from campaigns.justinian.rules.state.play import Play
from campaigns.justinian.rules.state.position import Position, Setting
from campaigns.justinian.rules.state.progress import March
from campaigns.justinian.rules.state.state import BYZANTIUM, MAJORS, TREASURE_POWERS, Army, State
from campaigns.justinian.rules.state.tables import COSTS
from campaigns.justinian.rules.state.units import shift
from campaigns.justinian.rules.state.values import Allies, ArmySP, Detached
from engine.game import Choice, Field, Number
from engine.values import dataclass
from kit.rules.decisions import Action, refuse


@dataclass(frozen=True)
class Detach(Action):
    sp: int


@dataclass(frozen=True)
class PickUp(Action):
    sp: int


@dataclass(frozen=True)
class HandOver(Action):
    """Hand over a minor power's SP to a major power's army (7.17)."""

    army: str
    sp: int


def can_detach(setting: Setting, army: Army) -> bool:
    ok = army.power in MAJORS and army.at in setting.scn.provinces and army.at != "lazica"
    return ok and not army.disorganised and not army.defeated and army.sp > 0


def receiving_armies(state: State, army: Army) -> tuple[Army, ...]:
    """Return the major powers' armies in the place that can take over a barbarian minor power's SP."""
    if army.power in MAJORS or army.power == BYZANTIUM or state.alliances.get(army.power) == BYZANTIUM:
        return ()
    return tuple(a for a in state.armies_at(army.at) if a.power in MAJORS)


def choices(pos: Position, army: Army) -> list[Choice]:
    found = []
    if can_detach(pos.setting, army):
        found.append(Choice("detach", fields=(Number("sp", 1, army.sp),), rule="7.17"))
    waiting = pos.state.detached.get(army.at, {}).get(army.power, 0)
    if waiting and army.power in MAJORS:
        found.append(Choice("pick_up", fields=(Number("sp", 1, waiting, waiting),), rule="7.17"))
    for taker in receiving_armies(pos.state, army):
        fields: tuple[Field, ...] = (Number("sp", 1, army.sp, army.sp),)
        found.append(Choice("hand_over", {"army": taker.id}, fields, "7.17"))
    return found


def detach(play: Play, frame: March, action: Detach) -> None:
    army = play.state.armies[frame.army]
    if not can_detach(play.setting, army):
        refuse("7.17", "cannot_detach", army=army.id)
    in_range(action.sp, army.sp, "7.17")
    record_control(play, army.at)
    pay(play, frame, COSTS["detach"])
    shift(play, ArmySP(army.id), Detached(army.at, army.power), action.sp, "detach")
    send_home_without_sp(play, army.id)


def pick_up(play: Play, frame: March, action: PickUp) -> None:
    army = play.state.armies[frame.army]
    waiting = play.state.detached.get(army.at, {}).get(army.power, 0)
    if army.power not in MAJORS or not waiting:
        refuse("7.17", "nothing_to_pick_up", province=army.at)
    in_range(action.sp, waiting, "7.17")
    pay(play, frame, COSTS["pick_up"])
    shift(play, Detached(army.at, army.power), ArmySP(army.id), action.sp, "pick_up")


def hand_over(play: Play, frame: March, action: HandOver) -> None:
    army = play.state.armies[frame.army]
    if action.army not in [a.id for a in receiving_armies(play.state, army)]:
        refuse("7.17", "cannot_hand_over", army=action.army)
    in_range(action.sp, army.sp, "7.17")
    pay(play, frame, COSTS["hand_over"])
    hand_over_sp(play, army.id, action.army, action.sp)


def hand_over_sp(play: Play, giver: str, taker: str, sp: int) -> None:
    """Turn SP of a minor power into allied SP in another power's army (6.34, 7.17)."""
    power = play.state.armies[giver].power
    shift(play, ArmySP(giver), Allies(taker, power), sp, "hand_over")
    if not play.state.armies[giver].total:
        send_home(play, giver)


def send_home_without_sp(play: Play, army: str) -> None:
    """Send the leader home if all SP were left behind (7.17). Vandal and Ostrogothic leaders stay
    on the map.
    """
    found = play.state.armies[army]
    if not found.total and found.power not in TREASURE_POWERS:
        send_home(play, army)
