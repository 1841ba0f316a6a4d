"""A combat as a plain value, and the number that each side needs to hit (10.2).

The calculator, the odds and the game all call the same functions. A *kind* of unit is its type. Units
that came by sea or across a strait are a separate kind while their arrival matters (``infantry:sea``).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import field
from typing import Final, Literal, NamedTuple, TypeVar

from campaigns.italia.rules.scenario.types import FLEET, HIGHLAND, MARSH, UnitType
from engine.values import dataclass, replace

Side = Literal["attacker", "defender"]
ATTACKER: Final[Side] = "attacker"
DEFENDER: Final[Side] = "defender"
AT_SEA: Final = ":sea"
ALONE: Final = "#"  # marks a single unit as a target (house rule at 10)
RAIDERS_HIT_ON: Final = 7
ELEPHANT: Final = "elephant"
KNIGHT: Final = "knight"
ROUTS: Final = (9, 10)  # natural faces of an elephant's die that also drive one unit off


def other(side: Side) -> Side:
    return DEFENDER if side == ATTACKER else ATTACKER


def type_of(kind: str) -> str:
    return kind.partition(ALONE)[0].removesuffix(AT_SEA)


class Modifier(NamedTuple):
    """A die-roll modifier, with its code, its value and its section."""

    code: str
    value: int
    rule: str


@dataclass(frozen=True)
class Group:
    """One side of a combat. ``hurt``: hits on the surviving units, by kind. ``cargo``: land units aboard its
    fleets, in a naval combat. ``weak``: the penalty that the nation's card puts on all its dice.
    """

    units: Mapping[str, int]
    leaders: int = 0
    hurt: Mapping[str, int] = field(default_factory=dict)
    cargo: int = 0
    weak: int = 0

    @property
    def total(self) -> int:
        return sum(self.units.values())

    def merge_seaborne(self) -> Group:
        """Return the side with units that came by sea counted as ordinary units, for rounds in which their
        arrival no longer matters.
        """
        units: dict[str, int] = {}
        hurt: dict[str, int] = {}
        for kind, number in self.units.items():
            units[type_of(kind)] = units.get(type_of(kind), 0) + number
        for kind, number in self.hurt.items():
            hurt[type_of(kind)] = hurt.get(type_of(kind), 0) + number
        return replace(self, units=units, hurt=hurt)


@dataclass(frozen=True)
class Situation:
    """A combat before one of its rounds. ``ground``: normal, highland, marsh, sea. ``supremacy``: the side
    with naval supremacy, or "" for neither. ``first``: whether this is the first round. ``singly``:
    whether units are separate targets (house rule at 10).
    """

    types: Mapping[str, UnitType]
    attacker: Group
    defender: Group
    ground: str = "normal"
    city: bool = False
    supremacy: str = ""
    first: bool = True
    raid: bool = False
    singly: bool = False

    def group(self, side: Side) -> Group:
        return self.attacker if side == ATTACKER else self.defender

    def with_groups(self, attacker: Group, defender: Group) -> Situation:
        return replace(self, attacker=attacker, defender=defender)

    @property
    def next(self) -> Situation:
        """The combat in a later round. Arrival by sea then no longer matters (10.82)."""
        if not self.first:
            return self
        return replace(self, first=False, attacker=self.attacker.merge_seaborne())

    @property
    def is_over(self) -> bool:
        return not self.attacker.total or not self.defender.total


def modifiers(s: Situation, side: Side, kind: str, target: str) -> tuple[Modifier, ...]:
    """Return all die-roll modifiers for a unit of one kind that aims at another kind."""
    if s.raid:
        return ()  # a raid has no modifiers (10.7)
    own, found = s.group(side), []
    if side == ATTACKER and s.ground in (HIGHLAND, MARSH):
        found.append(Modifier(s.ground, -1, "10.3"))
    if side == ATTACKER and s.city:
        found.append(Modifier("city", -2, "10.6"))
    if own.leaders:
        found.append(Modifier("leader", 2 * own.leaders, "10.2"))
    if s.supremacy == side and s.ground != "sea":
        found.append(Modifier("naval_supremacy", 1, "10.9"))
    if side == DEFENDER and s.first and target.partition(ALONE)[0].endswith(AT_SEA):
        found.append(Modifier("landing", 2, "10.82"))
    if kind.startswith(FLEET) and kind != FLEET:
        found.append(Modifier("cargo", int(kind.removeprefix(FLEET + "+")), "10.8"))
    if own.weak:
        found.append(Modifier("card", -own.weak, "card"))
    return tuple(found)


def to_hit(s: Situation, side: Side, kind: str, target: str) -> int:
    """Return the lowest natural face that hits, from 2 to 10, since a 1 always misses and a 10 always
    hits.
    """
    if s.raid and side == ATTACKER:
        return RAIDERS_HIT_ON
    need = s.types[unit_type_of(kind)].to_hit - sum(m.value for m in modifiers(s, side, kind, target))
    return max(2, min(10, need))


# --- the effect of hits -------------------------------------------------------------------------------------


class Wounds(NamedTuple):
    """The number of units of a kind killed, and the hits on the survivors."""

    dead: int
    hurt: int


def wounds(number: int, hurt: int, hits: int, each: int) -> Wounds:
    """Return the effect of hits on units of one kind, each of which dies of ``each`` hits. All units are
    hurt before one dies, and excess hits are lost (10.2, 10.4).
    >>> wounds(3, 0, 3, 2), wounds(3, 0, 4, 2), wounds(3, 2, 2, 2), wounds(2, 0, 3, 1)
    (Wounds(dead=0, hurt=3), Wounds(dead=1, hurt=2), Wounds(dead=1, hurt=2), Wounds(dead=2, hurt=0))
    """
    if each == 1:
        return Wounds(min(number, hits), 0)
    borne = hurt + hits
    dead = min(number, max(0, borne - number))
    return Wounds(dead, min(borne, number - dead))


def apply_hits(s: Situation, side: Side, hits: Mapping[str, int]) -> Group:
    """Return a side's group after hits on each kind of its units. Raiders hurt nobody (10.7)."""
    group = s.group(side)
    if s.raid and side == DEFENDER:
        return group
    units, hurt = dict(group.units), dict(group.hurt)
    for kind, number in hits.items():
        if not number or kind not in units:
            continue
        each = s.types[unit_type_of(kind)].hits
        dead, borne = wounds(units[kind], hurt.pop(kind, 0), number, each)
        units[kind] -= dead
        if not units[kind]:
            del units[kind]
        if borne and kind in units:
            hurt[kind] = borne
    return replace(group, units=units, hurt=hurt)


def still_hurt(kind: str, left: int, hurt: int, gone: int) -> int:
    """Return the hits on the ``left`` units of a kind after ``gone`` units left. Hurt units leave first,
    since they recover (10.2), except knights, who cannot retreat when hurt (14.2).
    >>> still_hurt("consular_legion", 2, 2, 1), still_hurt("knight", 2, 2, 1), still_hurt("knight", 1, 2, 1)
    (1, 2, 1)
    """
    return min(left, hurt if type_of(kind) == KNIGHT else max(0, hurt - gone))


def leaving_order(s: Situation, kinds: Iterable[str]) -> list[str]:
    """Return kinds in the default order in which elephants drive units off, the cheapest first (10.2)."""
    return sorted(kinds, key=lambda kind: (s.types[unit_type_of(kind)].cost, kind))


def drive_off(s: Situation, group: Group, number: int) -> Group:
    """Return a group after elephants have driven off a number of its units."""
    units, hurt = dict(group.units), dict(group.hurt)
    for kind in leaving_order(s, group.units):
        gone = min(number, units[kind])
        number -= gone
        units[kind] -= gone
        hurt[kind] = still_hurt(kind, units[kind], hurt.get(kind, 0), gone)
    return replace(
        group, units={k: n for k, n in units.items() if n}, hurt={k: n for k, n in hurt.items() if n}
    )


K = TypeVar("K")
Aims = Mapping[str, Mapping[str, int]]  # own kind -> enemy kind -> the number of aims


def usual_aims(s: Situation, side: Side) -> Aims:
    """Return a side's default targets. Units prefer the target that is easiest to hit, then one that takes
    the fewest hits and costs the most. A target is left out once it has as many aims as it takes hits.
    Any further units aim at their favourite target.
    """
    own, foes = s.group(side), s.group(other(side))
    room = {kind: _hits_left(s, foes, kind) for kind in foes.units}
    found: dict[str, dict[str, int]] = {}
    for kind in by_strength(s, own.units):
        found[kind] = distribute_aims(own.units[kind], preferred_targets(s, side, kind, foes.units), room)
    return found


def by_strength(s: Situation, kinds: Iterable[str]) -> list[str]:
    """Return kinds in the order in which they choose targets. Those that hit most easily come first."""
    return sorted(kinds, key=lambda kind: (s.types[unit_type_of(kind)].to_hit, kind))


def preferred_targets(s: Situation, side: Side, kind: str, targets: Iterable[str]) -> list[str]:
    """Return enemy kinds in the order in which units of a kind prefer to aim at them."""

    def liking(target: str) -> tuple[int, int, int, str]:
        unit = s.types[unit_type_of(target)]
        return to_hit(s, side, kind, target), unit.hits, -unit.cost, target

    return sorted(targets, key=liking)


def distribute_aims(number: int, targets: Sequence[K], room: dict[K, int]) -> dict[K, int]:
    """Return how many units of one kind aim at each target. Each target gets as many as it can still take,
    and units left over aim at the first one. The aims are deducted from ``room``.
    """
    aims: dict[K, int] = {}
    for target in targets:
        here = min(number, room[target])
        if here > 0:
            aims[target] = here
            room[target] -= here
            number -= here
    if number:
        aims[targets[0]] = aims.get(targets[0], 0) + number
    return aims


def unit_type_of(kind: str) -> str:
    """Return the unit type to which a kind of unit belongs, and whose values it uses. Fleets with cargo count
    as fleets.
    """
    return FLEET if kind.startswith(FLEET) else type_of(kind)


def _hits_left(s: Situation, group: Group, kind: str) -> int:
    return group.units[kind] * s.types[unit_type_of(kind)].hits - group.hurt.get(kind, 0)
