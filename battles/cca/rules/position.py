"""The pieces on the board: units, leaders and terrain, as plain values with a text format.

A position is written with a line for each hex and its contents:

>>> text = "C5: forest; bottom heavy_inf 3; bottom leader Nero"
>>> position = Position.parse(text)
>>> str(position) == text, position.units[BOARD.place("C5")].blocks
(True, 3)
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import field
from typing import Final

from battles.cca.rules.terrain.board import BOARD, NEAR, Side
from battles.cca.rules.terrain.terrain import CLEAR, TERRAIN, Terrain
from battles.cca.rules.units import SPECIALS, UNITS, UnitType, type_of
from engine.codec import late_field
from engine.values import dataclass, replace
from kit.grid.hexes import Hex

_LEADER: Final = "leader"


@dataclass(frozen=True)
class Unit:
    """A unit and its remaining blocks. ``special`` marks the Sacred Band or a legion (L1037-1057)."""

    side: Side
    type: str
    blocks: int
    special: str = late_field("")

    def __str__(self) -> str:
        return " ".join(filter(None, (str(self.side), self.type, str(self.blocks), self.special)))

    @classmethod
    def parse(cls, text: str) -> Unit:
        """Parse the format that ``str`` writes. Raises ValueError for any other text."""
        side, _space, rest = text.partition(" ")
        kind, _space, rest = rest.partition(" ")
        blocks, _space, special = rest.partition(" ")
        if kind not in UNITS or special not in SPECIALS or not blocks.isdecimal():
            raise ValueError(f"not a unit: {text!r}")
        if not 1 <= int(blocks) <= UNITS[kind].blocks:
            raise ValueError(f"{kind} has 1 to {UNITS[kind].blocks} blocks, not {blocks}")
        found = cls(Side(side), kind, int(blocks), special)
        if str(found) != text:
            raise ValueError(f"not a unit: {text!r}")
        return found

    @property
    def kind(self) -> UnitType:
        return type_of(self.type, self.special) if self.special else UNITS[self.type]

    @property
    def full(self) -> bool:
        """Whether the unit still has all its blocks."""
        return self.blocks == self.kind.blocks

    def lose_blocks(self, blocks: int) -> Unit | None:
        """Return the unit after a loss of blocks, or None if it is eliminated."""
        return replace(self, blocks=self.blocks - blocks) if blocks < self.blocks else None


@dataclass(frozen=True)
class Leader:
    """A leader. The name is empty if the map gives none."""

    side: Side
    name: str = ""

    def __str__(self) -> str:
        return f"{self.side} {_LEADER} {self.name}".rstrip()

    @classmethod
    def parse(cls, text: str) -> Leader:
        """Parse the format that ``str`` writes. Raises ValueError for any other text."""
        side, _space, rest = text.partition(" ")
        word, _space, name = rest.partition(" ")
        found = cls(Side(side), name)
        if word != _LEADER or str(found) != text:
            raise ValueError(f"not a leader: {text!r}")
        return found


@dataclass(frozen=True)
class Ground:
    """The terrain of one hex. ``sides`` are the hexsides that a rampart protects."""

    terrain: str
    sides: tuple[str, ...] = ()

    def __str__(self) -> str:
        return " ".join((self.terrain, *self.sides))

    @classmethod
    def parse(cls, text: str) -> Ground:
        """Parse the format that ``str`` writes. Raises ValueError for any other text."""
        name, *sides = text.split(" ")
        if name not in TERRAIN or not set(sides) <= set(BOARD.layout.sides):
            raise ValueError(f"not a kind of terrain: {text!r}")
        if bool(sides) == TERRAIN[name].every_side:
            raise ValueError(f"the sides that {name} protects: {text!r}")
        return cls(name, tuple(sides))


@dataclass(frozen=True)
class Position:
    """The board with all its pieces, at most one unit and one leader in each hex (L210)."""

    units: Mapping[Hex, Unit] = field(default_factory=dict)
    leaders: Mapping[Hex, Leader] = field(default_factory=dict)
    ground: Mapping[Hex, Ground] = field(default_factory=dict)

    def __str__(self) -> str:
        return "\n".join(f"{BOARD.name(at)}: {'; '.join(parts)}" for at, parts in self._lines())

    def _lines(self) -> Iterator[tuple[Hex, list[str]]]:
        for at in BOARD:
            parts = [str(what[at]) for what in (self.ground, self.units, self.leaders) if at in what]
            if parts:
                yield at, parts

    @classmethod
    def parse(cls, text: str) -> Position:
        """Parse the format that ``str`` writes. Raises ValueError naming the line for any other text."""
        units: dict[Hex, Unit] = {}
        leaders: dict[Hex, Leader] = {}
        ground: dict[Hex, Ground] = {}
        for line in text.splitlines():
            name, colon, rest = line.partition(": ")
            try:
                at = BOARD.place(name)
                for part in rest.split("; "):
                    _put(at, part, units, leaders, ground)
            except ValueError as bad:
                raise ValueError(f"{line!r}: {bad}") from None
        return cls(units, leaders, ground)

    def terrain(self, at: Hex) -> Terrain:
        """Return the terrain of a hex, which is clear by default."""
        return TERRAIN[self.ground[at].terrain] if at in self.ground else CLEAR

    def lone_leader(self, at: Hex) -> Leader | None:
        """Return the leader who is alone in a hex, or None."""
        return self.leaders.get(at) if at not in self.units else None

    def supporters(self, at: Hex, side: Side) -> int:
        """Count the adjacent friendly units. A lone friendly leader counts as one (L607-609)."""
        near = NEAR[at]
        units = sum(there in self.units and self.units[there].side is side for there in near)
        leaders = sum((found := self.lone_leader(there)) is not None and found.side is side for there in near)
        return units + leaders

    def is_led(self, at: Hex, side: Side) -> bool:
        """Return whether a friendly leader is in the hex or next to it, which makes helmets hit (L511)."""
        return any(there in self.leaders and self.leaders[there].side is side for there in (at, *NEAR[at]))


def _put(
    at: Hex, part: str, units: dict[Hex, Unit], leaders: dict[Hex, Leader], ground: dict[Hex, Ground]
) -> None:
    words = part.split(" ")
    if words[0] not in ("bottom", "top"):
        place: dict[Hex, Ground] = ground
        if at in place:
            raise ValueError("two kinds of terrain")
        place[at] = Ground.parse(part)
    elif len(words) > 1 and words[1] == _LEADER:
        if at in leaders:
            raise ValueError("two leaders")
        leaders[at] = Leader.parse(part)
    else:
        if at in units:
            raise ValueError("two units")
        units[at] = Unit.parse(part)
    if at in units and at in leaders and units[at].side is not leaders[at].side:
        raise ValueError("a leader with an enemy unit")
