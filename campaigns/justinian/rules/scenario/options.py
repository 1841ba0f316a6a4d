"""The variants of *Justinian* that a game may choose (issue 4, item 6), and the rulings behind them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from engine.game import Facts, Field, Number, Option, Pick
from engine.reading import Naming, read_options

PROGRAMS = 3  # segments more for Byzantium, with which two programs are even (bench/README.md)


@dataclass(frozen=True)
class Options:
    """``battles``: "table" resolves at once, "open" asks the GM. ``defence_site``: C5.
    ``operation_turn``: C1. ``epidemic``: C15, from which turn a second epidemic ends the game. ``segments``:
    of Byzantium, in a turn (6.11), before the ``balance`` adds to them."""

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
        """Byzantine segments of a turn."""
        return self.segments + (PROGRAMS if self.balance == "programs" else 0)


def _pick(name: str, *values: object) -> Pick:
    return Pick(name, tuple(Option(v) for v in values))


FIELDS: Final[tuple[Field, ...]] = (
    _pick("setup", "free", "suggested"),
    _pick("balance", "rules", "programs"),
    _pick("battles", "table", "open"),
    _pick("defence_site", "fort", "coast"),  # C5
    _pick("operation_turn", 2, 5),  # C1
    _pick("epidemic", "table", "introduction"),  # C15
    Number("handicap_gold", -30, 60, 0),
    Number("handicap_income", -30, 60, 0),
    Number("segments", 3, 9, 5),  # 6.11
    Number("start_turn", 1, 9, 1),
    _pick("bot", "better", "first"),
)


NAMING: Final = Naming(missing="", number="out_of_range")


def parse(raw: Facts) -> Options:
    """Options from JSON. Raises BadScenario with every mistake."""
    return Options(**read_options(FIELDS, raw, NAMING))
