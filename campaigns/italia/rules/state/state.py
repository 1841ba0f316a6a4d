"""The state of an *Italia* game: the map and the decision in progress. It is frozen and changed by copying.

The scenario is not part of the state. Places are ids of areas and seas. Land units at sea are aboard
their nation's fleets. Points are counted in halves.
"""

from __future__ import annotations

from collections.abc import Mapping

from engine.codec import late_field
from engine.frames import Stacked
from engine.values import dataclass

Units = Mapping[str, int]  # unit type -> how many


@dataclass(frozen=True)
class LeaderPiece:
    """A leader on the map. ``round``: the round of arrival. The leader leaves in a later round (7.2)."""

    nation: str
    at: str
    round: int


@dataclass(frozen=True)
class City:
    """A city or its ruin. ``standing``: whether it is intact. ``owner``: the last seat to hold it, or ""
    (10.6).
    """

    standing: bool
    owner: str = ""


@dataclass(frozen=True)
class Holdings:
    """A nation's possessions other than pieces. ``aside``: units bought with tribute but not yet placed
    (6.4). ``overlord``: the nation to which it has been subject since round ``since``, or "" (12.5).
    """

    gold: int = 0
    capital: str = ""
    overlord: str = ""
    since: int = 0
    aside: tuple[str, ...] = ()


@dataclass(frozen=True)
class Today:
    """The record of the current nation's turn. ``points``: the score of the turn so far, in half-points.
    ``arrived``: shared entry areas that the nation's reinforcements can still leave (9.2).
    """

    sacked: frozenset[str] = frozenset()  # cities sacked or raided (10.61)
    restored: frozenset[str] = frozenset()  # raided and rebuilt cities, not to be raided again (10.7)
    points: int = 0
    arrived: frozenset[str] = late_field(frozenset())


@dataclass(frozen=True)
class State(Stacked):
    """The complete state of a game. ``nation``: the active nation, or "" between turns. ``tallies``: counts
    of limited events, such as dead leaders, first sacks, battles against elephants, and conversions.
    """

    round: int
    nation: str
    units: Mapping[str, Mapping[str, Units]]  # place -> nation -> units
    leaders: Mapping[str, LeaderPiece]
    cities: Mapping[str, City]
    nations: Mapping[str, Holdings]
    scores: Mapping[str, int]  # nation -> score in half-points
    tallies: Mapping[str, int]
    today: Today = Today()
    ended: bool = False
