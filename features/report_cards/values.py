"""The contents of a card: a :class:`games.clash.Clash`, with name, place, dates and people."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from games.clash import Block


@dataclass(frozen=True)
class Banner:
    """The banner of a power: a colour, a pattern (a path on a flag of 32 by 22) and two letters."""

    colour: str
    mark: str
    pattern: str = ""


@dataclass(frozen=True)
class Side:
    """A side of a battle on its card."""

    name: str
    banner: Banner
    commander: str = ""
    blocks: tuple[Block, ...] = ()
    standing: str = ""
    won: bool = False


@dataclass(frozen=True)
class Battle:
    """The card of a battle: its name, its place, its date in the campaign and in real life, its sides,
    terrain and result. ``over``: nothing can change any more.
    """

    name: str
    place: str = ""
    date: str = ""
    day: str = ""
    sides: tuple[Side, ...] = ()
    ground: str = ""
    result: str = ""
    notes: tuple[str, ...] = ()  # turning points, and luck with dice
    campaign: str = ""
    over: bool = False


@dataclass(frozen=True)
class Line:
    """A seat or power with its score after each turn so far; without a banner, another score of the game."""

    name: str
    banner: Banner | None
    scores: tuple[int, ...] = ()
    won: bool = False

    @property
    def last(self) -> int | None:
        return self.scores[-1] if self.scores else None


@dataclass(frozen=True)
class Campaign:
    """The card of a campaign: its progress, its leader or winner, its map (a standalone SVG) and everybody's
    score by turn.
    """

    name: str
    rules: str
    stage: str = ""
    day: str = ""
    result: str = ""
    map: str = ""
    lines: tuple[Line, ...] = ()
    turns: int = 0
    score_unit: int = 1  # how many units of a score make one point
    over: bool = False


def join_parts(parts: Sequence[str], by: str = " · ") -> str:
    """Join the non-empty parts of a line."""
    return by.join(part.rstrip(".") if by == ". " else part for part in parts if part)
