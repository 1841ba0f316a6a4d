"""The events of a battle in Italia."""

from __future__ import annotations

from typing import Any

from campaigns.italia.rules.system import ITALIA
from campaigns.italia.wording.names import Names

NAMES = Names(ITALIA.scenario("italia1"))


def event(kind: str, **facts: Any) -> dict[str, Any]:
    return {"kind": kind, **facts}


BEGAN = event(
    "battle_began",
    area="etruria",
    attacker="romans",
    defender="etruscans",
    attacking={"legion": 3},
    defending={"infantry": 2},
    raid=False,
)
FOUGHT = event(
    "round_fought",
    area="etruria",
    round=1,
    attacker_dice=[9, 8, 2],
    defender_dice=[10, 1],
    attacker_hits={"infantry": 2},
    defender_hits={"legion": 1},
    attacker_lost={"legion": 1},
    defender_lost={"infantry": 2},
)
FELL = event(
    "units_lost", nation="romans", place="etruria", units={"legion": 1}, why="combat", by="etruscans"
)
GONE = event(
    "units_lost", nation="etruscans", place="etruria", units={"infantry": 2}, why="combat", by="romans"
)
ENDED = event("battle_ended", area="etruria", attacker="romans", defender="etruscans", rounds=1)
