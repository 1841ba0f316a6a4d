"""Count the results of games on this site, by built-in scenario and side, for systems with two sides.

Public games count at once. Private games count in batches of ``BATCH``, so that nobody can read a single
private result from the table. Sandboxes, sealed and void games, and games between bots do not count.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from django.db.models import Exists, OuterRef

from engine.game import SeatInfo
from games import plugins
from games.models import Game, Seat
from games.page_facts.matches import winner_of_game

BATCH: Final = 5  # private games are added in batches of this size
MOST: Final = 5_000  # only this many of the newest games are counted
ENOUGH: Final = 10  # a scenario with fewer games shows no percentages


@dataclass
class Tally:
    """Totals over the counted games of a scenario."""

    games: int = 0
    with_bot: int = 0
    turns: int = 0
    drawn: int = 0
    won: dict[str, int] = field(default_factory=lambda: defaultdict(int))
    points: dict[str, int] = field(default_factory=lambda: defaultdict(int))

    def add(self, outcome: Mapping[str, Any], turn: int, with_bot: bool) -> None:
        """Add a finished game to the totals."""
        winner = winner_of_game(outcome)
        self.games += 1
        self.with_bot += with_bot
        self.turns += turn
        self.drawn += not winner
        self.won[winner] += 1
        for seat, points in outcome.get("scores", {}).items():
            if isinstance(points, int):
                self.points[seat] += points


@dataclass(frozen=True)
class Side:
    """One side of a scenario in the table. ``share``: the percentage of games that the side won, or None
    if there are too few games.
    """

    info: SeatInfo
    won: int
    share: int | None
    points: float | None


@dataclass(frozen=True)
class Line:
    """The results of a scenario, either of games on this site or of measured games between bots."""

    scenario: str
    title: str
    games: int
    with_bot: int
    drawn: int
    turns: float
    sides: tuple[Side, ...]


def played_results(system: str) -> list[Line]:
    """Return the results of games on this site, for every scenario that has any, in the order of the
    scenarios. Only the newest MOST games count.
    """
    people = Seat.objects.filter(game=OuterRef("pk"), is_bot=False)
    bots = Seat.objects.filter(game=OuterRef("pk"), is_bot=True)
    found = (
        Game.objects.filter(system=system, status=Game.Status.ENDED, tryout=False, sealed=False, void=False)
        .exclude(scenario_name="")
        .filter(Exists(people), outcome__isnull=False)
        .annotate(with_bot=Exists(bots))
        .order_by("-ended_at", "pk")
        .values_list("scenario_name", "public", "outcome", "standing", "with_bot")[:MOST]
    )
    return _lines(system, _sum_up(found))


def _sum_up(rows: Iterable[tuple[str, bool, Any, Any, bool]]) -> dict[str, Tally]:
    """Sum up the games by scenario. Of the private games, only the oldest full batches count."""
    tallies: dict[str, Tally] = defaultdict(Tally)
    private: dict[str, list[tuple[Any, int, bool]]] = defaultdict(list)
    for name, public, outcome, standing, with_bot in rows:
        turn = standing.get("turn", 0)
        turn = turn if isinstance(turn, int) else 0
        if public:
            tallies[name].add(outcome, turn, with_bot)
        else:
            private[name].append((outcome, turn, with_bot))
    for name, games in private.items():
        for one in games[::-1][: len(games) // BATCH * BATCH]:
            tallies[name].add(*one)
    return tallies


def measured_results(system: str) -> tuple[list[Line], str]:
    """Return the system's results of games between bots, and the command that measured them. They are empty
    for a system without such results.
    """
    told = plugins.page(system).bot_results()
    tallies = {
        name: Tally(
            one["games"], 0, one["turns"], one["games"] - sum(one["won"].values()), one["won"], one["points"]
        )
        for name, one in told.get("scenarios", {}).items()
    }
    return _lines(system, tallies), str(told.get("command", ""))


def _lines(system: str, tallies: Mapping[str, Tally]) -> list[Line]:
    rules = plugins.system(system)
    return [
        _line(name, title, rules.open(rules.scenario(name), {}).seats, tallies[name])
        for name, title in rules.scenarios().items()
        if name in tallies
    ]


def _line(name: str, title: str, seats: Iterable[SeatInfo], tally: Tally) -> Line:
    sides = tuple(
        Side(
            one,
            tally.won.get(one.id, 0),
            round(100 * tally.won.get(one.id, 0) / tally.games) if tally.games >= ENOUGH else None,
            tally.points[one.id] / tally.games if one.id in tally.points else None,
        )
        for one in seats
    )
    return Line(name, title, tally.games, tally.with_bot, tally.drawn, tally.turns / tally.games, sides)
