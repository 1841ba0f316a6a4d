"""*Cataphract* as a system of the engine.

It plays battles on the map, and the battle sheet for the seven land battles or for armies from a file.
"""

from __future__ import annotations

from typing import ClassVar, Final

from battles.cataphract.rules.battle import own_field
from battles.cataphract.rules.battle import scenario as battles
from battles.cataphract.rules.battle.rules import MapRules
from battles.cataphract.rules.battle.scenario import Scene
from battles.cataphract.rules.chapters import PLAYED
from battles.cataphract.rules.sheet.armies import printed_battles
from battles.cataphract.rules.sheet.armies.reading import read_roster
from battles.cataphract.rules.sheet.armies.roster import Roster
from battles.cataphract.rules.sheet.play.field import UNPRINTED, Options, Setting
from battles.cataphract.rules.sheet.play.state import Sheet
from battles.cataphract.rules.sheet.rules import SheetRules
from battles.cataphract.rules.tables import FACES
from engine.game import Facts
from kit.rules.decisions import pick
from kit.rules.rules import OpenedSystem
from kit.rules.scenarios import Remembered, choose_options

_rosters = Remembered(read_roster)
_scenes = Remembered(battles.read_scene)
_own_scenes = Remembered(battles.read_own_scene)


class CataphractSystem(OpenedSystem[Roster | Scene, Options, SheetRules | MapRules]):
    """*Cataphract* as a system of the engine: battles on a roster sheet or on the map."""

    name = "cataphract"
    version = "7"
    title = "Cataphract"
    played, state = PLAYED, Sheet
    titles: ClassVar = {**printed_battles.titles(), **battles.titles()}
    fields = (
        pick("hands", ("any", "own")),
        pick("engaged", ("no", "yes")),
        pick("ferocity", ("less", "more")),
        pick("pursuit", (UNPRINTED, *map(str, range(FACES)))),
    )

    def scenario(self, name: str) -> Facts:
        return battles.scenario(name) if name.startswith(battles.PREFIX) else printed_battles.scenario(name)

    def parse_options(self, options: Facts) -> Options:
        return choose_options(Options, self.fields, options)

    def load(self, scenario: Facts, options: Options) -> Roster | Scene:
        if scenario.get("schema") == own_field.SCHEMA:
            return _own_scenes(scenario)
        return _scenes(scenario) if scenario.get("schema") == battles.SCHEMA else _rosters(scenario)

    def rules(self, found: Roster | Scene, options: Options, scenario: Facts) -> SheetRules | MapRules:
        if isinstance(found, Scene):
            return MapRules(battles.set_scene(found, options))
        return SheetRules(Setting(found, options))


CATAPHRACT: Final = CataphractSystem()
