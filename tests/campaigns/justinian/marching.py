"""States in which an army can march, and the plans of such armies."""

from __future__ import annotations

import dataclasses
from typing import Any

from campaigns.justinian.pages import planner
from campaigns.justinian.rules.march import march
from campaigns.justinian.rules.scenario.loading import load
from campaigns.justinian.rules.state.position import Position
from campaigns.justinian.rules.state.progress import BarbarianSegment, ByzantineSegment, March
from campaigns.justinian.wording.names import Names
from tests.campaigns.justinian.begun import SCENARIO, opened

LANDS = load(SCENARIO).provinces
WAY = ["phrygia_salutaris", "galatia_salutaris"]


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


def persians(state: Any, mp: int = 6) -> Any:
    """Return a state in which Chosroes marches from Bithynia, where no other army stands in the way."""
    king = dataclasses.replace(state.armies["chosroes"], at="bithynia", sp=12)
    empty = {id: a for id, a in state.armies.items() if a.at not in ("bithynia", *WAY)}
    frontier = {p: group for p, group in state.frontier.items() if p not in ("bithynia", *WAY)}
    stack = (*state.stack[:-1], BarbarianSegment("done"), March("chosroes", "barbarian", mp))
    return dataclasses.replace(
        state, armies={**empty, "chosroes": king}, frontier=frontier, next_side="byzantium", stack=stack
    )


def byzantines(state: Any) -> Any:
    """Return a state in which the Army of the East marches from a province that Persia controls, with a
    province in revolt on its way.
    """
    east = dataclasses.replace(state.armies["oriens"], at="bithynia")
    empty = {id: a for id, a in state.armies.items() if a.at not in ("bithynia", *WAY)}
    markers = {**state.markers, "bithynia": "persia", "galatia_salutaris": "revolt"}
    stack = (*state.stack[:-1], ByzantineSegment("done"), March("oriens", "byzantium", 7))
    return dataclasses.replace(
        state, armies={**empty, "oriens": east}, markers=markers, next_side="barbarian", stack=stack
    )
