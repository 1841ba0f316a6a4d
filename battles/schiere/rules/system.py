"""*Schiere* as a system of the engine, with its scenarios and options."""

from __future__ import annotations

from battles.schiere.rules.board import options as variants
from battles.schiere.rules.board import scenario as scenarios
from battles.schiere.rules.board.generator import generate_board
from battles.schiere.rules.board.position import Setting
from battles.schiere.rules.board.scenario import Scenario
from battles.schiere.rules.board.state import State
from battles.schiere.rules.chapters import PLAYED
from battles.schiere.rules.rules import SchiereRules
from battles.schiere.rules.setup.deployment import capacity
from engine.game import BadScenario, Facts, Mistake
from kit.rules.rules import OpenedSystem

SPARE = 8  # squares of an entry area that must stay free for commanders and their standard bearers


class SchiereSystem(OpenedSystem[Scenario, variants.Options, SchiereRules]):
    """The system named "schiere"."""

    name = "schiere"
    version = "5"
    title = "Schiere"
    played, state = PLAYED, State
    titles, fields = scenarios.TITLES, variants.FIELDS
    remembered = 64

    def scenario(self, name: str) -> Facts:
        return scenarios.builtin(name)

    def parse_options(self, options: Facts) -> variants.Options:
        return variants.parse(options)

    def load(self, scenario: Facts, options: variants.Options) -> Scenario:
        found = scenarios.load(scenario)
        return scenarios.load(generate_board(scenario, options.ground)) if options.ground else found

    def rules(self, found: Scenario, options: variants.Options, scenario: Facts) -> SchiereRules:
        setting = Setting(found, options, found.ground)
        room = capacity(setting.ground) - SPARE
        if min(setting.points, 68) > room:
            facts = {"points": setting.points, "room": room}
            raise BadScenario([Mistake("$.layout", "board_too_small", facts)])
        return SchiereRules(setting)


SCHIERE = SchiereSystem()
