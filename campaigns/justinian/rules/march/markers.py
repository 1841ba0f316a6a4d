"""Placing and removing control markers with an army (7.18)."""

from __future__ import annotations

from campaigns.justinian.rules.march.spending import pay
from campaigns.justinian.rules.state.control import record_control
from campaigns.justinian.rules.state.play import Play
from campaigns.justinian.rules.state.position import Position
from campaigns.justinian.rules.state.progress import March
from campaigns.justinian.rules.state.state import BYZANTIUM, MAJORS, Army, State, enemy
from campaigns.justinian.rules.state.tables import COSTS
from engine.game import Choice
from engine.values import dataclass
from kit.rules.decisions import Action, refuse


@dataclass(frozen=True)
class PlaceMarker(Action):
    pass


@dataclass(frozen=True)
class RemoveMarker(Action):
    pass


def markers_left(pos: Position, power: str) -> bool:
    """Return whether the power has a control marker left. The scenario sets the number (7.18)."""
    limit = pos.scn.counters.control_markers.get(power)
    return limit is None or sum(marker == power for marker in pos.state.markers.values()) < limit


def can_mark(pos: Position, army: Army) -> bool:
    """Return whether an army can place a control marker (7.18, 3.41). Only a major power can, and it needs a
    marker in reserve. The province must have no other power's SP and no marker.
    """
    return _free_to_mark(pos, army) and markers_left(pos, army.power)


def _free_to_mark(pos: Position, army: Army) -> bool:
    if army.power not in MAJORS or army.at not in pos.scn.provinces or army.at == "lazica":
        return False
    if army.at in pos.state.markers or not army.sp or pos.sp_at(army.at, BYZANTIUM):
        return False
    others = [a for a in pos.armies_at(army.at) if a.power != army.power and a.total]
    foreign = [p for p in pos.state.detached.get(army.at, {}) if p != army.power]
    return not others and not foreign and not any(a.allied for a in pos.armies_at(army.at))


def can_unmark(state: State, army: Army) -> bool:
    """Return whether an army can remove the marker in its province. Only Byzantium's own armies can do so,
    not those of its allies, and no enemy SP may be present.
    """
    return army.power == BYZANTIUM and army.at in state.markers and not state.sp_at(army.at, enemy(BYZANTIUM))


def choices(pos: Position, army: Army) -> list[Choice]:
    found = []
    if can_mark(pos, army):
        found.append(Choice("place_marker", rule="7.18"))
    if can_unmark(pos.state, army):
        found.append(Choice("remove_marker", rule="7.18", facts={"marker": pos.state.markers[army.at]}))
    return found


def place_marker(play: Play, frame: March, action: PlaceMarker) -> None:
    army = play.state.armies[frame.army]
    if not _free_to_mark(play.pos, army):
        refuse("7.18", "cannot_place_marker", province=army.at)
    if not markers_left(play.pos, army.power):
        refuse("7.18", "no_marker_left", power=army.power)
    record_control(play, army.at)
    pay(play, frame, COSTS["place_marker"])
    play.set_marker(army.at, army.power)


def remove_marker(play: Play, frame: March, action: RemoveMarker) -> None:
    army = play.state.armies[frame.army]
    if not can_unmark(play.state, army):
        refuse("7.18", "cannot_remove_marker", province=army.at)
    record_control(play, army.at)
    pay(play, frame, COSTS["remove_marker"])
    play.set_marker(army.at, None)
