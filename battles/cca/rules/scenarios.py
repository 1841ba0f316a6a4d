"""The twenty scenarios: hands, banners, first player, special rules and set-ups (L1207-1922).

The briefings come from the rulebook. The set-ups come from public sources (``public``). Only the set-up of
the Truceless War was designed for this project (``design``).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import field
from functools import cache
from typing import Any, Final

from battles.cca.rules.army.box import grey_labels, overdrafts
from battles.cca.rules.position import Ground, Leader, Position, Unit
from battles.cca.rules.special_rules import read_specials
from battles.cca.rules.tables import PROVENANCE, load
from battles.cca.rules.terrain.board import BOARD, HEXES, Side
from battles.cca.rules.terrain.terrain import TERRAIN
from battles.cca.rules.units import ROSTER, SACRED_BAND, UNITS
from engine.reading import Reader
from engine.refusals import BadScenario
from engine.values import dataclass
from kit.grid.hexes import Hex

SETS: Final = ("base", "truceless_war", "own")
_FIELDS: Final = (
    "id name year set line top bottom first first_line banners banners_line briefing_prov special "
    "layout_prov terrain units leaders reserve roster layout_source seats note recipe "
    "expansions"
)
FORTIFIED, WALL = "fortified_wall", "scalable_wall"
GREY: Final = "grey"
_A1: Final = BOARD.place("A1")


@dataclass(frozen=True)
class Seat:
    """One side of a scenario: its army, the name of its leader and the size of its hand. ``banners`` is the
    number that this side needs to win, if the two sides need different numbers, as in campaign battles. 0
    means the scenario's number.
    """

    army: str
    leader: str
    hand: int
    banners: int = 0


@dataclass(frozen=True)
class Reserve:
    """Units and leaders that enter the battle later (in the ambush at the Trebbia, L1404)."""

    units: tuple[str, ...] = ()
    leaders: tuple[str, ...] = ()


@dataclass(frozen=True)
class Scenario:
    """The starting position of a battle."""

    id: str
    name: str
    year: str
    set: str
    seats: Mapping[Side, Seat]
    first: Side
    banners: int
    layout: str  # the source of the set-up: public or design
    position: Position
    reserve: Reserve = Reserve()
    special: tuple[Mapping[str, Any], ...] = field(default=())

    def goal(self, side: Side) -> int:
        """Return the number of banners that a side needs to win."""
        return self.seats[side].banners or self.banners

    def pieces(self, side: Side) -> int:
        """Count a side's units and leaders on the board. Each is worth a banner."""
        units = sum(unit.side is side for unit in self.position.units.values())
        return units + sum(leader.side is side for leader in self.position.leaders.values())


def read_scenarios(document: Any) -> Mapping[str, Scenario]:
    """Read scenarios. Raises BadDocument listing every mistake, each with its hex if it has one."""
    top = Reader(document)
    found = {name: _scenario(entry) for name, entry in top["scenarios"].items_by_id(_FIELDS)}
    top.raise_mistakes()
    return found


def read_scenario(document: Any, *, expansions: bool = False) -> Scenario:
    """Read one scenario. Raises BadScenario listing every mistake.

    Units and terrain of the expansions are allowed, in any number, if ``expansions`` or the scenario's
    field of that name is set.
    """
    top = Reader(document).only(_FIELDS)
    asked = "expansions" in top and top["expansions"].flag()
    found = _scenario(top, expansions or asked)
    top.raise_mistakes(BadScenario)
    return found


@cache
def scenarios() -> Mapping[str, Scenario]:
    """Return the built-in scenarios. They are read only once."""
    return read_scenarios(load("scenarios"))


def _scenario(entry: Reader, expansions: bool = False) -> Scenario:
    entry["briefing_prov"].one_of(("rules", "design"))
    siege = any(rule["rule"].value == "siege" for rule in entry["special"].items())
    ground = _ground(entry["terrain"], expansions, siege)
    units = _units(entry["units"], ground, expansions)
    leaders = _leaders(entry["leaders"], units, ground)
    position, reserve = Position(units, leaders, ground), _reserve(entry["reserve"])
    special = read_specials(entry["special"], position, len(reserve.units))
    _mark_specials(special, units)
    found = Scenario(
        id=entry["id"].text(),
        name=entry["name"].text(),
        year=entry["year"].text(blank=True),
        set=entry["set"].one_of(SETS),
        seats={side: _seat(entry[str(side)]) for side in Side},
        first=Side(entry["first"].one_of([str(side) for side in Side])),
        banners=entry["banners"].number(1, 15),
        layout=entry["layout_prov"].one_of(PROVENANCE),
        position=position,
        reserve=reserve,
        special=special,
    )
    if not expansions:
        _check_box(entry, found)
    _check_sides(entry, found)
    return found


def _seat(entry: Reader) -> Seat:
    banners = entry["banners"].number(1, 15) if "banners" in entry else 0
    return Seat(entry["army"].text(), entry["leader"].text(blank=True), entry["hand"].number(2, 6), banners)


def _hex(entry: Reader, name: str) -> Hex:
    try:
        return BOARD.place(name)
    except ValueError:
        entry.note_mistake("no_such_hex", hex=name)
        return _A1


def _ground(entry: Reader, expansions: bool, siege: bool) -> dict[Hex, Ground]:
    """Read the terrain of a scenario. A rampart names the sides that it protects. In a siege with ladders,
    fortified walls can be scaled (L995).
    """
    found = {}
    for name in entry.object():
        ground = _piece(entry[name])
        if not TERRAIN[ground.terrain].in_base_game and not expansions:
            entry[name].note_mistake("not_in_base_game", hex=name, terrain=ground.terrain)
        if siege and ground.terrain == FORTIFIED:
            ground = Ground(WALL)
        found[_hex(entry[name], name)] = ground
    if len(found) > ROSTER.box.terrain_tiles and not expansions:
        entry.note_mistake("too_many_tiles", tiles=len(found), box=ROSTER.box.terrain_tiles)
    return found


def _piece(entry: Reader) -> Ground:
    text = entry.text()
    kind = text.partition(" ")[0]
    if kind not in TERRAIN:
        entry.one_of(TERRAIN)  # reads the kind again to report the mistake with the possible kinds
        return Ground("clear")
    try:
        return Ground.parse(text)
    except ValueError:
        entry.note_mistake("sides_to_protect", terrain=kind)
        return Ground("clear")


def _units(entry: Reader, ground: Mapping[Hex, Ground], expansions: bool) -> dict[Hex, Unit]:
    found: dict[Hex, Unit] = {}
    for item in entry.items():
        name, kind = item["hex"].text(), UNITS[item["type"].one_of(UNITS)]
        at, side = _hex(item["hex"], name), Side(item["side"].one_of([str(side) for side in Side]))
        if at in found:
            item.note_mistake("two_units", hex=name)
        terrain = ground[at].terrain if at in ground else "clear"
        if TERRAIN[terrain].bars(kind):
            item.note_mistake("cannot_stand", hex=name, unit=kind.id, terrain=terrain)
        if not kind.in_base_box and not expansions:
            item.note_mistake("not_in_box", hex=name, unit=kind.id)
        found[at] = Unit(side, kind.id, kind.blocks)
    return found


def _leaders(entry: Reader, units: Mapping[Hex, Unit], ground: Mapping[Hex, Ground]) -> dict[Hex, Leader]:
    found: dict[Hex, Leader] = {}
    for item in entry.items():
        name, side = item["hex"].text(), Side(item["side"].one_of([str(side) for side in Side]))
        at = _hex(item["hex"], name)
        if at in found:
            item.note_mistake("two_leaders", hex=name)
        if at in units and units[at].side is not side:
            item.note_mistake("leader_with_enemy", hex=name)
        if at in ground and TERRAIN[ground[at].terrain].impassable:
            item.note_mistake("cannot_stand", hex=name, unit="leader", terrain=ground[at].terrain)
        found[at] = Leader(side, item["name"].text(blank=True))
    return found


def _mark_specials(rules: tuple[Mapping[str, Any], ...], units: dict[Hex, Unit]) -> None:
    """Turn the unit that a special rule names into the Sacred Band (L1039)."""
    for rule in rules:
        if rule.get("rule") == "special_unit":
            at = HEXES.get(str(rule.get("hex")))
            if at in units:
                units[at] = Unit(units[at].side, units[at].type, units[at].blocks, SACRED_BAND)


def _reserve(entry: Reader) -> Reserve:
    if not entry.has_value:
        return Reserve()
    units = entry["units"].words()
    for name in units:
        if name not in UNITS:
            entry["units"].note_mistake("no_such_unit", unit=name)
    leaders = tuple(
        one.text(blank=True) if isinstance(one.value, str) else one["name"].text(blank=True)
        for one in entry["leaders"].items()
    )
    return Reserve(units, leaders)


def _check_box(entry: Reader, found: Scenario) -> None:
    """Check that the box has enough blocks for both armies (L43-55), and enough labels for units with grey
    blocks (L105-107).
    """
    types = [unit.type for unit in found.position.units.values()] + [
        name for name in found.reserve.units if name in UNITS
    ]
    for over in overdrafts(types, len(found.position.leaders) + len(found.reserve.leaders)):
        entry["units"].note_mistake("too_many_blocks", size=over.size, blocks=over.blocks, box=over.box)
    # the bottom side has the grey blocks unless the scenario says otherwise
    owner = next((side for side in Side if entry[str(side)]["blocks"].value == GREY), Side.BOTTOM)
    grey = Counter(unit.type for unit in found.position.units.values() if unit.side is owner)
    for kind, most in sorted(grey_labels().items()):
        if grey[kind] > most:
            entry["units"].note_mistake("too_many_labels", unit=kind, units=grey[kind], box=most)


def _check_sides(entry: Reader, found: Scenario) -> None:
    for side in Side:
        if found.pieces(side) < found.goal(side.other):
            entry["banners"].note_mistake("too_little_to_lose", side=str(side), pieces=found.pieces(side))
        units = Counter(unit.type for unit in found.position.units.values() if unit.side is side)
        if entry["roster"].has_value and entry["roster"][str(side)].value != dict(units):
            entry["roster"][str(side)].note_mistake("roster_differs", side=str(side))
