"""The scenario of a battle on the map: the armies of the sheet, with their counters in hexes.

It is a printed battle, or a battle between armies of the players' own (own_field).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from functools import cache
from typing import Any, Final

from battles.cataphract.rules.battle.own_field import OwnField, lines_by_type, read_own_field
from battles.cataphract.rules.field.flight import Goal, goal_of
from battles.cataphract.rules.field.ground import Ground, plain, read_ground
from battles.cataphract.rules.field.lines import LineKind, line_kinds
from battles.cataphract.rules.field.pieces import Piece
from battles.cataphract.rules.field.setup import base_pieces, set_up
from battles.cataphract.rules.sheet.armies import printed_battles
from battles.cataphract.rules.sheet.armies.reading import read_roster
from battles.cataphract.rules.sheet.armies.roster import SEATS, Roster
from battles.cataphract.rules.sheet.play.field import Options, Setting
from engine.game import BadScenario, Facts
from engine.reading import Reader
from engine.values import dataclass, replace

SCHEMA: Final = "cataphract-battle/1"
PREFIX: Final = "field-"  # precedes the name of a battle on the map
READY: Final = ("tricameron", "callinicum", "taginae", "casilinum", "catalaunian", "utus", "dara")


@dataclass(frozen=True)
class Scene:
    """A parsed scenario: the battle's id, its armies and its map.

    ``own``: the set-up of armies that fight no printed battle, whose ``battle`` is "".
    """

    battle: str
    roster: Roster
    ground: Ground
    own: OwnField | None = None


@dataclass(frozen=True)
class MapSetting(Setting):
    """A scenario of a battle on the map, with the game's options.

    ``base``: every counter with its printed facts. ``lines``: the kinds of Lines that each side can form.
    ``goals``: where the units of each side flee to. ``own``: the set-up of armies that fight no printed
    battle, whose ``battle`` is "".
    """

    battle: str = ""
    ground: Ground = field(default_factory=plain)
    base: Mapping[str, Piece] = field(default_factory=dict)
    lines: Mapping[str, tuple[LineKind, ...]] = field(default_factory=dict)
    goals: Mapping[str, Goal] = field(default_factory=dict)
    own: OwnField | None = None

    @property
    def specials(self) -> Mapping[str, Mapping[str, Any]]:
        """Return the special rules of the battle by id. Armies that fight no printed battle have none."""
        if not self.battle:
            return {}
        return {one["id"]: one for one in printed_battles.battles()[self.battle]["specials"]}


def titles() -> dict[str, str]:
    """Return the titles of the battles that can be played on the map, by scenario name."""
    found = printed_battles.titles()
    return {f"{PREFIX}{id}": f"{found[id]}: on the map" for id in READY}


def scenario(name: str) -> dict[str, Any]:
    """Return a battle on the map as a scenario. Raises KeyError for an unknown name."""
    battle = name.removeprefix(PREFIX)
    if battle not in READY:
        raise KeyError(name)
    return {"schema": SCHEMA, "battle": battle, "title": printed_battles.titles()[battle]}


def read_scene(raw: Facts) -> Scene:
    """Read a scenario. Raises BadScenario listing every mistake."""
    top = Reader(raw)
    top.fields("schema battle title", "ground")
    battle = str(top["battle"].one_of(READY))
    top["title"].text(80)
    ground = read_ground(top["ground"]) if top["ground"].has_value else plain()
    if top.mistakes:
        raise BadScenario(top.mistakes)
    return Scene(battle, _roster(battle), build_walls(battle, ground))


def read_own_scene(raw: Facts) -> Scene:
    """Read a scenario of armies that fight no printed battle. Raises BadScenario listing every mistake."""
    roster, ground, own = read_own_field(raw)
    return Scene("", roster, ground, own)


def build_walls(battle: str, ground: Ground) -> Ground:
    """Return a map with what the text prints about it: at Dara the walls with their archers, which no other
    unit can enter, and the wind (L3178, L3219).
    """
    facts = printed_battles.battles()[battle]
    rows = [row for side in facts["sides"] for row in facts["setup"][side] if row.get("on_wall")]
    walls = frozenset(ground.board.place(at) for row in rows for at in row["hexes"])
    windy = any(one["id"] == "wind" for one in facts["specials"])
    return replace(ground, closed=ground.closed | walls, walls=walls, windy=windy)


@cache
def _roster(battle: str) -> Roster:
    return read_roster(printed_battles.scenario(battle))


def set_scene(scene: Scene, options: Options) -> MapSetting:
    """Combine a scenario and the game's options into the setting of a game."""
    if scene.own is not None:
        own = scene.own
        kinds = {seat: lines_by_type(own.pieces.values(), seat) for seat in SEATS}
        return MapSetting(scene.roster, options, "", scene.ground, own.pieces, kinds, own.goals, own)
    return MapSetting(
        scene.roster,
        options,
        scene.battle,
        scene.ground,
        base_pieces(scene.battle),
        {seat: line_kinds(scene.battle, seat) for seat in SEATS},
        {seat: goal_of(scene.battle, seat) for seat in SEATS},
    )


def first_places(setting: MapSetting) -> dict[str, Piece]:
    """Return every unit in the hex where it begins, by the unit's id."""
    if setting.own is not None:
        return dict(setting.own.pieces)
    return dict(set_up(setting.battle, setting.ground).pieces)


def first_posts(setting: MapSetting, pieces: Mapping[str, Piece]) -> dict[str, str]:
    """Return the hex in which each leader begins, by the leader's id.

    It is the printed hex. If the player can choose among units or hexes, it is the middle one of those that
    hold a unit, or of all if none does.
    """
    if setting.own is not None:
        return dict(setting.own.posts)
    facts, found = printed_battles.battles()[setting.battle], dict[str, str]()
    for seat, side in zip(SEATS, facts["sides"], strict=True):
        own = [one for one in pieces.values() if one.seat == seat]
        held = {setting.ground.board.name(one.at): one for one in own}
        for row in facts["setup"][side]:
            if "leader" not in row:
                continue
            said = row.get("hexes") or [at for at, one in held.items() if _fits(row, one)]
            taken = [at for at in said if at in held] or list(said)
            found[row["leader"]] = taken[len(taken) // 2]
    return found


def _fits(row: Mapping[str, Any], one: Piece) -> bool:
    """Return whether a leader without a printed hex can begin with a unit. The set-up may name a unit or, for
    the Visigoths, a level of height. If it names neither, any unit will do.
    """
    where = str(row.get("where", ""))
    if where.startswith("with "):
        return f"{one.contingent} {one.number}" == where.removeprefix("with ")
    return one.contingent in ("visigoth_hc", "visigoth_lc") if "level" in where else True
