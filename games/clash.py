"""The public facts about a battle, which its system fills in for report cards and previews."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Block:
    """Some equal bases of a side: a short name, how many there are and how many are lost, and the size of one
    in any unit. ``sign``: an SVG path centred in a box of 12 by 10.
    """

    label: str
    number: int
    lost: int = 0
    width: float = 40
    depth: float = 20
    sign: str = ""


@dataclass(frozen=True)
class Host:
    """One side of a battle: its seat, its bases, and its state in words ("4 of 12 elements lost").
    ``commander``: the name of its general, if the system has names.
    """

    seat: str
    blocks: tuple[Block, ...] = ()
    standing: str = ""
    commander: str = ""


@dataclass(frozen=True)
class Clash:
    """The public facts about a battle. ``ground``: the terrain in words; ``place``: the location, if
    known; ``stage``: its progress; ``moment``: its turning point, once it is over.
    """

    hosts: tuple[Host, ...]
    ground: str = ""
    place: str = ""
    stage: str = ""
    moment: str = ""
