"""The actions that players enter at a table."""

from __future__ import annotations

from typing import Literal

from battles.dba.rules.field.shapes import Drawing
from battles.dba.rules.table.terrain import Kind, Piece
from engine.codec import late
from engine.values import dataclass

# --- setting up ---


@dataclass(frozen=True)
class RollAggression:
    """Roll for both sides and add each army's aggression; the lower total defends."""


@dataclass(frozen=True)
class PlaceTerrain:
    """Place the defender's terrain, including its layout if it has been drawn."""

    pieces: tuple[Piece, ...]
    drawing: Drawing = late(())


@dataclass(frozen=True)
class DrawBattlefield:
    """Draw or redraw the layout of the pieces."""

    drawing: Drawing


@dataclass(frozen=True)
class ChooseEdge:
    """Name the edge that the invader prefers (1-4, clockwise), and roll for it."""

    edge: int


@dataclass(frozen=True)
class PitchCamp:
    """Place a side's camp. Its ``garrison`` is one of the twelve elements, the followers, or None."""

    garrison: str | None = None


@dataclass(frozen=True)
class Deploy:
    """Put the army on the table, with the garrison of the built-up area and the elements that wait to land
    from the sea.
    """

    garrison: str | None = None
    reserve: tuple[str, ...] = ()


@dataclass(frozen=True)
class SwapElements:
    """Swap up to two pairs of the defender's elements."""

    pairs: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class SetTable:
    """Set up everything at once, for players who have already done it themselves. ``terrain``: pieces other
    than a built-up area and a river; none if unknown.
    """

    invader: Literal["red", "blue"]
    bua: bool = False
    river: bool = False
    garrison: str | None = None
    terrain: tuple[Kind, ...] = ()


@dataclass(frozen=True)
class NoteTerrain:
    """Report terrain on the table, either forgotten pieces or all of them."""

    terrain: tuple[Kind, ...]


@dataclass(frozen=True)
class NoteBua:
    """Report a built-up area that the assistant does not know. ``garrison``: the element in it."""

    garrison: str | None = None


@dataclass(frozen=True)
class KeepAboard:
    """Keep these elements of a littoral army at sea. Players who set up by themselves report this in that
    army's first bound, before it moves.
    """

    reserve: tuple[str, ...]


# --- the bound ---


@dataclass(frozen=True)
class RollPips:
    """Roll the active player's initiative."""


@dataclass(frozen=True)
class InciteRevolt:
    """Spend all six PIPs at the start of the bound to return the surviving denizens to their old masters."""


@dataclass(frozen=True)
class PlaceGeneral:
    """Report the general's place if it costs PIPs: a wood, an oasis, a marsh, or none of these."""

    place: Literal["", "woods", "oasis", "marsh"]


@dataclass(frozen=True)
class MoveElements:
    """Make a tactical move with one element or a group.

    ``far``: every element starts out of its general's command. ``further``: the reason why it can move again;
    ``along``: elements of that group that have not moved before. ``contact``: the move ends in combat.
    ``onto``: it enters, leaves or assaults a camp or built-up area; into its own camp it can replace the
    garrison. ``ford``: it crosses the river off a road.
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
    """Land the elements kept aboard, as one group in their side's first bound."""


@dataclass(frozen=True)
class BreakOff:
    """Move an element in frontal combat straight back by 200 paces or more. ``enemy``: its opponent (an
    element or "denizens"). ``held``: what prevents that enemy from pursuing; ``supported``: an element of the
    enemy's type is directly behind it in support.
    """

    element: str
    enemy: str
    far: bool = False
    held: Literal["", "bad_going", "table_edge"] = ""
    supported: bool = False


@dataclass(frozen=True)
class EndMoves:
    """End the moves. Unused PIPs are lost."""


@dataclass(frozen=True)
class Stance:
    """Facts about one of two opponents that only the players can see: the fields of
    battles.dba.rules.situation.Contender that depend on the table. ``behind`` is an element, ``met`` a friend
    facing another way that its recoil runs into, and ``struck`` are enemies that its recoil strikes.
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
    """Shoot with ``shooter`` and up to two more at ``target`` (an element or "denizens"). ``answered``: the
    target shoots back at the first shooter, helped by up to two others (``back``); ``unable``: it cannot.
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
    """End shooting once every element that must shoot has done so. ``none_in_reach``: no remaining element
    can shoot at an enemy who can shoot back.
    """

    none_in_reach: bool = False


@dataclass(frozen=True)
class Fight:
    """Fight a frontal combat. ``attacker`` is on the active side, ``defender`` on the other; either can be
    "denizens". ``a`` and ``b`` are their stances. ``charged``: corrects the assistant's record of who just
    moved into contact (None: it is right).
    """

    attacker: str
    defender: str
    a: Stance = Stance()
    b: Stance = Stance()
    charged: bool | None = None


@dataclass(frozen=True)
class EndCombat:
    """End combat and the bound. ``none_in_contact``: the elements recorded as in contact that have not fought
    are not in frontal contact (they support, overlap and so on).
    """

    none_in_contact: bool = False


@dataclass(frozen=True)
class StandApart:
    """Report that elements recorded as in contact with an enemy are not."""

    elements: tuple[str, ...]


@dataclass(frozen=True)
class RemoveElement:
    """Report that an element was removed because of something that happened on the table during a result."""

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
