"""*Commands & Colors: Ancients* as a system of the engine: its scenarios, and the rules for one scenario.

Entry points: ``Battle`` (``play/battle.py``) answers the rules' queries about a state, and its ``board``
is a ``Position``. ``turn/battling.py`` decides which units can attack, ``turn/commanding.py`` which units
can move. ``forecast/odds.py`` calculates a combat between two hexes (``combat/field.py``). ``view.py``
returns everything that a page can show. The bot is ``bot/choose.py``.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from battles.cca.rules import options as options_of
from battles.cca.rules.chapters import PLAYED
from battles.cca.rules.play.battle import Setting
from battles.cca.rules.play.state import State
from battles.cca.rules.rules import CcaRules
from battles.cca.rules.scenarios import Scenario, read_scenario, scenarios
from battles.cca.rules.tables import load
from engine.game import Facts
from kit.rules.rules import OpenedSystem
from kit.rules.scenarios import Remembered

_base = Remembered(read_scenario)
_expanded = Remembered(partial(read_scenario, expansions=True))


class CcaSystem(OpenedSystem[Scenario, options_of.Options, CcaRules]):
    """The system named "cca"."""

    name = "cca"
    version = "1"
    title = "Commands & Colors: Ancients"
    played, state = PLAYED, State
    fields = options_of.FIELDS
    remembered = 64

    def scenarios(self) -> Mapping[str, str]:
        return {one.id: one.name for one in scenarios().values()}

    def scenario(self, name: str) -> Facts:
        found: Facts = next(one for one in load("scenarios")["scenarios"] if one["id"] == name)
        return found

    def parse_options(self, options: Facts) -> options_of.Options:
        return options_of.parse(options)

    def load(self, scenario: Facts, options: options_of.Options) -> Scenario:
        return (_expanded if options.expansions else _base)(scenario)

    def rules(self, found: Scenario, options: options_of.Options, scenario: Facts) -> CcaRules:
        return CcaRules(Setting(options_of.apply_options(found, options), options))


CCA = CcaSystem()
