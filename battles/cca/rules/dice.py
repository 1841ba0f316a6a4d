"""The battle die, which has one of each of the six symbols (L73)."""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum
from typing import Final

DICE_IN_BOX: Final = 7  # the number of dice in the box, as many as the largest roll needs (L33)


class Face(Enum):
    """A symbol of the battle die, in the order of its numbers 1 to 6."""

    LIGHT = "LIGHT"
    MEDIUM = "MEDIUM"
    HEAVY = "HEAVY"
    HELMET = "HELMET"
    FLAG = "FLAG"
    SWORDS = "SWORDS"

    def __str__(self) -> str:
        return self.value

    @classmethod
    def from_number(cls, number: int) -> Face:
        """Return the symbol for a number from 1 to 6."""
        return FACES[number - 1]


FACES: Final = tuple(Face)


def parse_faces(words: Iterable[str]) -> tuple[Face, ...]:
    """Parse the names of die symbols. Raises ValueError for an unknown name."""
    return tuple(Face(word) for word in words)
