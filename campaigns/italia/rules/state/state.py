"""The state of an *Italia* game: the map, and the question in progress. Frozen; changed by copying.

The scenario is not part of it. Places are ids of areas and seas; land units at sea are aboard their nation's
fleets. Points are counted in halves.
"""

from __future__ import annotations

from collections.abc import Mapping

from engine.codec import late
from engine.frames import Stacked
from engine.values import dataclass

Units = Mapping[str, int]  # unit type -> how many


@dataclass(frozen=True)
class LeaderPiece:
    """A leader on the map. ``round``: the round of arrival; the leader leaves in a later one (7.2)."""

    nation: str
    at: str
    round: int


@dataclass(frozen=True)
class City:
    """A city or its ruin. ``owner``: the last seat to hold it (10.6)."""

    standing: bool
    owner: str = ""


@dataclass(frozen=True)
class Holdings:
    """The possessions of a nation besides its pieces. ``aside``: units bought with tribute, not yet placed
    (6.4). ``overlord``: the nation to which it has been subject since round ``since`` (12.5).
    """

    gold: int = 0
    capital: str = ""
    overlord: str = ""
    since: int = 0
    aside: tuple[str, ...] = ()


@dataclass(frozen=True)
class Today:
    """The nation turn in progress. ``points``: scored in it so far. ``arrived``: shared entry areas that its
    reinforcements can still leave (9.2).
    """

    sacked: frozenset[str] = frozenset()  # sacked or raided (10.61)
    restored: frozenset[str] = frozenset()  # raided and rebuilt at once: not raided again (10.7)
    points: int = 0
    arrived: frozenset[str] = late(frozenset())


@dataclass(frozen=True)
class State(Stacked):
    """The complete state of a game. ``nation``: the active nation, "" between turns. ``tallies`` counts
    limited events: dead leaders, a first sack, elephants met, conversions.
    """

    round: int
    nation: str
    units: Mapping[str, Mapping[str, Units]]  # place -> nation -> units
    leaders: Mapping[str, LeaderPiece]
    cities: Mapping[str, City]
    nations: Mapping[str, Holdings]
    scores: Mapping[str, int]  # nation -> half points
    tallies: Mapping[str, int]
    today: Today = Today()
    ended: bool = False
