"""The events of a table battle."""

from __future__ import annotations

from typing import Any

from battles.dba.rules.field.shapes import Drawing
from battles.dba.rules.table.state import Cause, Nature
from battles.dba.rules.table.terrain import Kind, Piece
from engine.codec import late_field
from engine.values import dataclass

# --- set-up ---


@dataclass(frozen=True)
class AggressionRolled:
    """Both sides rolled for aggression. ``dice`` and ``totals`` are for red and blue, in this order."""

    dice: tuple[int, int]
    totals: tuple[int, int]


@dataclass(frozen=True)
class InvaderKnown:
    invader: str
    defender: str


@dataclass(frozen=True)
class TerrainPlaced:
    pieces: tuple[Piece, ...]
    drawing: Drawing = late_field(())


@dataclass(frozen=True)
class BattlefieldDrawn:
    """A seat drew the layout of the terrain. ``again``: whether the drawing replaced an earlier one."""

    seat: str
    drawing: Drawing
    again: bool


@dataclass(frozen=True)
class EdgeRolled:
    """The invader wished for the edge ``wish``, rolled ``die`` and got ``edge``."""

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
    """Some elements of an army that was set up by hand wait at sea."""

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
    """Players reported pieces of terrain on the table."""

    terrain: tuple[Kind, ...]


@dataclass(frozen=True)
class BuaNoted:
    """Players reported a built-up area. ``camp_struck``: whether its owner had a camp, which is now
    removed.
    """

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
    """The active side rolled for PIPs. ``pips`` exceeds the ``die`` only if a campaign gives the army a
    better leader.
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
    """Elements have moved. ``reasons``: why the move cost extra PIPs (hard_to_move, dismounting,
    far_from_general, general_lost and general_hindered).
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
    supported: bool = late_field(False)  # whether the pursuer's supporter pursues too


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
    """A combat or a shot: the opponents, dice, totals, calculation and consequences.

    ``more`` and ``back``: the elements that shoot with the first and with the second opponent.
    ``situation``: the resolver's input. ``comparison``: which total is lower. ``fates``: what becomes of the
    two elements. ``consequences``: the moves that players make by hand. ``chances``: the number of rolls,
    out of 36, for each fate.
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
    back: tuple[str, ...] = late_field(())


@dataclass(frozen=True)
class ElementLost:
    """An element was lost. ``counts``: whether the loss brings its army closer to breaking."""

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
    """The denizens were defeated. ``surrendered_to``: the seat for which they now fight, or "" if they were
    destroyed.
    """

    surrendered_to: str


@dataclass(frozen=True)
class StoodApart:
    """Players reported that some recorded contacts are wrong: these elements touch no enemy."""

    elements: tuple[str, ...]


@dataclass(frozen=True)
class ShootingEnded:
    pass


@dataclass(frozen=True)
class BoundEnded:
    """A bound has ended. ``losses``: how many elements red and blue have lost so far. ``extras``: their
    additional losses for a camp and a built-up area in enemy hands.
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
