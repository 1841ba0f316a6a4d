"""*Italia* as a system of the engine, with its scenarios and options."""

from __future__ import annotations

from dataclasses import replace

from campaigns.italia.rules.chapters import PLAYED
from campaigns.italia.rules.rules import ItaliaRules
from campaigns.italia.rules.scenario import parts
from campaigns.italia.rules.scenario.loading import TITLES, builtin, load
from campaigns.italia.rules.scenario.options import FIELDS, parse
from campaigns.italia.rules.scenario.types import Options, Scenario
from campaigns.italia.rules.state.position import Setting
from campaigns.italia.rules.state.state import State
from engine.game import Completed, Facts
from kit.rules.rules import OpenedSystem


class ItaliaSystem(OpenedSystem[Scenario, Options, ItaliaRules]):
    """Italia, registered under "italia"."""

    name = "italia"
    version = "3"
    title = "Italia"
    played, state = PLAYED, State
    titles, fields = TITLES, FIELDS

    def scenario(self, name: str) -> Facts:
        found: Facts = builtin(name)
        return found

    def parts(self, name: str) -> tuple[str, ...]:
        return parts.part_names(name)

    def part(self, name: str, part: str) -> Facts:
        return parts.part(name, part)

    def complete_document(self, document: Facts) -> Completed:
        return parts.complete_document(document)

    def parse_options(self, options: Facts) -> Options:
        return parse(options)

    def load(self, scenario: Facts, options: Options) -> Scenario:
        return load(scenario, small=options.board == "small")

    def rules(self, found: Scenario, options: Options, scenario: Facts) -> ItaliaRules:
        alternative = scenario.get("game", {}).get("scoring_alternative", ())
        if options.scoring == "alternative" and alternative:
            charts = sorted(found.scoring)
            found = replace(found, scoring=dict(zip(sorted(alternative), charts, strict=True)))
        return ItaliaRules(Setting(found, options))


ITALIA = ItaliaSystem()
