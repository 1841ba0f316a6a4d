"""The types of an *Italia* scenario: board, nations and their cards, set-up, arrivals, scoring.

These are plain values, which :mod:`loading` reads from a document. Points are counted in halves, as whole
numbers.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import Final, TypeVar

from engine.game import Facts
from engine.values import dataclass

K = TypeVar("K")
V = TypeVar("V")
NORMAL, HIGHLAND, MARSH, ENTRY = "normal", "highland", "marsh", "entry"
KINDS: Final = (NORMAL, HIGHLAND, MARSH, ENTRY)
FLEET: Final = "fleet"
CONTROLLED: Final = "controlled"  # every land area that the nation controls (7.2)
ANY: Final = "any"


@dataclass(frozen=True)
class Area:
    id: str
    name: str
    kind: str
    city_allowed: bool
    label: tuple[float, float]
    group: str = ""
    merge_into: str = ""  # the neighbour into which it is merged on the smaller board

    @property
    def limit(self) -> int:
        """The stacking limit in an area without enemies (8.0)."""
        return 2 if self.kind in (HIGHLAND, ENTRY) else 3

    @property
    def hard(self) -> bool:
        """Whether the area makes attackers hit less often (10.3)."""
        return self.kind in (HIGHLAND, MARSH, ENTRY)


@dataclass(frozen=True)
class Sea:
    id: str
    name: str
    label: tuple[float, float]


@dataclass(frozen=True)
class Board:
    areas: Mapping[str, Area]
    seas: Mapping[str, Sea]
    land: Mapping[str, frozenset[str]]  # area -> adjacent areas by land
    straits: Mapping[str, frozenset[str]]  # area -> areas across a strait (9.4)
    coasts: Mapping[str, frozenset[str]]  # area -> seas, sea -> areas
    waters: Mapping[str, frozenset[str]]  # sea -> adjacent seas
    regions: Mapping[str, tuple[str, ...]]

    def adjacent_areas(self, area: str) -> frozenset[str]:
        """Return the areas next to an area, by land or across a strait."""
        return self.land[area] | self.straits[area]

    def neighbours(self, area: str) -> frozenset[str]:
        """Return the areas and seas next to an area."""
        return self.adjacent_areas(area) | self.coasts[area]


@dataclass(frozen=True)
class UnitType:
    id: str
    cost: int
    to_hit: int
    move: int
    hits: int
    land: bool


@dataclass(frozen=True)
class Leader:
    id: str
    name: str
    nation: str


@dataclass(frozen=True)
class Campaign:
    """A campaign on a nation's card (12.3). ``timing``: after_turn, instead_of_turn or last_round."""

    round: int
    leader: str
    gold: int
    timing: str


@dataclass(frozen=True)
class Submits:
    """The terms on which a nation submits to another one (12.5), in the rounds ``first`` to ``last``.
    ``must``: the number of land areas at or below which it must submit. ``may``: the number at or below which
    it can choose to.
    """

    to: str
    must: int
    may: int
    first: int
    last: int


@dataclass(frozen=True)
class Revolt:
    """The terms on which a nation revolts (12.6). Revolts at ``start_of_round`` and at a leader's
    ``at_arrival`` are automatic. Those at ``start_of_turn``, ``free_at_arrival`` and ``near_leader`` need a
    decision. ``leader``: the leader whose arrival or presence nearby leads to it, or "".
    """

    against: str
    round: int
    when: str
    leader: str = ""


@dataclass(frozen=True)
class Right:
    """A nation's right in an entry area (9.2). ``right``: normal (the nation treats it as an ordinary area)
    or enter_only (its units can enter but not stay). ``income``: the gold that the area yields.
    """

    area: str
    right: str
    income: int = 0


@dataclass(frozen=True)
class Removal:
    """A nation's departure after a round (12.4). ``into``: the nation that it becomes, or "" for none. Up to
    ``most`` of its units (0 for all) in ``in_area`` ("" for anywhere) then join that nation. ``end_of_turn``:
    whether it leaves at the end of its turn in this round instead.
    """

    after_round: int
    into: str = ""
    in_area: str = ""
    most: int = 0
    end_of_turn: bool = False


@dataclass(frozen=True)
class Nation:
    id: str
    name: str
    seat: str
    colour: str
    pattern: str
    mark: str
    first: int
    last: int
    income: str  # normal, none, half_up or normal_or_half (6.1)
    normal_while: tuple[str, ...]
    counters: Mapping[str, int]
    invasions: Mapping[int, Mapping[str, int]]  # round -> bonus -> its value (12.2)
    campaigns: Mapping[int, Campaign]
    submits: tuple[Submits, ...]
    revolts: tuple[Revolt, ...]
    rights: Mapping[str, Right]
    effects: Mapping[str, tuple[Facts, ...]]  # name -> the parameters of each use
    removal: Removal | None

    def effect(self, name: str) -> Facts | None:
        """Return the parameters of a nation's effect, or None if the nation does not have it. If it has
        several, return the first.
        """
        found = self.effects.get(name)
        return found[0] if found else None


@dataclass(frozen=True)
class TopUp:
    """Reinforcements that bring the number of units of a type up to ``to``, on the whole map or in one area
    (7.2).
    """

    unit: str
    to: int
    in_area: bool


@dataclass(frozen=True)
class Arrival:
    """Reinforcements (7.2). ``spread``: whether they arrive together in one place, freely in several places,
    or in several places with the troops bound to the leaders (with_leaders). ``only_if``: the condition on an
    area: own, own_or_empty or no_foreign, or "" for none. ``clears``: whether foreign units in the area must
    retreat.
    """

    nation: str
    round: int
    timing: str
    where: tuple[str, ...]
    spread: str
    only_if: str
    clears: bool
    units: Mapping[str, int]
    leaders: tuple[str, ...]
    top_up: TopUp | None = None


@dataclass(frozen=True)
class SetUp:
    nation: str
    place: str
    units: Mapping[str, int]
    leaders: tuple[str, ...]
    city: bool


@dataclass(frozen=True)
class Award:
    """One line of a nation's victory point chart (11.0). ``award``: what earns the points (area, city,
    area_with_city, region_control or region_minus). ``halves``: the value in half-points.
    """

    nation: str
    round: int
    award: str
    halves: int
    areas: tuple[str, ...]  # () means any area


@dataclass(frozen=True)
class Bounty:
    """A card's reward for an event (11.0). ``halves``: its value in half-points. ``target``, ``areas``,
    ``rounds`` and ``versus`` limit it to those listed; if empty, there is no limit.
    """

    nation: str
    event: str
    halves: int
    target: tuple[str, ...] = ()
    unit: str = ANY
    leader: str = ANY
    areas: tuple[str, ...] = ()
    first_only: bool = False
    of: str = ""
    unit_class: str = ANY
    rounds: tuple[int, ...] = ()
    versus: tuple[str, ...] = ()
    least: int = 0
    area: str = ""


@dataclass(frozen=True)
class Scenario:
    title: str
    seats: tuple[str, ...]
    rounds: int
    scoring: Mapping[int, int]  # round that scores -> round whose charts apply
    order: tuple[str, ...]
    last_round_order: tuple[str, ...]  # the only nations that act in the last round (13.4), or () for all
    calendar: Mapping[int, str]
    board: Board
    units: Mapping[str, UnitType]
    nations: Mapping[str, Nation]
    leaders: Mapping[str, Leader]
    setups: tuple[SetUp, ...]
    arrivals: tuple[Arrival, ...]
    awards: tuple[Award, ...]
    bounties: tuple[Bounty, ...]
    cities: int = 99  # the number of city counters
    handicap: tuple[tuple[str, int], ...] = ()  # (nation, extra points in half-points) with a handicap

    @cached_property
    def land_types(self) -> tuple[str, ...]:
        return tuple(u.id for u in self.units.values() if u.land)

    def seat_of(self, nation: str) -> str:
        return self.nations[nation].seat

    def is_sea(self, place: str) -> bool:
        return place in self.board.seas

    def arriving(self, nation: str, round: int, timing: str) -> tuple[Arrival, ...]:
        return tuple(self.arrivals[number] for number in self.entries(nation, round, timing))

    def entries(self, nation: str, round: int, timing: str) -> tuple[int, ...]:
        """Return the indexes of a nation's reinforcements that are due at one point of a round, such as its
        placement phase.
        """
        return self._entries.get((nation, round, timing), ())

    @cached_property
    def _entries(self) -> Mapping[tuple[str, int, str], tuple[int, ...]]:
        return _group_values(((a.nation, a.round, a.timing), index) for index, a in enumerate(self.arrivals))

    def rewards(self, nation: str, event: str) -> tuple[Bounty, ...]:
        """Return the rewards on a nation's card for an event."""
        return self._rewards.get((nation, event), ())

    @cached_property
    def _rewards(self) -> Mapping[tuple[str, str], tuple[Bounty, ...]]:
        return _group_values(((b.nation, b.event), b) for b in self.bounties)

    def chart(self, nation: str, round: int) -> tuple[Award, ...]:
        """Return the awards on a nation's chart for a round."""
        return self._charts.get((nation, round), ())

    @cached_property
    def _charts(self) -> Mapping[tuple[str, int], tuple[Award, ...]]:
        return _group_values(((a.nation, a.round), a) for a in self.awards)


def _group_values(found: Iterable[tuple[K, V]]) -> dict[K, tuple[V, ...]]:
    groups: dict[K, list[V]] = {}
    for key, value in found:
        groups.setdefault(key, []).append(value)
    return {key: tuple(values) for key, values in groups.items()}


@dataclass(frozen=True)
class Options:
    """The options of a game."""

    scoring: str = "standard"  # standard, or alternative: Italia II scores after round 2 by round 3's charts
    board: str = "full"  # full, or small: without the three areas that the rules do not name
    allied_roads: bool = True  # whether a city of an overlord or subject serves as a road (9.7, house rule)
    consular_move: int = 3
    targets: str = "types"  # types, or units: each unit is a separate target (house rule at 10)
    cargo_shifts: bool = False  # whether sunk fleets' units move to other fleets with room (house rule at 10)
    halving: str = "turn"  # turn, or round: a subject's points are halved once a round (advice, 12.5)
    pyrrhus: str = "rules"  # rules, or faq: Pyrrhus can leave the arrival area freely (C10)
    handicap: str = "printed"  # printed, or even: extra points give all bots equal chances
    battles: str = "dice"  # dice, or open: each battle waits for a report (docs/bridge.md)
