"""The variants a battle of *Schiere* may choose."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from engine.game import Facts, Field, Number
from kit.rules.decisions import pick
from kit.rules.scenarios import chosen

LIKE_SCENARIO: Final = "scenario"
SUPPORT: Final = "support"  # touching an enemy by a corner alone binds nobody (ruling S34)
FIELDS: Final[tuple[Field, ...]] = (
    pick("points", (LIKE_SCENARIO, "20", "30", "40", "60", "80", "104")),
    pick("turns", (LIKE_SCENARIO, "6", "8", "10", "12", "16", "20")),
    pick("points_an_order", ("6", "7")),  # L160
    Number("ground", 0, 9999, 0),  # 0: the scenario's own; otherwise the generator's board of that number
    pick("routers_disorder", ("light", "heavy")),  # L405, ruling C11
    pick("nerve_of_commanders", ("steady", "tested")),  # L405, ruling S74
    pick("corners", (SUPPORT, "fight")),  # L124, ruling S34
)


@dataclass(frozen=True)
class Options:
    """``points`` and ``turns``: 0 means the scenario's."""

    points: int = 0
    turns: int = 0
    points_an_order: int = 6
    ground: int = 0
    routers_disorder: str = "light"
    nerve_of_commanders: str = "steady"
    corners: str = SUPPORT

    @property
    def tests_commanders(self) -> bool:
        """Whether lone commanders take tests of nerve."""
        return self.nerve_of_commanders == "tested"


def parse(raw: Facts) -> Options:
    """The options written in ``raw``. Raises BadScenario with every mistake."""
    return chosen(Options, FIELDS, raw, words={LIKE_SCENARIO: 0})
