"""The blocks in the box, which limit the armies that can be on the table together (L29-55, L105-107)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Final

from battles.cca.rules.units import ROSTER, UNITS
from engine.values import dataclass

LEADER_SIZE: Final = "rectangular"  # leaders and heavy chariots use the same blocks (L54)


@dataclass(frozen=True)
class Overdraft:
    """A block size with too few blocks in the box."""

    size: str
    blocks: int
    box: int


def blocks_used(units: Iterable[str], leaders: int) -> Counter[str]:
    """Return the number of blocks of each size that the units and leaders of both sides need."""
    used = Counter[str]()
    for name in units:
        used[UNITS[name].block_size] += UNITS[name].blocks
    used[LEADER_SIZE] += leaders
    return used


def overdrafts(units: Iterable[str], leaders: int) -> tuple[Overdraft, ...]:
    """Return the block sizes with too few blocks in the box for both armies together."""
    box = ROSTER.box.blocks
    used = blocks_used(units, leaders)
    return tuple(
        Overdraft(size, blocks, box[size]) for size, blocks in sorted(used.items()) if blocks > box[size]
    )


def grey_labels() -> dict[str, int]:
    """Return how many units of each type can have a label on the bottom side's grey blocks (L105-107). Only
    types that the rulebook names are included.
    """
    return {label.partition(" ")[2]: most for label, most in ROSTER.box.labels.items()}


def most_units(kind: str) -> int:
    """Return the number of units of a type in the whole box. It is 0 for types of the expansions."""
    one = UNITS[kind]
    return ROSTER.box.blocks[one.block_size] // one.blocks if one.in_base_box else 0
