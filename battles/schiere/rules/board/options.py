"""The variants a battle of *Schiere* may choose."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from engine.game import Facts, Field, Number, Option, Pick
from engine.reading import read_options

LIKE_SCENARIO: Final = "scenario"
SUPPORT: Final = "support"  # touching an enemy by a corner alone binds nobody (ruling S34)
FIELDS: Final[tuple[Field, ...]] = (
    Pick("points", tuple(Option(o) for o in (LIKE_SCENARIO, "20", "30", "40", "60", "80", "104"))),
    Pick("turns", tuple(Option(o) for o in (LIKE_SCENARIO, "6", "8", "10", "12", "16", "20"))),
    Pick("points_an_order", (Option("6"), Option("7"))),  # L160
    Number("ground", 0, 9999, 0),  # 0: the scenario's own; else the generator's board of that number
    Pick("routers_disorder", (Option("light"), Option("heavy"))),  # L405, ruling C11
    Pick("nerve_of_commanders", (Option("steady"), Option("tested"))),  # L405, ruling S74
    Pick("corners", (Option(SUPPORT), Option("fight"))),  # L124, ruling S34
)


@dataclass(frozen=True)
class Options:
    """``points`` and ``turns``: 0 is what the scenario says."""

    points: int = 0
    turns: int = 0
    points_an_order: int = 6
    ground: int = 0
    routers_disorder: str = "light"
    nerve_of_commanders: str = "steady"
    corners: str = SUPPORT

    @property
    def tests_commanders(self) -> bool:
        """Whether commanders who stand alone take tests of nerve."""
        return self.nerve_of_commanders == "tested"


def parse(raw: Facts) -> Options:
    """The options written in ``raw``. Raises BadScenario with every mistake."""
    found = read_options(FIELDS, raw)

    def number(name: str) -> int:
        return 0 if found[name] == LIKE_SCENARIO else int(found[name])

    return Options(
        number("points"),
        number("turns"),
        int(found["points_an_order"]),
        int(found["ground"]),
        str(found["routers_disorder"]),
        str(found["nerve_of_commanders"]),
        str(found["corners"]),
    )
