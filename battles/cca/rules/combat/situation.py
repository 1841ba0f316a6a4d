"""A combat in plain values: the two sides, their terrain, and the hexes behind them.

The values are facts that players could give at a table, so a combat needs no board. On a board,
:mod:`battles.cca.rules.combat.field` finds the values.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from battles.cca.rules.cards import CARDS
from battles.cca.rules.terrain.terrain import TERRAIN, Terrain
from battles.cca.rules.units import LEADER, SPECIALS, UNITS, UnitType, type_of
from engine.reading import Reader
from engine.refusals import BadScenario
from engine.values import dataclass, replace

FREE: Final = 40  # unlimited room to retreat: more hexes than any combat needs
MODES: Final = ("close", "ranged")
LEADERS: Final = ("", "adjacent", "attached")
BLOCKED: Final = ("edge", "units", "impassable")


@dataclass(frozen=True)
class Fighter:
    """One side of a combat: a unit, or a lone leader (``type`` "leader").

    ``full``: whether the unit had full strength when the combat was declared. ``leader``: "attached" or
    "adjacent" if there is such a friendly leader, else "". ``covered``: whether a protected side of the
    unit's rampart faces the enemy.

    ``room`` is the number of hexes that the unit can retreat without meeting a lone friendly leader.
    ``refuge`` is the distance back to such a leader (0: none), and ``blocked`` is what blocks the next hex:
    "edge", "units" or "impassable". ``marshes`` has, for each distance back, the number of marshes on the
    path and whether the last hex is a marsh.
    """

    type: str
    blocks: int = 1
    full: bool = False
    leader: str = ""
    supported: bool = False
    terrain: str = "clear"
    covered: bool = False
    moved: int = 0
    room: int = FREE
    blocked: str = "edge"
    refuge: int = 0
    marshes: tuple[tuple[int, bool], ...] = ()
    special: str = ""

    @property
    def lone(self) -> bool:
        return self.type == LEADER

    @property
    def kind(self) -> UnitType:
        """The unit type. Raises KeyError for a lone leader."""
        return type_of(self.type, self.special) if self.special else UNITS[self.type]

    @property
    def ground(self) -> Terrain:
        return TERRAIN[self.terrain]

    def marshes_at(self, distance: int) -> tuple[int, bool]:
        """Return the number of marshes on a retreat path of this length, and whether the path ends in a
        marsh.
        """
        if not distance or not self.marshes:
            return 0, False
        return self.marshes[min(distance, len(self.marshes)) - 1]

    @property
    def is_led(self) -> bool:
        """Whether helmets hit for this side, because a friendly leader is in its hex or next to it (L511)."""
        return bool(self.leader)

    def with_losses(self, blocks: int, leader_killed: bool) -> Fighter:
        """Return this fighter with losses, later in the same combat. Its full strength at the start still
        counts (L416).
        """
        leader = "" if leader_killed and self.leader == "attached" else self.leader
        return replace(self, blocks=blocks, leader=leader)


@dataclass(frozen=True)
class Combat:
    """A declared attack. ``dice``: extra dice from a card. ``bonus``: whether this is a bonus combat."""

    mode: str
    attacker: Fighter
    target: Fighter
    dice: int = 0
    bonus: bool = False


_FIGHTER: Final = (
    "type blocks full leader supported terrain covered moved room blocked refuge marshes special"
)


def read_combat(given: Mapping[str, Any]) -> Combat:
    """Read a combat. Raises BadScenario listing every mistake, including attacks that the rules forbid."""
    top = Reader(given, "").only("mode attacker target card bonus")
    mode = top["mode"].one_of(MODES) if "mode" in top else "close"
    bonus = "bonus" in top and top["bonus"].flag()
    card = CARDS[top["card"].one_of(CARDS)] if "card" in top else None
    extra = 0
    if card is not None:
        extra = card.ranged_dice if mode == "ranged" else card.bonus_dice if bonus else card.close_dice
    attacker = _fighter(top["attacker"].only(_FIGHTER), tuple(UNITS))
    found = Combat(mode, attacker, _fighter(top["target"].only(_FIGHTER), (*UNITS, LEADER)), extra, bonus)
    if not top.mistakes:
        _report_forbidden(top, found, card.id if card else "")
    top.raise_mistakes(BadScenario)
    return found


def _fighter(entry: Reader, types: tuple[str, ...]) -> Fighter:
    name = entry["type"].one_of(types)
    most = 1 if name == LEADER else UNITS[name].blocks
    blocks = entry["blocks"].number(1, most) if "blocks" in entry else most
    return Fighter(
        type=name,
        blocks=blocks,
        full=entry["full"].flag() if "full" in entry else blocks == most,
        leader=entry["leader"].one_of(LEADERS) if "leader" in entry else "",
        supported="supported" in entry and entry["supported"].flag(),
        terrain=entry["terrain"].one_of(TERRAIN) if "terrain" in entry else "clear",
        covered="covered" in entry and entry["covered"].flag(),
        moved=entry["moved"].number(0, 4) if "moved" in entry else 0,
        room=entry["room"].number(0, FREE) if "room" in entry else FREE,
        blocked=entry["blocked"].one_of(BLOCKED) if "blocked" in entry else "edge",
        refuge=entry["refuge"].number(0, FREE) if "refuge" in entry else 0,
        marshes=marshes_behind(entry["marshes"].number(0, FREE)) if "marshes" in entry else (),
        special=entry["special"].one_of(SPECIALS) if "special" in entry else "",
    )


def marshes_behind(number: int) -> tuple[tuple[int, bool], ...]:
    """Return the marshes on the path back if the first ``number`` hexes behind a unit are marshes."""
    return (*((on_the_way, True) for on_the_way in range(number)), *([(number, False)] if number else []))


def battle_reach(kind: UnitType, mode: str, card: str) -> int:
    """Return the maximum number of hexes that a unit can move and still battle in the same turn. ``card`` is
    the id of the card played, or "".
    """
    reach = max(kind.battle_after_moving, kind.charge) if mode == "close" else kind.battle_after_moving
    if card == "double_time" and kind.battle_after_moving:
        return 3 if kind.id == "warrior" else 2
    if card == "mounted_charge" and kind.grade == "heavy":
        return 3
    return reach


def _report_forbidden(top: Reader, combat: Combat, card: str) -> None:
    """Report a combat that the rules forbid, such as fire without missiles or a battle after too long a
    move.
    """
    attacker = combat.attacker
    for name, fighter in (("attacker", attacker), ("target", combat.target)):
        if fighter.ground.impassable:
            top[name]["terrain"].note_mistake("cannot_stand", terrain=fighter.terrain)
    if combat.mode == "ranged" and attacker.kind.missiles is None:
        top["attacker"]["type"].note_mistake("no_missiles", unit=attacker.type)
    reach = battle_reach(attacker.kind, combat.mode, card)
    if attacker.moved > reach:
        top["attacker"]["moved"].note_mistake("moved_too_far", moved=attacker.moved, most=reach)
    if attacker.moved and attacker.type in attacker.ground.no_battle_on_entry:
        top["attacker"]["terrain"].note_mistake("no_battle_on_entry", terrain=attacker.terrain)
