"""The parts of a Justinian scenario as plain values: the map, the powers, the counters and the set-up.
Values are keyed by id. A :class:`Scenario` compares and hashes by identity, so that geography can be
computed once per scenario; ``scenario.load`` returns the same object for equal JSON.
"""

from __future__ import annotations

from collections.abc import Mapping

from engine.values import dataclass

EUROPA = "europa"
LAZICA = "lazica"
SARDINIA = "sardinia"
BYZANTIUM = "byzantium"
PERSIA = "persia"
VANDALS = "vandals"
OSTROGOTHS = "ostrogoths"
MAJORS = (PERSIA, VANDALS, OSTROGOTHS)
PREFECTURES = ("egypt", "africa", "oriens", "italia", "illyricum")


@dataclass(frozen=True)
class Prefecture:
    """A prefecture. ``members`` are the provinces that count (3.11). ``must_control`` are those with a City
    or at least 2 G (10.21). ``two_thirds`` is the number of provinces needed for control.
    """

    id: str
    name: str
    provinces: int
    revenue: int
    two_thirds: int
    members: tuple[str, ...]
    must_control: tuple[str, ...]


@dataclass(frozen=True)
class Province:
    """A province (2.1). ``revenue`` is in G, ``city`` is the City's name, and ``fort`` means a printed Fort.
    ``label`` is the (latitude, longitude) of the province's name on the map. ``counts`` is False only for
    Lazica (3.41).
    """

    id: str
    name: str
    prefecture: str
    diocese: str
    revenue: int
    city: str | None
    fort: bool
    island: bool
    coastal: bool
    seas: tuple[str, ...]
    label: tuple[float, float]
    groups: frozenset[str]
    counts: bool
    frontier_allowed: bool
    start_control: str | None

    @property
    def is_city(self) -> bool:
        return self.city is not None


@dataclass(frozen=True)
class Edge:
    """A border that armies can cross (7.13). ``kind`` is "land" or "strait"."""

    a: str
    b: str
    kind: str


@dataclass(frozen=True)
class SeaArea:
    id: str
    name_en: str
    name_it: str
    label: tuple[float, float]
    coasts: tuple[str, ...]
    adjacent: tuple[str, ...]


@dataclass(frozen=True)
class Troops:
    """The SP raised by recruiting: ``base`` plus the sum of ``dice`` d10 (6.23)."""

    base: int
    dice: int


@dataclass(frozen=True)
class Power:
    """A barbarian power. A random number between ``low`` and ``high`` (within 00-99) activates it (6.22).
    ``alliance_drm``: None for a major power. ``sp_limit``: None for a minor power.
    """

    id: str
    name: str
    name_it: str
    kind: str
    low: int
    high: int
    troops: Troops
    alliance_drm: int | None
    sp_limit: int | None
    has_fleets: bool
    has_box: bool

    @property
    def is_major(self) -> bool:
        return self.kind == "major"


@dataclass(frozen=True)
class Box:
    """An off-map box (2.1). ``entries`` are the provinces at the end of its arrows, and ``links`` the boxes
    joined to it (7.19).
    """

    id: str
    power: str
    label: tuple[float, float]
    entries: tuple[str, ...]
    links: tuple[str, ...]


@dataclass(frozen=True)
class ArmyInfo:
    """A Byzantine army counter with its provinces. It can end its activation in ``end_zone`` (7.14), be set
    up in ``setup`` (3.21), and be raised later in ``rebuild`` (5.34).
    """

    id: str
    name: str
    praesental: bool
    start: bool
    min_start_sp: int | None
    end_zone: frozenset[str]
    setup: frozenset[str]
    rebuild: frozenset[str]


@dataclass(frozen=True)
class Leader:
    """A Magister Militum (``power`` "byzantium") or a barbarian leader, with the three ratings of 4.1-4.2."""

    id: str
    name: str
    power: str
    control: int
    movement: str
    battle: int
    arrival_turn: int = 1
    slot: int = 1
    replaces: str | None = None
    arrives_in: str | None = None
    arrives_with_min_sp: int = 0
    in_first_cup: bool = False


@dataclass(frozen=True)
class Counters:
    """The limits of the counter mix (4.31, 4.35, 6.54). ``control_markers`` is the number of markers of each
    major power (7.18). A power that is not listed has no limit.
    """

    byzantine_armies: int
    built_forts: int
    byzantine_sp_limit: int
    army_sp_limit: int
    g_per_fleet: int
    control_markers: Mapping[str, int]


@dataclass(frozen=True)
class SuggestedByzantine:
    """A legal deployment for a quick start. ``armies``: army -> (province, SP)."""

    armies: Mapping[str, tuple[str, int]]
    frontier: Mapping[str, int]
    fleets: Mapping[str, int]


@dataclass(frozen=True)
class ByzantineSetup:
    """The Byzantine set-up (3.2): the treasury in G, the SP to place, and the fleets."""

    treasury_g: int
    land_sp: int
    fleet_sp: int
    fleets_fixed: Mapping[str, int]
    fleets_free_sp: int
    frontier_prefectures: tuple[str, ...]
    frontier_exclude: tuple[str, ...]
    suggested: SuggestedByzantine


@dataclass(frozen=True)
class SuggestedBarbarian:
    leader_at: str
    army_sp: int
    detached: Mapping[str, int]
    fleets: Mapping[str, int]


@dataclass(frozen=True)
class BarbarianSetup:
    """The set-up of a major power that starts on the map (3.31, 3.32). If ``fleet_at`` is None, the player
    chooses where the fleet starts, among the coastal Cities of the prefecture.
    """

    power: str
    leader: str
    land_sp: int
    fleet_sp: int
    prefecture: str
    fleet_at: str | None
    treasury: str
    suggested: SuggestedBarbarian


@dataclass(frozen=True)
class Setup:
    byzantium: ByzantineSetup
    barbarians: Mapping[str, BarbarianSetup]


@dataclass(frozen=True, eq=False)
class Scenario:
    """A checked scenario. ``turns`` maps each turn to its first year, and ``arrivals`` maps turns to leaders
    (4.22, 3.34).
    """

    title: str
    prefectures: Mapping[str, Prefecture]
    provinces: Mapping[str, Province]
    edges: tuple[Edge, ...]
    four_corners: tuple[tuple[str, ...], ...]
    seas: Mapping[str, SeaArea]
    powers: Mapping[str, Power]
    boxes: Mapping[str, Box]
    armies: Mapping[str, ArmyInfo]
    leaders: Mapping[str, Leader]
    counters: Counters
    turns: Mapping[int, int]
    arrivals: Mapping[int, tuple[str, ...]]
    setup: Setup

    @property
    def last_turn(self) -> int:
        return max(self.turns)

    @property
    def magistri_militum(self) -> tuple[str, ...]:
        return tuple(k for k, leader in self.leaders.items() if leader.power == BYZANTIUM)

    def power_by_number(self, number: int) -> Power:
        """Return the power that a number from 00 to 99 activates (6.22)."""
        return next(p for p in self.powers.values() if p.low <= number <= p.high)

    def box_of(self, power: str) -> Box | None:
        """Return the box of a power, or None for Vandals and Ostrogoths (2.1)."""
        return next((b for b in self.boxes.values() if b.power == power), None)
