"""What an army may do for movement points beside moving and attacking: the list of it, one file a section."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from campaigns.justinian.rules import actions as act
from campaigns.justinian.rules.ground.frames import March
from campaigns.justinian.rules.ground.play import Play, Table
from campaigns.justinian.rules.ground.state import State
from campaigns.justinian.rules.march import (
    combine as march_combine,
)
from campaigns.justinian.rules.march import (
    detach as march_detach,
)
from campaigns.justinian.rules.march import (
    disband as march_disband,
)
from campaigns.justinian.rules.march import (
    frontier as march_frontier,
)
from campaigns.justinian.rules.march import (
    markers as march_markers,
)
from campaigns.justinian.rules.march import (
    recover as march_recover,
)
from campaigns.justinian.rules.march.combine import partners
from campaigns.justinian.rules.march.frontier import can_leave_frontier, frontier_room
from campaigns.justinian.rules.march.markers import can_mark, can_unmark
from campaigns.justinian.rules.march.recover import recoveries
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
