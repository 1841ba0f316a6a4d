"""The actions that players enter at a table."""

from __future__ import annotations

from typing import Literal

from battles.dba.rules.field.shapes import Drawing
from battles.dba.rules.table.terrain import Kind, Piece
from engine.codec import late_field
from engine.values import dataclass

# --- set-up ---


@dataclass(frozen=True)
class RollAggression:
    """Roll for both sides and add each army's aggression. The side with the lower total defends."""


@dataclass(frozen=True)
class PlaceTerrain:
    """Place the defender's terrain, with its layout if it has been drawn."""

    pieces: tuple[Piece, ...]
    drawing: Drawing = late_field(())


@dataclass(frozen=True)
class DrawBattlefield:
    """Draw the layout of the terrain, or draw it again."""

    drawing: Drawing


@dataclass(frozen=True)
class ChooseEdge:
    """Name the edge that the invader prefers (1-4, clockwise), and roll for the invader's edge."""

    edge: int


@dataclass(frozen=True)
class PitchCamp:
    """Place a side's camp. ``garrison``: one of the twelve elements, the camp followers, or None."""

    garrison: str | None = None


@dataclass(frozen=True)
class Deploy:
    """Put an army on the table. ``garrison``: the element in the built-up area, or None. ``reserve``: the
    elements that wait to land from the sea.
    """

    garrison: str | None = None
    reserve: tuple[str, ...] = ()


@dataclass(frozen=True)
class SwapElements:
    """Swap up to two pairs of the defender's elements."""

    pairs: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class SetTable:
    """Record a set-up that the players have already carried out themselves. ``bua`` and ``river``: whether
    there is a built-up area and a river. ``garrison``: the element in the built-up area, or None.
    ``terrain``: the other kinds of terrain on the table, or () if unknown.
    """

    invader: Literal["red", "blue"]
    bua: bool = False
    river: bool = False
    garrison: str | None = None
    terrain: tuple[Kind, ...] = ()


@dataclass(frozen=True)
class NoteTerrain:
    """Report terrain on the table: some forgotten pieces, or all pieces."""

    terrain: tuple[Kind, ...]


@dataclass(frozen=True)
class NoteBua:
    """Report a built-up area that the assistant does not know about. ``garrison``: the element in it, or
    None.
    """

    garrison: str | None = None


@dataclass(frozen=True)
class KeepAboard:
    """Keep some elements of a littoral army at sea. After a set-up by hand, without the guided deployment,
    the player names these elements in the army's first bound, before it moves.
    """

    reserve: tuple[str, ...]


# --- the bound ---


@dataclass(frozen=True)
class RollPips:
    """Roll the active side's PIPs."""


@dataclass(frozen=True)
class InciteRevolt:
    """Spend all six PIPs at the start of the bound, so that the surviving denizens return to their former
    side.
    """


@dataclass(frozen=True)
class PlaceGeneral:
    """Report the general's terrain, because a wood, an oasis or a marsh costs PIPs. "" means any other
    terrain.
    """

    place: Literal["", "woods", "oasis", "marsh"]


@dataclass(frozen=True)
class MoveElements:
    """Make a tactical move with one element or a group.

    ``far``: whether every element starts out of the general's command. ``further``: the reason for a second
    move, or "". ``along``: elements of the group that have not moved yet. ``contact``: whether the move ends
    in combat. ``onto``: the camp or built-up area that the move enters, leaves or assaults; a move into the
    side's own camp can replace the garrison. ``ford``: whether the move crosses the river off a road.
    """

    elements: tuple[str, ...]
    far: bool = False
    dismount: bool = False
    further: Literal["", "light_horse", "psiloi", "charge", "road"] = ""
    contact: bool = False
    ford: bool = False
    onto: Literal["", "leave", "own_camp", "enemy_camp", "bua"] = ""
    along: tuple[str, ...] = ()

    @property
    def everybody(self) -> tuple[str, ...]:
        return (*self.elements, *self.along)


@dataclass(frozen=True)
class LandReserve:
    """Land elements kept aboard, as one group: a littoral army's reserve in its side's first bound, or part
    of a campaign's second wave in a later one.
    """


@dataclass(frozen=True)
class BreakOff:
    """Move an element in frontal combat straight back by 200 paces or more.

    ``enemy``: its opponent (an element or "denizens"). ``far``: whether the element is out of its general's
    command. ``held``: the reason why the enemy cannot pursue, or "". ``supported``: whether an element of
    the enemy's own type supports the enemy from directly behind.
    """

    element: str
    enemy: str
    far: bool = False
    held: Literal["", "bad_going", "table_edge"] = ""
    supported: bool = False


@dataclass(frozen=True)
class EndMoves:
    """End the moves. Unspent PIPs are lost."""


@dataclass(frozen=True)
class Stance:
    """Facts about one of two opponents that only the players can see. The fields are those of
    battles.dba.rules.situation.Contender, except that ``behind`` names an element. ``met``: a friend facing
    another way that a recoil hits, or "". ``struck``: the enemies that a recoil hits.
    """

    going: str = "good"
    uphill: bool = False
    bank: bool = False
    behind: str = ""
    behind_gap: bool = False
    behind_bad: bool = False
    room: str = "free"
    psiloi_beside: bool = False
    overlaps: int = 0
    flank_contacts: int = 0
    rear_contact: bool = False
    shot_from_behind: bool = False
    obstacle: str = ""
    flight: str = "clear"
    pursuit: str = "clear"
    met: str = ""
    struck: tuple[str, ...] = ()


@dataclass(frozen=True)
class Shoot:
    """Shoot with ``shooter`` and up to two others (``more``) at ``target`` (an element or "denizens").

    ``answered``: whether the target shoots back at the first shooter, helped by up to two others (``back``).
    ``unable``: whether a target that would have to shoot back is unable to. ``a`` and ``b``: the facts about
    the shooter and about the target that only the players can see.
    """

    shooter: str
    target: str
    more: tuple[str, ...] = ()
    answered: bool = False
    unable: bool = False
    a: Stance = Stance()
    b: Stance = Stance()
    back: tuple[str, ...] = ()


@dataclass(frozen=True)
class EndShooting:
    """End shooting, once every element that must shoot has done so. ``none_in_reach``: whether the players
    declare that no remaining element can shoot at an enemy that can shoot back.
    """

    none_in_reach: bool = False


@dataclass(frozen=True)
class Fight:
    """Fight a frontal combat. ``attacker``: an element of the active side. ``defender``: its enemy. Either
    can be "denizens". ``a`` and ``b``: the facts about each that only the players can see. ``charged``:
    whether the attacker just moved into contact, or None to confirm what the assistant has recorded.
    """

    attacker: str
    defender: str
    a: Stance = Stance()
    b: Stance = Stance()
    charged: bool | None = None


@dataclass(frozen=True)
class EndCombat:
    """End combat and the bound. ``none_in_contact``: whether the players confirm that no element that has yet
    to fight is in frontal contact. Such elements only support others or overlap an enemy.
    """

    none_in_contact: bool = False


@dataclass(frozen=True)
class StandApart:
    """Correct the assistant's record: report that some elements are not in contact with an enemy."""

    elements: tuple[str, ...]


@dataclass(frozen=True)
class RemoveElement:
    """Report that players removed an element because of a result on the table."""

    element: str
    cause: Literal["recoil", "river", "left_table", "destroyed"]


@dataclass(frozen=True)
class TakeStronghold:
    """Report that an element is now inside a camp or built-up area after a recoil or pursuit."""

    element: str
    place: Literal["own_camp", "enemy_camp", "bua"]


@dataclass(frozen=True)
class Concede:
    """Concede the battle."""


@dataclass(frozen=True)
class AgreeDraw:
    """Offer a draw, or accept the opponent's offer and end the battle."""


SETUP = (
    RollAggression,
    PlaceTerrain,
    DrawBattlefield,
    ChooseEdge,
    PitchCamp,
    Deploy,
    SwapElements,
    SetTable,
    NoteTerrain,
    NoteBua,
    KeepAboard,
)
BOUND = (
    RollPips,
    InciteRevolt,
    PlaceGeneral,
    MoveElements,
    LandReserve,
    BreakOff,
    EndMoves,
    Shoot,
    EndShooting,
    Fight,
    EndCombat,
    StandApart,
    RemoveElement,
    TakeStronghold,
    Concede,
    AgreeDraw,
)
ACTIONS = (*SETUP, *BOUND)
