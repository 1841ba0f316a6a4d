"""*Commands & Colors: Ancients* as a system of the engine: its scenarios, and rules opened on one of them.

What others plug in to: ``Battle`` (``play/battle.py``) answers the questions of the rules about a state; its
``board`` is a ``Position``. ``turn/battling.py`` says who may attack whom, ``turn/commanding.py`` who may go
where; ``forecast/odds.py`` calculates a combat of two hexes (``combat/field.py``). ``view.py`` is what a page
may show. The bot is ``bot/choose.py``.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from battles.cca.rules import lookup
from battles.cca.rules import options as options_of
from battles.cca.rules.chapters import ACTIONS, CODEC, EVENTS
from battles.cca.rules.play.battle import Setting
from battles.cca.rules.play.state import State
from battles.cca.rules.rules import CcaRules
from battles.cca.rules.scenarios import read_scenario, scenarios
from battles.cca.rules.tables import load
from engine.codec import canonical
from engine.game import Facts, Field, Json, System


class CcaSystem(System):
    """Registered under "cca"."""

    name = "cca"
    version = "1"
    title = "Commands & Colors: Ancients"
    actions, events, state = ACTIONS, EVENTS, State
    looks_up = True

    def __init__(self) -> None:
        self.codec = CODEC

    def scenarios(self) -> Mapping[str, str]:
        return {one.id: one.name for one in scenarios().values()}

    def scenario(self, name: str) -> Facts:
        found: Facts = next(one for one in load("scenarios")["scenarios"] if one["id"] == name)
        return found

    def open(self, scenario: Facts, options: Facts) -> CcaRules:
        return _opened(canonical(scenario), options_of.parse(options), _Same(scenario))

    def options(self) -> tuple[Field, ...]:
        return options_of.FIELDS

    def resolve(self, question: Facts) -> Json:
        return lookup.resolve(question)

    def schema(self) -> Facts:
        return lookup.schema()


class _Same:
    """A document that counts for nothing in a key."""

    def __init__(self, document: Facts) -> None:
        self.document = document

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same)

    def __hash__(self) -> int:
        return 0


@lru_cache(maxsize=64)
def _opened(key: str, options: options_of.Options, same: _Same) -> CcaRules:
    scenario = read_scenario(same.document, expansions=options.expansions)
    return CcaRules(Setting(options_of.under(scenario, options), options))


CCA = CcaSystem()
