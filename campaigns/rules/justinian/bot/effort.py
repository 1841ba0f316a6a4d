"""Where men are wanted most: in each theatre, what its armies lack to beat the strongest enemy there."""

from __future__ import annotations

from typing import NamedTuple

from campaigns.rules.justinian.bot.outlook import outlook
from campaigns.rules.justinian.play import Table
from campaigns.rules.justinian.state import State

SUPERIOR = 1.6  # how much stronger to be
MARGIN = 4  # SP
ENOUGH = 55  # SP in a theatre
THEATRES = {  # prefectures, armies, SP wanted there in any case, from which turn
    "africa": (("africa",), ("africa", "spain"), 12, 2),
    "east": (("oriens", "egypt"), ("oriens", "armenia"), 30, 3),
    "west": (("italia", "illyricum"), ("illyricum", "italia"), 20, 1),
}


class Effort(NamedTuple):
    """Armies that are to be strengthened, in that order, and the SP they lack."""

    lacking: int
    armies: tuple[str, ...]


def efforts(table: Table, state: State) -> list[Effort]:
    """The theatre that lacks most first."""
    view = outlook(table, state)
    found = []
    for prefectures, armies, least, turn in THEATRES.values():
        there = [state.armies[a] for a in armies if a in state.armies]
        if not there or state.turn < turn:
            continue
        foes = [
            sp for p, sp in view.barbarian.items() if p in table.scn.provinces and _in(table, p, prefectures)
        ]
        need = max(least, min(ENOUGH, int(max(foes, default=0) * SUPERIOR) + MARGIN))
        lacking = need - sum(a.total for a in there)
        if lacking > 0:
            found.append(Effort(lacking, tuple(a.id for a in there)))
    return sorted(found, key=lambda e: (-e.lacking, e.armies))


def _in(table: Table, place: str, prefectures: tuple[str, ...]) -> bool:
    return table.scn.provinces[place].prefecture in prefectures
