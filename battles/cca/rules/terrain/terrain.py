"""The fifteen kinds of terrain: entry, dice for attacks in and out, cover and line of sight (L839-1023)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import Any, Final

from battles.cca.rules.tables import check_source, load
from battles.cca.rules.units import GROUPS, UNITS, UnitType
from engine.reading import Reader
from engine.values import dataclass

WHO: Final = ("all", "foot", "mounted", "leader", "war_machine")
ENTERING: Final = ("stop", "impassable", "barred", "only from an adjacent hex, stop")
IN_OR_OUT: Final = "in_or_out"
HILL_LIMITS: Final = (
    "uphill",
    "downhill_foot",
    "downhill_mounted",
    "hill_to_hill_foot",
    "hill_to_hill_mounted",
)
_FIELDS: Final = (
    "id name italian in_base_game enter no_battle_on_entry no_bonus_after_momentum_in cc_max ranged_max los "
    "prov src momentum_out sides protects through_protected_side occupant_dice all_sides leave_hexes "
    "retreat_without_stop barred_attack_only_if_began_adjacent "
    "defends_first_unless_attacker_on_adjoining_wall under_siege_rules no_battle roll_on_entry "
    "roll_each_hex_in_retreat_and_evade"
)


@dataclass(frozen=True)
class Cover:
    """The dice results that foot behind cover can ignore, in close combat and under fire."""

    swords: int = 0
    close_flags: int = 0
    ranged_flags: int = 0


@dataclass(frozen=True)
class Terrain:
    """One kind of terrain. ``limits`` are the maximum dice in close combat. Their keys tell the direction of
    the attack: IN_OR_OUT, or for hills one of HILL_LIMITS.
    """

    id: str
    name: str
    in_base_game: bool
    enter: Mapping[str, str] = field(default_factory=dict, hash=False)
    limits: Mapping[str, int] = field(default_factory=dict, hash=False)
    fire_into: int | None = None
    fire_from: int | None = None
    dice: int = 0  # modifier to the dice of a unit in this terrain
    cover: Cover = Cover()
    every_side: bool = True  # false for a rampart, which covers only some sides
    sight: str = "open"
    leave_hexes: int | None = None  # maximum number of hexes that a unit can move when it leaves this terrain
    strikes_first: bool = False  # a unit in this terrain strikes first against an attacker elsewhere (L985)
    attack_from_start: bool = (
        False  # a unit that can never enter must begin its turn next to this hex to attack it (L975)
    )
    rolls: bool = False  # a unit that enters this terrain rolls a die (L1007)
    # only units that have not moved can leave by momentum, and never for an extra hex (L1015)
    momentum_unmoved: bool = False
    no_battle_on_entry: frozenset[str] = frozenset()  # unit types that cannot battle in the turn they enter
    no_bonus_after_entry: frozenset[str] = frozenset()

    @property
    def stops_horse(self) -> bool:
        """Whether cavalry that advances into this terrain gets no extra hex (L750, L853, L861, L907)."""
        return bool({"all", "mounted"} & set(self.enter))

    def stops(self, who: str) -> bool:
        """Return whether a unit or leader must stop on entering this terrain. ``who`` is foot, mounted or
        leader.
        """
        return bool({"all", who} & set(self.enter))

    def bars(self, kind: UnitType) -> bool:
        """Return whether a type of unit can never enter this terrain."""
        return self.impassable or self.id in kind.barred or self.enter.get(kind.kind) == "barred"

    def enters_only_from_adjacent(self, who: str) -> bool:
        """Return whether units of the kind ``who`` can enter this terrain only if they start their move next
        to it (L973).
        """
        return self.enter.get(who, "").startswith("only")

    @property
    def impassable(self) -> bool:
        return self.enter.get("all") == "impassable"

    @property
    def high(self) -> bool:
        """Whether the terrain is a hill, which has slopes."""
        return "uphill" in self.limits


def read_terrain(document: Any) -> Mapping[str, Terrain]:
    """Read the kinds of terrain from a document. Raises BadDocument listing every mistake."""
    top = Reader(document)
    found = {name: _terrain(entry) for name, entry in top["terrain"].items_by_id(_FIELDS)}
    for one in UNITS.values():
        top.check_names(f"units.{one.id}.barred_terrain", one.barred, found, "no_such_terrain", "terrain")
    top.raise_mistakes()
    return found


def _terrain(entry: Reader) -> Terrain:
    check_source(entry)
    enter = {who: entry["enter"][who].one_of(ENTERING) for who in entry["enter"].only(WHO).object()}
    limits = entry["cc_max"]
    fire = entry["ranged_max"]
    side = "through_protected_side" if "through_protected_side" in entry else "all_sides"
    return Terrain(
        id=entry["id"].text(),
        name=entry["name"].text(),
        in_base_game=entry["in_base_game"].flag(),
        enter=enter,
        limits=limits.only((IN_OR_OUT, *HILL_LIMITS)).amounts() if limits.has_value else {},
        fire_into=fire["into"].number_or_none(1, 2),
        fire_from=fire["from"].number_or_none(1, 2),
        dice=entry["occupant_dice"].number(-1, 0) if "occupant_dice" in entry else 0,
        cover=_cover(entry[side]) if side in entry else Cover(),
        every_side=side == "all_sides",
        sight=entry["los"].text(),
        leave_hexes=entry["leave_hexes"].number_or_none(1, 1) if "leave_hexes" in entry else None,
        strikes_first="defends_first_unless_attacker_on_adjoining_wall" in entry,
        attack_from_start="barred_attack_only_if_began_adjacent" in entry,
        rolls="roll_on_entry" in entry,
        momentum_unmoved="momentum_out" in entry and entry["momentum_out"].value is not True,
        no_battle_on_entry=_read_banned(entry["no_battle_on_entry"]),
        no_bonus_after_entry=_read_banned(entry["no_bonus_after_momentum_in"]),
    )


def _read_banned(entry: Reader) -> frozenset[str]:
    """Read a set of banned unit types: those of the named groups, or all except the named ones."""
    if not entry.has_value:
        return frozenset()
    if "all_but" in entry:
        return frozenset(UNITS) - frozenset(entry["all_but"].words())
    return frozenset().union(*(GROUPS[group] for group in entry.words()))


def _cover(entry: Reader) -> Cover:
    close, ranged = entry["close"], entry["ranged"]
    return Cover(
        close["ignore_swords"].number_or_none(0, 1) or 0,
        close["may_ignore_flags"].number_or_none(0, 1) or 0,
        ranged["may_ignore_flags"].number_or_none(0, 1) or 0,
    )


TERRAIN: Final = read_terrain(load("terrain"))
CLEAR: Final = TERRAIN["clear"]
