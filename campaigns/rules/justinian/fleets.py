"""Fleets (4.4, 7.2)."""

from __future__ import annotations

from campaigns.rules.justinian import actions as act
from campaigns.rules.justinian.play import Play, Table, refuse
from campaigns.rules.justinian.state import State
from engine.game import Choice


def of_power(state: State, power: str) -> tuple[str, ...]:
    """Fleet keys of a power."""
    return ()


def activation_choices(table: Table, state: State, power: str, seat: str) -> list[Choice]:
    return []


def activate(play: Play, action: act.ActivateFleet, seat: str) -> None:
    refuse("7.2", "no_such_fleet", place=action.place)
