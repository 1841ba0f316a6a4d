"""What an army may do for movement points beside moving and attacking: the list of it, one file a section."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from campaigns.rules.justinian import actions as act
from campaigns.rules.justinian import (
    march_combine,
    march_detach,
    march_disband,
    march_frontier,
    march_markers,
    march_recover,
)
from campaigns.rules.justinian.frames import March
from campaigns.rules.justinian.march_combine import partners
from campaigns.rules.justinian.march_frontier import can_leave_frontier, frontier_room
from campaigns.rules.justinian.march_markers import can_mark, can_unmark
from campaigns.rules.justinian.march_recover import recoveries
from campaigns.rules.justinian.play import Play, Table
from campaigns.rules.justinian.state import State
from engine.game import Choice

__all__ = [
    "DO",
    "can_leave_frontier",
    "can_mark",
    "can_unmark",
    "choices",
    "frontier_room",
    "partners",
    "recoveries",
]


def choices(table: Table, state: State, frame: March) -> list[Choice]:
    army, found = state.armies[frame.army], []
    found += march_combine.choices(table, state, frame)
    found += march_combine.sharing(table, state, frame)
    if frame.mp >= 1:
        found += march_frontier.choices(table, army)
        found += march_detach.choices(table, state, army)
        found += march_markers.choices(table, state, army)
    found += march_recover.choices(army, frame.mp)
    found += march_combine.parting(state, frame)
    found += march_disband.choices(table, army)
    return found


DO: dict[type, Callable[[Play, March, Any], None]] = {
    act.Combine: march_combine.combine,
    act.Redistribute: march_combine.redistribute,
    act.Disband: march_disband.disband,
    act.LeaveFrontier: march_frontier.leave_frontier,
    act.Detach: march_detach.detach,
    act.PickUp: march_detach.pick_up,
    act.HandOver: march_detach.hand_over,
    act.PlaceMarker: march_markers.place_marker,
    act.RemoveMarker: march_markers.remove_marker,
    act.Recover: march_recover.recover,
    act.SplitOff: march_combine.split_off,
}
