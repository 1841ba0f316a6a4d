"""The contents of a card. Systems fill in a :class:`Clash`; the shell adds name, place, dates and people."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Block:
    """So many equal bases of a side: what they are called (short), how many there were and how many of them
    are lost, and the size of one base, in any measure. ``sign``: a path around the middle of 12 by 10."""

    label: str
    number: int
    lost: int = 0
    width: float = 40
    depth: float = 20
    sign: str = ""


@dataclass(frozen=True)
class Host:
    """One side of a battle, as its system knows it: the seat, its bases, and how it stands, in words ("4 of
    12 elements lost"). ``commander``: its game master, where the system has names for such."""

    seat: str
    blocks: tuple[Block, ...] = ()
    standing: str = ""
    commander: str = ""


@dataclass(frozen=True)
class Clash:
    """A battle as everybody may know it now. ``ground``: what it is fought on, in words; ``place``: where, if
    the system knows; ``stage``: how far it has come; ``moment``: where it turned, once it is over."""

    hosts: tuple[Host, ...]
    ground: str = ""
    place: str = ""
    stage: str = ""
    moment: str = ""


@dataclass(frozen=True)
class Banner:
    """How somebody is told apart: colour, pattern (a path on a flag of 32 by 22) and two letters."""

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
    """All that is told of a battle: its name, where and when in the campaign, on which day among people, who
    fought under whom, on what ground, how it ended. ``over``: nothing will change any more."""

    name: str
    place: str = ""
    date: str = ""
    day: str = ""
    sides: tuple[Side, ...] = ()
    ground: str = ""
    result: str = ""
    notes: tuple[str, ...] = ()  # where it turned, how the dice fell
    campaign: str = ""
    over: bool = False


@dataclass(frozen=True)
class Line:
    """Somebody with their score after each turn so far; or something else that is counted (without a
    banner)."""

    name: str
    banner: Banner | None
    scores: tuple[int, ...] = ()
    won: bool = False

    @property
    def last(self) -> int | None:
        return self.scores[-1] if self.scores else None


@dataclass(frozen=True)
class Campaign:
    """All that is told of a campaign: how far it is, who leads or has won, its map (an SVG that stands
    alone), and everybody's score by turn."""

    name: str
    rules: str
    stage: str = ""
    day: str = ""
    result: str = ""
    map: str = ""
    lines: tuple[Line, ...] = ()
    turns: int = 0
    score_unit: int = 1  # so many of what is counted make one point
    over: bool = False


def told(parts: Sequence[str], by: str = " · ") -> str:
    """Those parts of a line that say something."""
    return by.join(part.rstrip(".") if by == ". " else part for part in parts if part)
