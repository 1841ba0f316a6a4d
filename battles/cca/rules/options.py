"""The options of a battle: the strength of the bot, and the optional rules of the rulebook."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from battles.cca.rules.position import Position, Unit
from battles.cca.rules.scenarios import Scenario
from battles.cca.rules.terrain.board import BOARD, Side
from battles.cca.rules.units import JULIAN, MARIAN, SACRED_BAND, VARIANTS
from engine.game import Facts, Field
from engine.values import dataclass, replace
from kit.grid.hexes import Hex
from kit.rules.decisions import pick
from kit.rules.scenarios import choose_options

STRENGTHS: Final = ("strong", "fair", "weak")
HASDRUBAL: Final = "hasdrubal"
ROMAN: Final = "Roman"
DEALT, REAL = "dealt", "table"
_LEGIONS: Final = {"marian": MARIAN, "julian": JULIAN}
FIELDS: Final[tuple[Field, ...]] = (
    pick("bot", STRENGTHS),
    pick("legions", ("none", *_LEGIONS)),  # see rules L1047-1057
    pick("sacred_band", (HASDRUBAL, "other")),  # see rule L1039 and ruling 58
    pick("expansions", ("no", "yes")),  # see rules L953-1023
    pick("cards", (DEALT, REAL)),
)


@dataclass(frozen=True)
class Options:
    """The options of a battle. ``expansions``: whether a scenario can use the units and terrain of the
    expansions. ``cards`` is "dealt" if this site deals and hides the cards, and "table" if the players hold
    real ones.
    """

    bot: str = STRENGTHS[0]
    legions: str = "none"
    sacred_band: str = HASDRUBAL
    expansions: bool = False
    cards: str = DEALT

    @property
    def real_cards(self) -> bool:
        """Whether the players hold real cards, so that this site knows no hidden information."""
        return self.cards == REAL


def parse(raw: Facts) -> Options:
    """Parse the options in ``raw``. Raises BadScenario listing every mistake."""
    return choose_options(Options, FIELDS, raw)


def apply_options(scenario: Scenario, options: Options) -> Scenario:
    """Return the scenario with its units changed as the options require."""
    board = scenario.position
    units = dict(board.units)
    if options.sacred_band != HASDRUBAL:
        units |= dict(_swapped_bands(scenario))
    if options.legions in _LEGIONS:
        units |= dict(_legions(scenario, units, _LEGIONS[options.legions]))
    return replace(scenario, position=Position(units, board.leaders, board.ground))


def _swapped_bands(scenario: Scenario) -> Iterator[tuple[Hex, Unit]]:
    """Yield the two units that change when the option moves the Sacred Band to its hex on the printed map,
    each with its hex (ruling 58).
    """
    units = scenario.position.units
    for rule in scenario.special:
        if rule["rule"] == "special_unit" and "alternative_hex" in rule:
            here, there = BOARD.place(rule["hex"]), BOARD.place(rule["alternative_hex"])
            yield here, replace(units[here], special="")
            yield there, replace(units[there], special=SACRED_BAND)


def _legions(scenario: Scenario, units: dict[Hex, Unit], special: str) -> Iterator[tuple[Hex, Unit]]:
    """Yield the units of Roman armies that become legions of the kind ``special`` (L1047-1057), each with its
    hex. Only medium and heavy foot do.
    """
    roman = {side for side in Side if scenario.seats[side].army == ROMAN}
    for at, unit in units.items():
        if unit.side in roman and (special, unit.type) in VARIANTS and not unit.special:
            yield at, replace(unit, special=special)
