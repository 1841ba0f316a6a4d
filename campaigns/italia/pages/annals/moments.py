"""Measure a position in an Italia campaign, and the difference between two positions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import TYPE_CHECKING

from campaigns.annals.moments import Moment
from campaigns.italia.rules.scenario.types import ENTRY, FLEET
from campaigns.italia.rules.state.position import Position

if TYPE_CHECKING:
    from campaigns.italia.rules.rules import ItaliaRules
    from campaigns.italia.rules.state.state import State


def measure_position(rules: ItaliaRules, state: State) -> Moment:
    """Measure a position: the round ("turn"), the areas held, and units, gold and points by nation. Points
    are in half-points.
    """
    pos = Position(rules.setting, state)
    units: Counter[str] = Counter()
    for here in state.units.values():
        for nation, force in here.items():
            units[nation] += sum(number for unit, number in force.items() if unit != FLEET)
    held = {
        nation: [a for a in pos.areas_of(nation) if pos.area(a).kind != ENTRY] for nation in pos.scn.nations
    }
    return {
        "turn": state.round,
        "held": {nation: areas for nation, areas in held.items() if areas},
        "units": {nation: number for nation, number in units.items() if number},
        "gold": {nation: has.gold for nation, has in state.nations.items() if has.gold},
        "points": {nation: halves for nation, halves in state.scores.items() if halves},
    }


def area_changes(before: Moment | None, after: Moment | None, nation: str) -> tuple[list[str], list[str]]:
    """Return the areas that a nation won and those it lost. Both lists are empty if a position is unknown."""
    if before is None or after is None:
        return [], []
    had, has = before["held"].get(nation, ()), after["held"].get(nation, ())
    return _subtract_areas(has, had), _subtract_areas(had, has)


def _subtract_areas(found: Iterable[str], gone: Iterable[str]) -> list[str]:
    left = set(gone)
    return [one for one in found if one not in left]
