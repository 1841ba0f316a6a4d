"""Retreat after a lost battle aboard a fleet of the same power (8.21)."""

from __future__ import annotations

from campaigns.rules.justinian.frames import Withdraw
from campaigns.rules.justinian.play import Play, Table
from campaigns.rules.justinian.state import State


def refuges(table: Table, state: State, frame: Withdraw) -> tuple[str, ...]:
    return ()


def begin(play: Play, frame: Withdraw, to: str) -> None:
    raise NotImplementedError
