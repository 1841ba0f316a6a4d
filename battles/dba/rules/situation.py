"""The Situation: every fact needed to resolve one combat or shot, and nothing else.

A Situation contains no positions. At a table the assistant asks the players for its facts; on the board
they are computed.
"""

from __future__ import annotations

from typing import Literal

from battles.dba.rules.troops import CODE_DEPTHS, TROOPS, is_bad, is_camel, is_good
from engine.values import dataclass

Side = Literal["a", "b"]
SIDES: tuple[Side, Side] = ("a", "b")

MODES = ("close", "shooting")
GOINGS = ("good", "bad", "bad_road", "sand", "river")
POSTS = ("field", "bua", "camp", "enemy_camp")
# Maps an element's post to its opponent's post if both are in the same built-up area or camp. There is one
# built-up area, and each army has one camp.
SAME_PLACE = {"bua": "bua", "camp": "enemy_camp", "enemy_camp": "camp"}
ROOMS = ("free", "friends", "blocked")
OBSTACLES = (
    "",
    "enemy",
    "enemy_struck",
    "impassable",
    "garrisoned_bua",
    "table_edge",
    "friend_turned",
    "own_camp",
)
FLIGHTS = ("clear", "blocked", "river", "unknown_river", "table_edge")
PURSUITS = ("clear", "bad_going", "table_edge")


@dataclass(frozen=True, slots=True)
class Contender:
    """One of the two elements that roll.

    type, code, depth_mm   the element; an omitted depth or code means the usual one for the type
    general                the element includes the general
    going                  good, bad, bad_road (bad going, on a road), sand (dunes or oasis), river
    post                   field, bua (garrison or denizens inside), camp (the element's own),
                           enemy_camp
    sacking                the element is sacking the built-up area that it is in
    uphill                 the element's whole front edge is higher than the enemy's
    bank                   the element defends the bank of a river that is not paltry
    charged                the element moved into contact with this enemy's front in its own
                           current bound
    behind                 type of the friend directly behind, aligned and facing the same way
                           ("" if none)
    behind_gap             the friend behind does not touch: it gives no support, but obstructs a recoil
    behind_bad             the friend behind is in bad going
    room                   space behind that friend: free; friends (cannot be passed, can be pushed);
                           blocked
    psiloi_beside          a Ps is directly behind a neighbour of the same type, side to side in line
    overlaps               enemies overlapping the element (0-2; a flank counts once, overlapped or
                           contacted)
    flank_contacts         enemy fronts in contact with the element's flanks (0-2)
    rear_contact           an enemy front is in contact with the element's rear
    extra_shooters         enemies shooting at the element in addition to the first
    shot_from_behind       all shots at the element come from behind it
    moved                  the element has moved this bound (artillery then does not shoot in its own
                           bound)
    obstacle               obstacle to the element's recoil: see OBSTACLES ("enemy_struck": the enemy
                           dies too)
    flight                 obstacle to a flight's second leg: see FLIGHTS
    pursuit                obstacle to a pursuit: see PURSUITS
    """

    type: str
    code: str = ""
    depth_mm: int | None = None
    general: bool = False
    going: str = "good"
    post: str = "field"
    sacking: bool = False
    uphill: bool = False
    bank: bool = False
    charged: bool = False
    behind: str = ""
    behind_gap: bool = False
    behind_bad: bool = False
    room: str = "free"
    psiloi_beside: bool = False
    overlaps: int = 0
    flank_contacts: int = 0
    rear_contact: bool = False
    extra_shooters: int = 0
    shot_from_behind: bool = False
    moved: bool = False
    obstacle: str = ""
    flight: str = "clear"
    pursuit: str = "clear"


@dataclass(frozen=True, slots=True)
class Situation:
    """Two contenders. ``mode``: "close" or "shooting". In shooting, ``a`` is the first shooter and ``b`` the
    target. ``answered``: whether the target shoots back. ``active``: the side whose bound it is.
    """

    mode: str
    a: Contender
    b: Contender
    active: Side = "a"
    answered: bool = False


def other(side: Side) -> Side:
    return "b" if side == "a" else "a"


def contender(s: Situation, side: Side) -> Contender:
    return s.a if side == "a" else s.b


def camel(c: Contender) -> bool:
    return is_camel(c.type, c.code)


def in_bad(c: Contender) -> bool:
    """Return whether an element is in bad going, as defined for its type (section "area_features")."""
    return c.going != "good" and is_bad(c.going, camel(c))


def in_good(c: Contender) -> bool:
    """Return whether an element is in good going, as defined for its type. A built-up area is neither good
    nor bad going (section "area_features").
    """
    return c.post != "bua" and is_good(c.going, camel(c))


def depth(c: Contender) -> int:
    """Return an element's base depth in mm for recoil and pursuit. It is the given depth, or else the code's
    depth, or else the type's usual depth (sections "recoil", "pursuit" and "bases").
    """
    return c.depth_mm or CODE_DEPTHS.get(c.code) or TROOPS[c.type].depths[0]
