"""The options of a battle of *Schiere*."""

from __future__ import annotations

from typing import Final

from engine.game import Facts, Field, Number
from engine.values import dataclass
from kit.rules.decisions import pick
from kit.rules.scenarios import choose_options

LIKE_SCENARIO: Final = "scenario"
SUPPORT: Final = "support"  # with this option, corner contact binds neither unit (ruling S34)
FIELDS: Final[tuple[Field, ...]] = (
    pick("points", (LIKE_SCENARIO, "20", "30", "40", "60", "80", "104")),
    pick("turns", (LIKE_SCENARIO, "6", "8", "10", "12", "16", "20")),
    pick("points_an_order", ("6", "7")),  # see rule L160
    Number("ground", 0, 9999, 0),  # 0 for the scenario's own terrain, else the number of a generated board
    pick("routers_disorder", ("light", "heavy")),  # see rule L405 and ruling C11
    pick("nerve_of_commanders", ("steady", "tested")),  # see rule L405 and ruling S74
    pick("corners", (SUPPORT, "fight")),  # see rule L124 and ruling S34
)


@dataclass(frozen=True)
class Options:
    """The options of a battle. In ``points`` and ``turns``, 0 means the scenario's value."""

    points: int = 0
    turns: int = 0
    points_an_order: int = 6
    ground: int = 0
    routers_disorder: str = "light"
    nerve_of_commanders: str = "steady"
    corners: str = SUPPORT

    @property
    def tests_commanders(self) -> bool:
        """Return whether commanders without a unit take tests of nerve."""
        return self.nerve_of_commanders == "tested"


def parse(raw: Facts) -> Options:
    """Parse the options in ``raw``. Raises BadScenario listing every mistake."""
    return choose_options(Options, FIELDS, raw, words={LIKE_SCENARIO: 0})
