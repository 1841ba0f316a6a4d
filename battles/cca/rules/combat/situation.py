"""A combat as a plain value: the two sides, their terrain, and the room behind them.

It contains only facts that players could give at a table, so no board is needed. The board builds one from
its units and hexes.
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

FREE: Final = 40  # hexes of room, more than any retreat needs
MODES: Final = ("close", "ranged")
LEADERS: Final = ("", "adjacent", "attached")
BLOCKED: Final = ("edge", "units", "impassable")


@dataclass(frozen=True)
class Fighter:
    """One side of a combat: a unit, or a lone leader (``type`` "leader").

    ``full``: it was at full strength when the combat was declared. ``leader``: a friendly leader is in its
    hex or next to it. ``covered``: a protected side of its rampart faces the enemy. ``room``: hexes it can
    retreat without meeting a lone friendly leader; ``blocked``: what is in the next hex; ``refuge``: the
    distance back to such a leader. ``marshes``: for each distance back, the marshes on the way, and whether
    its last hex is one.
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
        """Return the number of marshes on a way back of this length, and whether the last hex is one."""
        if not distance or not self.marshes:
            return 0, False
        return self.marshes[min(distance, len(self.marshes)) - 1]

    @property
    def is_led(self) -> bool:
        """Whether helmets hit for it because a friendly leader is in its hex or next to it (L511)."""
        return bool(self.leader)

    def with_losses(self, blocks: int, leader_killed: bool) -> Fighter:
        """Return this fighter later in the same combat. Its initial full strength still counts (L416)."""
        leader = "" if leader_killed and self.leader == "attached" else self.leader
        return replace(self, blocks=blocks, leader=leader)


@dataclass(frozen=True)
class Combat:
    """A declared attack. ``dice``: extra dice from a card. ``bonus``: it is a bonus combat."""

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
        _forbid(top, found, card.id if card else "")
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
    """Return the marshes on the way back if the first ``number`` hexes behind a unit are marshes."""
    return (*((on_the_way, True) for on_the_way in range(number)), *([(number, False)] if number else []))


def _forbid(top: Reader, combat: Combat, card: str) -> None:
    """Report a combat that the rules forbid: fire without missiles, or battle after too long a move."""
    attacker = combat.attacker
    for name, fighter in (("attacker", attacker), ("target", combat.target)):
        if fighter.ground.impassable:
            top[name]["terrain"].wrong("cannot_stand", terrain=fighter.terrain)
    if combat.mode == "ranged" and attacker.kind.missiles is None:
        top["attacker"]["type"].wrong("no_missiles", unit=attacker.type)
    reach = attacker.kind.battle_after_moving
    if combat.mode == "close":
        reach = max(reach, attacker.kind.charge)
    if card == "double_time" and attacker.kind.battle_after_moving:
        reach = 3 if attacker.type == "warrior" else 2
    if card == "mounted_charge" and attacker.kind.grade == "heavy":
        reach = 3
    if attacker.moved > reach:
        top["attacker"]["moved"].wrong("moved_too_far", moved=attacker.moved, most=reach)
    if attacker.moved and attacker.type in attacker.ground.no_battle_on_entry:
        top["attacker"]["terrain"].wrong("no_battle_on_entry", terrain=attacker.terrain)
