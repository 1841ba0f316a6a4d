"""The tables of the rulebook as functions. The numbers are in ``data/tables.json``, with their provenance."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

_RAW: Final[dict[str, Any]] = json.loads(
    (Path(__file__).parents[2] / "data" / "tables.json").read_text(encoding="utf-8")
)


def _numbers(name: str) -> Mapping[str, int]:
    return MappingProxyType({k: v for k, v in _RAW[name].items() if k != "prov"})


FACES: Final = range(10)  # a ten-sided die, on which 0 counts as zero (2.3)
COSTS: Final = _numbers("movement_costs")  # the table at line 5032 of the rulebook, in MP
EXPENSES: Final = _numbers("expenses")  # the table at line 5247 of the rulebook, in G
ALLIANCE: Final = _numbers("alliance")  # the alliance table (6.33)
SEAMANSHIP: Final = _numbers("seamanship")  # naval combat bonus by power (8.32)
BATTLE_COLUMNS: Final[tuple[tuple[int, int | None], ...]] = tuple(
    (low, high) for low, high in _RAW["battle_results"]["columns"]
)
BATTLE_RESULTS: Final[tuple[tuple[int, ...], ...]] = tuple(map(tuple, _RAW["battle_results"]["rows"]))
MOVEMENT: Final[Mapping[str, tuple[int, ...]]] = MappingProxyType(
    {k: tuple(v) for k, v in _RAW["movement_allowance"].items() if k != "prov"}
)
EVENTS: Final[tuple[str, ...]] = tuple(_RAW["events"]["dice"])
REVOLTS: Final[tuple[str, ...]] = tuple(_RAW["revolts"]["dice"])
EVENT_FROM: Final[int] = _RAW["event_from"]["value"]  # lowest sum of both dice that causes an event (6.22)
SP_PER_FLEET: Final[int] = _RAW["transport"]["sp_per_fleet"]  # land SP per fleet SP (7.24)


def battle_column(sp: int) -> int | None:
    """Return the column of the battle table for a number of SP, or None for 0 (8.15)."""
    for index, (low, high) in enumerate(BATTLE_COLUMNS):
        if sp >= low and (high is None or sp <= high):
            return index
    return None


def battle_result(sp: int, die: int) -> int:
    """Return the SP that the opponent loses for the modified die. A die below 0 counts as 0, and one above 9
    as 9 (ruling G1).
    """
    column = battle_column(sp)
    return 0 if column is None else BATTLE_RESULTS[min(9, max(0, die))][column]


def strength_differential(own: int, other: int) -> int:
    """Return the modifier for superior numbers (8.16). It is +1 for the larger side, +2 if it is at least
    double, and so on up to +5. Otherwise it is 0.
    """
    if own <= other:
        return 0
    most: int = _RAW["strength_differential"]["most"]
    return most if other <= 0 else min(most, own // other)


def movement_allowance(rating: str, die: int) -> int:
    """Return the MP of an activation (7.11)."""
    return MOVEMENT[rating][die]


def army_upkeep(sp: int) -> int:
    """Return the G to maintain an army (5.21)."""
    return sp * EXPENSES["field_sp"]


def frontier_upkeep(sp: int) -> int:
    """Return the G to maintain the frontier SP of one province: 1 G for every three SP or part of three
    (5.22).
    """
    return -(-sp // EXPENSES["frontier_sp_per_g"])


def fleet_upkeep(sp: int) -> int:
    """Return the G to maintain this many fleet SP (5.2)."""
    return sp * EXPENSES["fleet_upkeep"]


def event(die: int) -> str:
    """Return the random event for a die (9.0)."""
    return EVENTS[die]


def revolt(die: int) -> str:
    """Return the place of a revolt for a die (line 5102 of the rulebook)."""
    return REVOLTS[die]


def mutinies(die: int) -> bool:
    """Return whether an Unpaid group deserts, which it does on an even die (5.25)."""
    return die % 2 == 0


def interception_drm(*, city: bool, fort: bool) -> int:
    """Return the modifier for a site that the interceptor controls (7.32): City -2, Fort -1."""
    table = _RAW["interception"]
    return int(table["city"] if city else 0) + int(table["fort"] if fort else 0)


def naval_interception_succeeds(die: int) -> bool:
    """Return whether a naval interception succeeds with this die (7.35)."""
    return die <= int(_RAW["interception"]["naval_up_to"])
