"""The theatres that most need strength. They are ranked by the SP that their armies lack against the
strongest enemy in the theatre.
"""

from __future__ import annotations

from typing import NamedTuple

from campaigns.justinian.bot.outlook import Outlook, outlook
from campaigns.justinian.rules.state.position import Position, Setting
from campaigns.justinian.rules.state.state import BYZANTIUM

SUPERIOR = 1.6  # desired ratio of the armies' SP to the enemy's
MARGIN = 4  # SP desired in addition to that superiority
ENOUGH = 70  # maximum SP desired in a theatre, enough for two full armies
THEATRES = {  # theatre -> its prefectures, its armies, the minimum SP desired, the first turn it counts
    "africa": (("africa",), ("africa", "spain"), 12, 2),
    "east": (("oriens", "egypt"), ("oriens", "armenia"), 30, 3),
    "west": (("italia", "illyricum"), ("illyricum", "italia"), 20, 1),
}


class Effort(NamedTuple):
    """The armies of a theatre to strengthen, most important first, and the SP that they lack."""

    lacking: int
    armies: tuple[str, ...]


def theatres_lacking_sp(pos: Position) -> list[Effort]:
    """Return the theatres that lack strength. Theatres with a prefecture still to win come first, then those
    that lack the most SP.
    """
    view = outlook(pos)
    found = []
    for prefectures, armies, least, turn in THEATRES.values():
        there = [pos.state.armies[a] for a in armies if a in pos.state.armies]
        if not there or pos.state.turn < turn:
            continue
        foes = [
            sp
            for p, sp in view.barbarian.items()
            if p in pos.scn.provinces and _lies_in(pos.setting, p, prefectures)
        ]
        need = max(least, min(ENOUGH, int(max(foes, default=0) * SUPERIOR) + MARGIN))
        lacking = need - sum(a.total for a in there)
        if lacking > 0:
            won = not any(_is_unwon(pos.setting, view, p) for p in prefectures)
            found.append((won, -lacking, Effort(lacking, tuple(a.id for a in there))))
    return [effort for _, _, effort in sorted(found)]


def _is_unwon(setting: Setting, view: Outlook, prefecture: str) -> bool:
    """Return whether Byzantium does not control the prefecture yet."""
    info = setting.scn.prefectures[prefecture]
    return view.lacking[prefecture] > 0 or any(view.held[m] != BYZANTIUM for m in info.must_control)


def _lies_in(setting: Setting, place: str, prefectures: tuple[str, ...]) -> bool:
    return setting.scn.provinces[place].prefecture in prefectures
