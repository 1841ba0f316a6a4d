"""The scenario of a battle on the map: the sheet's armies, with their counters in their hexes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from functools import cache
from typing import Any, Final

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
from engine.values import dataclass

SCHEMA: Final = "cataphract-battle/1"
PREFIX: Final = "field-"  # before the name of a battle on the map
READY: Final = ("tricameron", "callinicum", "taginae")


@dataclass(frozen=True)
class Scene:
    """A scenario after parsing: the armies and the ground."""

    battle: str
    roster: Roster
    ground: Ground


@dataclass(frozen=True)
class MapSetting(Setting):
    """A scene with its options. ``base``: every counter with its printed facts; ``lines``: the Lines of each
    side; ``goals``: where each side flees to.
    """

    battle: str = ""
    ground: Ground = field(default_factory=plain)
    base: Mapping[str, Piece] = field(default_factory=dict)
    lines: Mapping[str, tuple[LineKind, ...]] = field(default_factory=dict)
    goals: Mapping[str, Goal] = field(default_factory=dict)

    @property
    def specials(self) -> Mapping[str, Mapping[str, Any]]:
        """The special rules of the battle, by id."""
        return {one["id"]: one for one in printed_battles.battles()[self.battle]["specials"]}


def titles() -> dict[str, str]:
    """Return the titles of the battles that can be played on the map, by the names of their scenarios."""
    found = printed_battles.titles()
    return {f"{PREFIX}{id}": f"{found[id]}: on the map" for id in READY}


def scenario(name: str) -> dict[str, Any]:
    """Return a battle on the map as a scenario. Raises KeyError for an unknown one."""
    battle = name.removeprefix(PREFIX)
    if battle not in READY:
        raise KeyError(name)
    return {"schema": SCHEMA, "battle": battle, "title": printed_battles.titles()[battle]}


def read_scene(raw: Facts) -> Scene:
    """Read a scenario. Raises BadScenario with every mistake."""
    top = Reader(raw)
    top.fields("schema battle title", "ground")
    battle = str(top["battle"].one_of(READY))
    top["title"].text(80)
    ground = read_ground(top["ground"]) if top["ground"].has_value else plain()
    if top.mistakes:
        raise BadScenario(top.mistakes)
    return Scene(battle, _roster(battle), ground)


@cache
def _roster(battle: str) -> Roster:
    return read_roster(printed_battles.scenario(battle))


def set_scene(scene: Scene, options: Options) -> MapSetting:
    """Return the setting of a scene."""
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
    """Return every unit in its printed hex."""
    return dict(set_up(setting.battle, setting.ground).pieces)


def first_posts(setting: MapSetting, pieces: Mapping[str, Piece]) -> dict[str, str]:
    """Return the printed hex of every leader. Where their player can choose they begin with the unit in the
    middle of the choice.
    """
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
    """Return whether a leader without a printed hex can begin with a unit: the heights, or a named one."""
    where = str(row.get("where", ""))
    if where.startswith("with "):
        return f"{one.contingent} {one.number}" == where.removeprefix("with ")
    return one.contingent in ("visigoth_hc", "visigoth_lc") if "level" in where else True
