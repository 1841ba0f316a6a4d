"""DBA as a system of the engine: battles at a real table, recorded by the assistant, and battles on the
on-screen board.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from battles.dba.rules.board.actions import BOARD_ACTIONS
from battles.dba.rules.board.events import BOARD_EVENTS
from battles.dba.rules.board.play import BoardRules
from battles.dba.rules.table import scenario as scenarios
from battles.dba.rules.table.actions import ACTIONS
from battles.dba.rules.table.events import EVENTS
from battles.dba.rules.table.rules import DEFAULT_NIGHTFALL, TableRules
from battles.dba.rules.table.state import TableState
from engine.codec import Codec
from engine.game import Facts, Field, Number, Option, Pick, System
from engine.reading import read_options

CODEC: Final = Codec(1, (*ACTIONS, *BOARD_ACTIONS, *EVENTS, *BOARD_EVENTS, TableState))
ON_THE_BOARD: Final = (
    "board"  # the name of the board scenario, and the field that marks a scenario as played on the board
)
LAID: Final = "board_laid"  # the scenario of the same armies on a ready-made battlefield
FIRST: Final = "romans_carthaginians"
TITLE: Final = "On the board: Polybian Romans and Later Carthaginians"
TITLE_LAID: Final = "On the board, terrain already laid: Polybian Romans attack Later Carthaginians"
SETUPS: Final = ("guided", "quick")
HANDS: Final = ("any", "own")
EARLIEST, LATEST = 8, 96
STRENGTHS: Final = ("strong", "fair", "weak")  # playing strengths of the bot on the on-screen board


class Dba(System):
    """DBA's implementation of the engine's system."""

    name = "dba"
    version = "8"
    codec = CODEC
    actions, events = (*ACTIONS, *BOARD_ACTIONS), (*EVENTS, *BOARD_EVENTS)
    state = TableState

    def scenarios(self) -> Mapping[str, str]:
        return {**scenarios.builtin(), ON_THE_BOARD: TITLE, LAID: TITLE_LAID}

    def scenario(self, name: str) -> Facts:
        if name == ON_THE_BOARD:
            return {**scenarios.load(FIRST), "title": TITLE, ON_THE_BOARD: True}
        if name == LAID:
            ground = {"defender": "blue"}
            return {**scenarios.load(FIRST), "title": TITLE_LAID, ON_THE_BOARD: True, "ground": ground}
        return scenarios.load(name)

    def options(self) -> tuple[Field, ...]:
        return (
            Pick("setup", tuple(Option(value) for value in SETUPS)),
            Pick("hands", tuple(Option(value) for value in HANDS)),
            Number("nightfall", EARLIEST, LATEST, DEFAULT_NIGHTFALL),
            Pick("bot", tuple(Option(value) for value in STRENGTHS)),
        )

    def options_of(self, scenario: Facts) -> tuple[Field, ...]:
        """Return the options that apply to a scenario. The on-screen board has no options for a real table,
        and a real table has no option for the bot's strength.
        """
        without = ("setup", "hands") if scenario.get(ON_THE_BOARD) is True else ("bot",)
        return tuple(field for field in self.options() if field.name not in without)

    def open(self, scenario: Facts, options: Facts) -> TableRules:
        # options of older battles were not checked; unknown ones are ignored
        known = {field.name: options[field.name] for field in self.options() if field.name in options}
        chosen = read_options(self.options(), known, scenarios.NAMING)
        battle = _battle(json.dumps(scenario, sort_keys=True))
        anyone, nightfall = chosen["hands"] == "any", chosen["nightfall"]
        if scenario.get(ON_THE_BOARD) is True:
            # the set-up is guided, and players enter only their own side's actions
            return BoardRules(battle, False, False, nightfall, chosen["bot"])
        return TableRules(battle, chosen["setup"] == "quick", anyone, nightfall)


@lru_cache(maxsize=64)
def _battle(text: str) -> scenarios.Battle:
    return scenarios.parse(json.loads(text))


DBA: Final = Dba()
