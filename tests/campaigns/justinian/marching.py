"""Armies that can march, and how far they get."""

from __future__ import annotations

from typing import Any

from campaigns.justinian.pages import planner
from campaigns.justinian.rules.march import march
from campaigns.justinian.rules.scenario.loading import load
from campaigns.justinian.rules.state.position import Position
from campaigns.justinian.wording.names import Names
from tests.campaigns.justinian.begun import SCENARIO, opened

LANDS = load(SCENARIO).provinces


def planned(state: Any, army: str, **more: Any) -> planner.Plan:
    """Return an army's plan of march."""
    rules, _state = opened()
    found = planner.plan(Position(rules.setting, state), army, Names(SCENARIO), **more)
    assert found is not None
    return found


def can_step(state: Any) -> bool:
    """Return whether the marching army is on the map with enough MP for a step."""
    rules, _state = opened()
    frame = state.stack[-1]
    return state.armies[frame.army].at in LANDS and bool(march.moves(Position(rules.setting, state), frame))
