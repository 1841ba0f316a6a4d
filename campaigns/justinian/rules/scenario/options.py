"""The options of a *Justinian* game, and the rulings behind them."""

from __future__ import annotations

from typing import Final

from engine.game import Facts, Field, Number
from engine.reading import Naming
from engine.values import dataclass
from kit.rules.decisions import pick
from kit.rules.scenarios import choose_options

PROGRAMS = 3  # extra Byzantine segments that make two bots an even match (bench/README.md)


@dataclass(frozen=True)
class Options:
    """The options of a game. ``battles``: "table" resolves battles at once, "open" asks the GM.
    ``defence_site``: ruling C5. ``operation_turn``: the first turn with Combined Operations (C1).
    ``epidemic``: whether an early second epidemic ends the game (C15). ``segments``: Byzantine segments
    per turn (6.11), before ``balance`` adds more.
    """

    balance: str = "rules"
    battles: str = "table"
    setup: str = "free"
    defence_site: str = "fort"
    operation_turn: int = 2
    epidemic: str = "table"
    handicap_gold: int = 0
    handicap_income: int = 0
    segments: int = 5
    start_turn: int = 1
    bot: str = "better"

    @property
    def segments_a_turn(self) -> int:
        """Return the number of Byzantine segments in a turn."""
        return self.segments + (PROGRAMS if self.balance == "programs" else 0)


FIELDS: Final[tuple[Field, ...]] = (
    pick("setup", ("free", "suggested")),
    pick("balance", ("rules", "programs")),
    pick("battles", ("table", "open")),
    pick("defence_site", ("fort", "coast")),  # ruling C5
    pick("operation_turn", (2, 5)),  # ruling C1
    pick("epidemic", ("table", "introduction")),  # ruling C15
    Number("handicap_gold", -30, 60, 0),
    Number("handicap_income", -30, 60, 0),
    Number("segments", 3, 9, 5),  # Byzantine segments per turn (6.11)
    Number("start_turn", 1, 9, 1),
    pick("bot", ("better", "first")),
)


NAMING: Final = Naming(missing="", number="out_of_range")


def parse(raw: Facts) -> Options:
    """Return the options read from JSON. Raises BadScenario listing every mistake."""
    return choose_options(Options, FIELDS, raw, NAMING)
