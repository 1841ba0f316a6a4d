"""The blocks in the box: which armies can be put on the table together (L29-55, L105-107)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Final

from battles.cca.rules.units import ROSTER, UNITS
from engine.values import dataclass

LEADER_SIZE: Final = "rectangular"  # leaders and heavy chariots use the same blocks (L54)


@dataclass(frozen=True)
class Overdraft:
    """A size of blocks of which the box has too few."""

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
    """Return the sizes of which both armies together need more blocks than the box has."""
    box = ROSTER.box.blocks
    used = blocks_used(units, leaders)
    return tuple(
        Overdraft(size, blocks, box[size]) for size, blocks in sorted(used.items()) if blocks > box[size]
    )


def grey_labels() -> dict[str, int]:
    """Return, for each type that the text names, the most units for which the bottom side's grey blocks have
    labels (L105-107).
    """
    return {label.partition(" ")[2]: most for label, most in ROSTER.box.labels.items()}


def most_units(kind: str) -> int:
    """Return the number of units of a type in the whole box, which is 0 for an expansion's types."""
    one = UNITS[kind]
    return ROSTER.box.blocks[one.block_size] // one.blocks if one.in_base_box else 0
