"""The contents of a card: a :class:`games.page_facts.clash.Clash` with a name, a place, dates and people."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from games.page_facts.clash import Block


@dataclass(frozen=True)
class Banner:
    """The banner of a power: its colour, its pattern (an SVG path on a flag of 32 by 22) and its two-letter
    abbreviation.
    """

    colour: str
    mark: str
    pattern: str = ""


@dataclass(frozen=True)
class Side:
    """A side of a battle, as its card shows it."""

    name: str
    banner: Banner
    commander: str = ""
    blocks: tuple[Block, ...] = ()
    standing: str = ""
    won: bool = False


@dataclass(frozen=True)
class Battle:
    """The card of a battle. It has the battle's name and place, its date in the campaign and in real life,
    its sides, its terrain and its result. ``over``: whether the battle is over, so nothing can change.
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
    """A seat or power with its score after each turn so far. A line without a banner shows one of the game's
    other scores.
    """

    name: str
    banner: Banner | None
    scores: tuple[int, ...] = ()
    won: bool = False

    @property
    def last(self) -> int | None:
        return self.scores[-1] if self.scores else None


@dataclass(frozen=True)
class Campaign:
    """The card of a campaign. It has the campaign's progress, its leader or winner, its map (a standalone
    SVG) and every seat's scores by turn.
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
    """Join the parts of a line, leaving out empty ones."""
    return by.join(part.rstrip(".") if by == ". " else part for part in parts if part)
