"""The events at a table."""

from __future__ import annotations

from typing import Any

from battles.dba.rules.field.shapes import Drawing
from battles.dba.rules.table.state import Cause, Nature
from battles.dba.rules.table.terrain import Kind, Piece
from engine.codec import late
from engine.values import dataclass

# --- setting up ---


@dataclass(frozen=True)
class AggressionRolled:
    """Aggression was rolled. ``dice`` and ``totals`` are given for red and blue."""

    dice: tuple[int, int]
    totals: tuple[int, int]


@dataclass(frozen=True)
class InvaderKnown:
    invader: str
    defender: str


@dataclass(frozen=True)
class TerrainPlaced:
    pieces: tuple[Piece, ...]
    drawing: Drawing = late(())


@dataclass(frozen=True)
class BattlefieldDrawn:
    """The layout of the pieces was drawn by ``seat``. ``again``: it replaced an earlier drawing."""

    seat: str
    drawing: Drawing
    again: bool


@dataclass(frozen=True)
class EdgeRolled:
    """The invader preferred the edge ``wish``, rolled ``die`` and enters from ``edge``."""

    wish: int
    die: int
    edge: int


@dataclass(frozen=True)
class CampPitched:
    seat: str
    pitched: bool
    garrison: str | None


@dataclass(frozen=True)
class KeptAboard:
    """Part of an army that was set up by hand waits at sea."""

    seat: str
    reserve: tuple[str, ...]


@dataclass(frozen=True)
class ArmyDeployed:
    seat: str
    garrison: str | None
    reserve: tuple[str, ...]


@dataclass(frozen=True)
class ElementsSwapped:
    pairs: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class TableSet:
    invader: str
    bua: bool
    river: bool


@dataclass(frozen=True)
class TerrainNoted:
    """Players reported pieces on the table."""

    terrain: tuple[Kind, ...]


@dataclass(frozen=True)
class BuaNoted:
    """Players reported a built-up area. ``camp_struck``: its owner had a camp, which is removed."""

    owner: str
    garrison: str | None
    camp_struck: bool


# --- the bound ---


@dataclass(frozen=True)
class BoundBegan:
    bound: int
    seat: str


@dataclass(frozen=True)
class PipsRolled:
    """PIPs were rolled. ``die``: the roll; ``pips``: those to spend, which exceed the roll only with a better
    leader from a campaign.
    """

    seat: str
    die: int
    pips: int


@dataclass(frozen=True)
class SackBegan:
    element: str


@dataclass(frozen=True)
class SackEnded:
    element: str


@dataclass(frozen=True)
class DenizensRevolted:
    seat: str


@dataclass(frozen=True)
class GeneralPlaced:
    seat: str
    place: str


@dataclass(frozen=True)
class ElementsMoved:
    """Elements have moved. ``reasons``: the surcharges paid, which are hard_to_move, dismounting,
    far_from_general, general_lost and general_hindered.
    """

    seat: str
    elements: tuple[str, ...]
    cost: int
    left: int
    reasons: tuple[str, ...]
    further: str = ""
    contact: bool = False


@dataclass(frozen=True)
class ElementsDismounted:
    elements: tuple[str, ...]
    codes: tuple[str, ...]


@dataclass(frozen=True)
class RiverFound:
    die: int
    nature: Nature


@dataclass(frozen=True)
class FordingFailed:
    element: str
    die: int


@dataclass(frozen=True)
class ReserveLanded:
    elements: tuple[str, ...]
    left: int


@dataclass(frozen=True)
class ContactBroken:
    element: str
    enemy: str
    cost: int
    left: int
    pursues_mm: int
    supported: bool = late(False)  # a supporter directly behind also pursues


@dataclass(frozen=True)
class StrongholdEntered:
    element: str
    place: str
    holder: str
    taken: bool


@dataclass(frozen=True)
class StrongholdLeft:
    element: str
    place: str


@dataclass(frozen=True)
class MovesEnded:
    unused: int


@dataclass(frozen=True)
class Fought:
    """A combat or a shot: opponents, dice and totals, the calculation line by line, and the consequences.
    ``more`` shoot with the first, ``back`` with the second.

    ``situation``: the resolver's input; ``comparison``: its verdict; ``fates``: both elements' fates;
    ``consequences``: the moves that players make by hand; ``chances``: how many of the 36 rolls give each
    fate.
    """

    mode: str
    first: str
    second: str
    more: tuple[str, ...]
    dice: tuple[int, int]
    totals: tuple[int, int]
    comparison: str
    fates: tuple[str, str]
    situation: Any
    reckoning: Any
    consequences: Any
    chances: Any
    back: tuple[str, ...] = late(())


@dataclass(frozen=True)
class ElementLost:
    """An element is lost. ``counts``: it counts towards the breaking of its army."""

    element: str
    seat: str
    cause: Cause
    counts: bool


@dataclass(frozen=True)
class GeneralLost:
    seat: str
    element: str


@dataclass(frozen=True)
class DenizensFell:
    """Denizens fall. ``surrendered_to``: the seat they serve now, or "" if they are destroyed."""

    surrendered_to: str


@dataclass(frozen=True)
class StoodApart:
    """Two elements are not in contact after all."""

    elements: tuple[str, ...]


@dataclass(frozen=True)
class ShootingEnded:
    pass


@dataclass(frozen=True)
class BoundEnded:
    """A bound has ended, with the losses of both armies, red and blue, including the extras for a camp and a
    built-up area.
    """

    bound: int
    losses: tuple[int, int]
    extras: tuple[int, int]
    generals_lost: tuple[bool, bool]


@dataclass(frozen=True)
class DrawOffered:
    seat: str


@dataclass(frozen=True)
class BattleEnded:
    winner: str | None
    reason: str
    rule: str


EVENTS = (
    AggressionRolled,
    InvaderKnown,
    TerrainPlaced,
    BattlefieldDrawn,
    EdgeRolled,
    CampPitched,
    ArmyDeployed,
    KeptAboard,
    ElementsSwapped,
    TableSet,
    TerrainNoted,
    BuaNoted,
    BoundBegan,
    PipsRolled,
    SackBegan,
    SackEnded,
    DenizensRevolted,
    GeneralPlaced,
    ElementsMoved,
    ElementsDismounted,
    RiverFound,
    FordingFailed,
    ReserveLanded,
    ContactBroken,
    StrongholdEntered,
    StrongholdLeft,
    MovesEnded,
    Fought,
    ElementLost,
    GeneralLost,
    DenizensFell,
    StoodApart,
    ShootingEnded,
    BoundEnded,
    DrawOffered,
    BattleEnded,
)
