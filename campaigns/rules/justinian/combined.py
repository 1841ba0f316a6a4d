"""Combined Operations (6.4)."""

from __future__ import annotations

from campaigns.rules.justinian import actions as act
from campaigns.rules.justinian.frames import BarbarianSegment
from campaigns.rules.justinian.play import Play, Table, refuse
from campaigns.rules.justinian.state import State
from engine.game import Choice


def start_choices(table: Table, state: State) -> list[Choice]:
    return []


def start(play: Play, frame: BarbarianSegment, action: act.StartOperation) -> None:
    refuse("6.41", "no_operation_now")
