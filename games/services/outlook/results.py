"""Read stored forecasts. Forecasts of a running game use only public knowledge, because play-outs start from
states imagined for the seat ``GM``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from engine.playouts import Counts, Tally
from games.models import BattleLink, Forecast, Game

LEAST: Final = 20  # minimum number of play-outs before a chance is shown


@dataclass(frozen=True)
class Stakes:
    """The stakes of a battle: the play-outs after a victory of each side. ``whole``: whether all play-outs
    are done.
    """

    attacker: Tally
    defender: Tally
    whole: bool


def stakes(link: BattleLink) -> Stakes | None:
    """Return the stakes of a battle, or None while there are too few play-outs."""
    rows = Forecast.objects.filter(game=link.campaign_id, seq=link.opened_seq).exclude(case="")
    found = {row.case: row for row in rows if row.games >= LEAST and not row.trouble}
    if len(found) < 2:
        return None
    return Stakes(
        tally_of(found[Forecast.Case.ATTACKER]),
        tally_of(found[Forecast.Case.DEFENDER]),
        all(row.games >= row.wanted for row in found.values()),
    )


@dataclass(frozen=True)
class Course:
    """Each seat's chances in a finished game, turn by turn. ``by_entry``: the play-outs that began after each
    entry. ``owed``: whether a forecast was queued. ``waiting``: whether it is still incomplete.
    """

    by_entry: dict[int, Tally]
    owed: bool
    waiting: bool

    @property
    def whole(self) -> bool:
        return bool(self.by_entry) and not self.waiting


def course(game: Game) -> Course:
    """Return each seat's chances in a finished game, turn by turn."""
    rows = list(Forecast.objects.filter(game=game, case=""))
    told = {row.seq: tally_of(row) for row in rows if row.games >= LEAST and not row.trouble}
    waiting = any(row.games < row.wanted and not row.trouble for row in rows)
    return Course(told, bool(rows), waiting)


def tally_of(row: Forecast) -> Tally:
    """The play-out counts stored in a row."""
    soon, late = ({key: Counts(*found) for key, found in of.items()} for of in (row.soon, row.late))
    return Tally(row.games, row.wins, row.unfinished, soon, late)


def counts_json(counts: Mapping[str, Counts]) -> dict[str, list[int]]:
    """Convert counts to the JSON that a row stores: metric -> [games, sum, sum of squares]."""
    return {key: [one.games, one.total, one.squares] for key, one in counts.items()}
