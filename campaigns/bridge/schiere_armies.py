"""The *Schiere* counters that a bridge takes from one side's half of the box."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from battles.schiere.rules.board.troops import TROOPS
from campaigns.bridge.from_campaign import read
from campaigns.bridge.mixing import Pieces

# kinds of soldiers used when a mix has no counters left
FILLING: Final = ("javelins", "slings", "bows", "riders", "foot", "horse")


def shared_data() -> Mapping[str, Any]:
    """Return the data that both campaigns share. Raises ValueError if it names unknown counters."""
    found = read("schiere")
    for box, sorts in found["counters"].items():
        unknown = [t for troops in sorts.values() for t in troops if t not in TROOPS or TROOPS[t].seat != box]
        if unknown:
            raise ValueError(f"schiere.toml: unknown counters {unknown}")
    return found


class Box(Pieces):
    """The counters left in one side's half of the box while an army is built."""

    def __init__(self, side: str) -> None:
        super().__init__(
            shared_data()["counters"][side],
            {troop.id: troop.units for troop in TROOPS.values() if troop.seat == side},
            {troop.id: troop.points for troop in TROOPS.values()},
            FILLING,
        )
