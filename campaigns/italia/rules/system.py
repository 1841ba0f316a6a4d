"""*Italia* as a system of the engine: scenarios, options, look-up."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache

from campaigns.italia.rules.ask.questions import resolve
from campaigns.italia.rules.ask.schema import schema
from campaigns.italia.rules.chapters import ACTIONS, CODEC, EVENTS
from campaigns.italia.rules.ground.position import Setting
from campaigns.italia.rules.ground.state import State
from campaigns.italia.rules.opened import ItaliaRules
from campaigns.italia.rules.scenario import parts
from campaigns.italia.rules.scenario.loading import TITLES, builtin, load
from campaigns.italia.rules.scenario.options import FIELDS, parse
from campaigns.italia.rules.scenario.types import Options, Scenario
from engine.codec import canonical
from engine.game import Completed, Facts, Field, Json, System


class ItaliaSystem(System):
    """Registered under "italia"."""

    name = "italia"
    version = "3"
    title = "Italia"
    looks_up = True
    actions, events, state = ACTIONS, EVENTS, State

    def __init__(self) -> None:
        self.codec = CODEC

    def scenarios(self) -> Mapping[str, str]:
        return TITLES

    def scenario(self, name: str) -> Facts:
        found: Facts = builtin(name)
        return found

    def parts(self, name: str) -> tuple[str, ...]:
        return parts.names(name)

    def part(self, name: str, part: str) -> Facts:
        return parts.part(name, part)

    def completed(self, document: Facts) -> Completed:
        return parts.completed(document)

    def options(self) -> tuple[Field, ...]:
        return FIELDS

    def open(self, scenario: Facts, options: Facts) -> ItaliaRules:
        chosen = parse(options)
        found = load(scenario, small=chosen.board == "small")
        return _open(_Same(found), chosen, canonical(dict(options)), _alternative(scenario))

    def resolve(self, question: Facts) -> Json:
        """A combat, or a figure of a position: :mod:`campaigns.italia.rules.ask.questions`."""
        return resolve(question)

    def schema(self) -> Facts:
        return schema()


def _alternative(scenario: Facts) -> tuple[int, ...]:
    """The rounds that score instead, where the scenario names some."""
    game = scenario.get("game", {})
    return tuple(game.get("scoring_alternative", ()))


class _Same:
    """A scenario as a key: the same object, not an equal one."""

    def __init__(self, scenario: Scenario) -> None:
        self.scenario = scenario

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same) and other.scenario is self.scenario

    def __hash__(self) -> int:
        return id(self.scenario)


@lru_cache(maxsize=32)
def _open(key: _Same, options: Options, _written: str, alternative: tuple[int, ...]) -> ItaliaRules:
    scenario = key.scenario
    if options.scoring == "alternative" and alternative:
        charts = sorted(scenario.scoring)
        scenario = replace(scenario, scoring=dict(zip(sorted(alternative), charts, strict=True)))
    return ItaliaRules(Setting(scenario, options))


ITALIA = ItaliaSystem()
