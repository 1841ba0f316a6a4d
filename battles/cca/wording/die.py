"""The symbols of the battle die: names and drawings."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from battles.cca.rules.dice import Face
from battles.cca.wording.names import face

# SVG paths of the symbols. Each fits a box 20 wide and 20 high, centred on the origin.
DRAWINGS: Final = {
    "LIGHT": "M0-6A6 6 0 1 0 .01-6Z",
    "MEDIUM": "M0-7L7 6H-7Z",
    "HEAVY": "M-6-6H6V6H-6Z",
    "HELMET": "M-6 6V-1A6 6 0 0 1 6-1V6H2V0H-2V6ZM0-7V-9",
    "FLAG": "M-5 8V-8L6-4L-5 0",
    "SWORDS": "M-6-7L6 7M6-7L-6 7M-7 3L-3 7M7 3L3 7",
}


def symbols() -> Mapping[int, tuple[str, str]]:
    """Return the name and the drawing of each symbol, by its number on the die."""
    return {
        number: (face(str(one)), DRAWINGS[str(one)])
        for number in range(1, 7)
        for one in (Face.from_number(number),)
    }
