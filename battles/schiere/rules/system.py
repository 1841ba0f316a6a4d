"""*Schiere* as a system of the engine: scenarios, options, look-up."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from battles.schiere.rules import lookup
from battles.schiere.rules.asked.schema import schema
from battles.schiere.rules.board import options as variants
from battles.schiere.rules.board import scenario as scenarios
from battles.schiere.rules.board.generator import generated
from battles.schiere.rules.board.position import Setting
from battles.schiere.rules.board.scenario import Scenario
from battles.schiere.rules.board.state import State
from battles.schiere.rules.chapters import ACTIONS, CODEC, EVENTS
from battles.schiere.rules.opened import SchiereRules
from battles.schiere.rules.setup.deployment import capacity
from engine.game import BadScenario, Facts, Field, Json, Mistake, System

SPARE = 8  # squares of an entry area beside those of the units: for commanders and their bearers


class SchiereSystem(System):
    """Registered under "schiere"."""

    name = "schiere"
    version = "5"
    title = "Schiere"
    looks_up = True
    actions, events, state = ACTIONS, EVENTS, State

    def __init__(self) -> None:
        self.codec = CODEC

    def scenarios(self) -> Mapping[str, str]:
        return scenarios.names()

    def scenario(self, name: str) -> Facts:
        return scenarios.builtin(name)

    def options(self) -> tuple[Field, ...]:
        return variants.FIELDS

    def open(self, scenario: Facts, options: Facts) -> SchiereRules:
        chosen, found = variants.parse(options), scenarios.load(scenario)
        if chosen.ground:
            found = scenarios.load(generated(scenario, chosen.ground))
        return _open(found, chosen)

    def resolve(self, question: Facts) -> Json:
        """A duel, a shot, a draw, a test of nerve: :mod:`battles.schiere.rules.lookup`."""
        return lookup.resolve(question)

    def schema(self) -> Facts:
        """See engine.game.System."""
        return schema()


@lru_cache(maxsize=64)
def _opened(key: _Same, options: variants.Options) -> SchiereRules:
    scenario = key.scenario
    setting = Setting(scenario, options, scenario.ground)
    room = capacity(setting.ground) - SPARE
    if min(setting.points, 68) > room:
        facts = {"points": setting.points, "room": room}
        raise BadScenario([Mistake("$.layout", "board_too_small", facts)])
    return SchiereRules(setting)


def _open(scenario: Scenario, options: variants.Options) -> SchiereRules:
    return _opened(_Same(scenario), options)


class _Same:
    """A scenario as a key: the same object, not an equal one."""

    def __init__(self, scenario: Scenario) -> None:
        self.scenario = scenario

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same) and other.scenario is self.scenario

    def __hash__(self) -> int:
        return id(self.scenario)


SCHIERE = SchiereSystem()
