"""The options of a battle: the strength of the bot, and the optional rules of the text."""

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
    """The options of a battle. ``expansions``: a scenario can use their units and terrain. ``cards``: dealt
    by this site and hidden, or real ones in the players' hands.
    """

    bot: str = STRENGTHS[0]
    legions: str = "none"
    sacred_band: str = HASDRUBAL
    expansions: bool = False
    cards: str = DEALT

    @property
    def real_cards(self) -> bool:
        """Whether the players hold real cards, so that this site has no hidden information."""
        return self.cards == REAL


def parse(raw: Facts) -> Options:
    """Parse the options in ``raw``. Raises BadScenario listing every mistake."""
    return choose_options(Options, FIELDS, raw)


def apply_options(scenario: Scenario, options: Options) -> Scenario:
    """Return the scenario with the units that the options change."""
    board = scenario.position
    units = dict(board.units)
    if options.sacred_band != HASDRUBAL:
        units |= dict(_other_band(scenario))
    if options.legions in _LEGIONS:
        units |= dict(_legions(scenario, units, _LEGIONS[options.legions]))
    return replace(scenario, position=Position(units, board.leaders, board.ground))


def _other_band(scenario: Scenario) -> Iterator[tuple[Hex, Unit]]:
    """Yield the heavy foot that the printed map calls the Sacred Band (ruling 58)."""
    units = scenario.position.units
    for rule in scenario.special:
        if rule["rule"] == "special_unit" and "alternative_hex" in rule:
            here, there = BOARD.place(rule["hex"]), BOARD.place(rule["alternative_hex"])
            yield here, replace(units[here], special="")
            yield there, replace(units[there], special=SACRED_BAND)


def _legions(scenario: Scenario, units: dict[Hex, Unit], special: str) -> Iterator[tuple[Hex, Unit]]:
    """Yield the medium and heavy foot of Roman armies, which have pilum and sword (L1049)."""
    roman = {side for side in Side if scenario.seats[side].army == ROMAN}
    for at, unit in units.items():
        if unit.side in roman and (special, unit.type) in VARIANTS and not unit.special:
            yield at, replace(unit, special=special)
