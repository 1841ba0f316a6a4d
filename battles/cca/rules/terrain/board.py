"""The board: 113 hexes in nine rows, three sections for each player, and the direction of retreat (L61, L184,
L591).
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from typing import Final

from kit.grid.board import mirror_parts, rows, sections
from kit.grid.hexes import Hex

BOARD: Final = rows((13, 12) * 4 + (13,), edge_blocks=True)
SECTION_NAMES: Final = ("left", "center", "right")


class Side(Enum):
    """A player, named after a baseline: row A belongs to the bottom player, row I to the top one."""

    BOTTOM = "bottom"
    TOP = "top"

    def __str__(self) -> str:
        return self.value

    @property
    def other(self) -> Side:
        return Side.TOP if self is Side.BOTTOM else Side.BOTTOM


_FROM_BOTTOM: Final = sections(BOARD, (5, 9), SECTION_NAMES)
SECTIONS: Final[Mapping[Side, Mapping[str, frozenset[Hex]]]] = {
    Side.BOTTOM: _FROM_BOTTOM,
    Side.TOP: mirror_parts(_FROM_BOTTOM),
}


NEAR: Final[Mapping[Hex, tuple[Hex, ...]]] = {at: BOARD.neighbours(at) for at in BOARD}
NAMES: Final[Mapping[Hex, str]] = {at: BOARD.name(at) for at in BOARD}
HEXES: Final[Mapping[str, Hex]] = {name: at for at, name in NAMES.items()}
_REAR: Final = {
    side: {at: BOARD.neighbours_toward(at, "S" if side is Side.BOTTOM else "N") for at in BOARD}
    for side in Side
}
HOME: Final[Mapping[Side, frozenset[Hex]]] = {
    side: frozenset(at for at in BOARD if NAMES[at][0] == ("A" if side is Side.BOTTOM else "I"))
    for side in Side
}


_SECTIONS_OF: Final = {
    side: {at: tuple(name for name, hexes in parts.items() if at in hexes) for at in BOARD}
    for side, parts in SECTIONS.items()
}


def sections_of(at: Hex, side: Side) -> tuple[str, ...]:
    """Return a player's names for the sections of a hex. There are two if a section line cuts the hex."""
    return _SECTIONS_OF[side][at]


def rear(at: Hex, side: Side) -> tuple[Hex, ...]:
    """Return the neighbours of a hex that are one row nearer to the side's own edge: two, one or none."""
    return _REAR[side][at]


def mirror(at: Hex) -> Hex:
    """Return the hex in the same place as seen from the other side."""
    row, number = ord(BOARD.name(at)[0]) - ord("A"), int(BOARD.name(at)[1:])
    length = 13 if row % 2 == 0 else 12
    return BOARD.place(f"{chr(ord('I') - row)}{length + 1 - number}")
