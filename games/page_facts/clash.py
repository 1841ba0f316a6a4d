"""The public facts about a battle. The battle's system fills them in for report cards and previews."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Block:
    """A group of equal bases on one side of a battle: its short name, how many bases it had and lost, and the
    width and depth of one base in any unit of length. ``sign``: an SVG path centred in a box of 12 by 10.
    """

    label: str
    number: int
    lost: int = 0
    width: float = 40
    depth: float = 20
    sign: str = ""


@dataclass(frozen=True)
class ClashSide:
    """One side of a battle: its seat, its bases, and a description of its state, such as "4 of 12 elements
    lost". ``commander``: the name of its general, if the system names generals.
    """

    seat: str
    blocks: tuple[Block, ...] = ()
    standing: str = ""
    commander: str = ""


@dataclass(frozen=True)
class Clash:
    """The public facts about a battle. ``ground``: a description of the terrain. ``place``: the location, if
    known. ``stage``: how far the battle has come. ``moment``: its turning point, once it is over.
    """

    hosts: tuple[ClashSide, ...]
    ground: str = ""
    place: str = ""
    stage: str = ""
    moment: str = ""
