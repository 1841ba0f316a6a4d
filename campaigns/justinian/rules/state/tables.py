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


FACES: Final = range(10)  # 2.3: a ten-sided die, 0 counts as zero
COSTS: Final = _numbers("movement_costs")  # the table at line 5032, in MP
EXPENSES: Final = _numbers("expenses")  # the table at line 5247, in G
ALLIANCE: Final = _numbers("alliance")  # see 6.33
SEAMANSHIP: Final = _numbers("seamanship")  # see 8.32
BATTLE_COLUMNS: Final[tuple[tuple[int, int | None], ...]] = tuple(
    (low, high) for low, high in _RAW["battle_results"]["columns"]
)
BATTLE_RESULTS: Final[tuple[tuple[int, ...], ...]] = tuple(map(tuple, _RAW["battle_results"]["rows"]))
MOVEMENT: Final[Mapping[str, tuple[int, ...]]] = MappingProxyType(
    {k: tuple(v) for k, v in _RAW["movement_allowance"].items() if k != "prov"}
)
EVENTS: Final[tuple[str, ...]] = tuple(_RAW["events"]["dice"])
REVOLTS: Final[tuple[str, ...]] = tuple(_RAW["revolts"]["dice"])
EVENT_FROM: Final[int] = _RAW["event_from"]["value"]  # 6.22: sum of the two dice
SP_PER_FLEET: Final[int] = _RAW["transport"]["sp_per_fleet"]  # see 7.24


def battle_column(sp: int) -> int | None:
    """Return the column of the battle table for this many SP; None without any (8.15)."""
    for index, (low, high) in enumerate(BATTLE_COLUMNS):
        if sp >= low and (high is None or sp <= high):
            return index
    return None


def battle_result(sp: int, die: int) -> int:
    """Return the SP that the opponent loses. ``die`` is the modified die; below 0 it counts as 0, above 9 as
    9 (ruling G1).
    """
    column = battle_column(sp)
    return 0 if column is None else BATTLE_RESULTS[min(9, max(0, die))][column]


def strength_differential(own: int, other: int) -> int:
    """Return the modifier for numbers (8.16): +1 if larger, +2 if at least double, up to +5; 0 if not
    larger.
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
    """Return the G to maintain the frontier SP of one province: 1 for each three or part of three (5.22)."""
    return -(-sp // EXPENSES["frontier_sp_per_g"])


def fleet_upkeep(sp: int) -> int:
    """Return the G to maintain the fleets of one province (5.2)."""
    return sp * EXPENSES["fleet_upkeep"]


def event(die: int) -> str:
    """Return the random event of a die (9.0)."""
    return EVENTS[die]


def revolt(die: int) -> str:
    """Return the place of a revolt (5102)."""
    return REVOLTS[die]


def mutinies(die: int) -> bool:
    """Return whether a die makes an Unpaid group desert: an even one does (5.25)."""
    return die % 2 == 0


def interception_drm(*, city: bool, fort: bool) -> int:
    """Return the modifier for sites that the interceptor controls (7.32): City -2, Fort -1."""
    table = _RAW["interception"]
    return int(table["city"] if city else 0) + int(table["fort"] if fort else 0)


def naval_interception_succeeds(die: int) -> bool:
    """Return whether a die succeeds in a naval interception (7.35)."""
    return die <= int(_RAW["interception"]["naval_up_to"])
