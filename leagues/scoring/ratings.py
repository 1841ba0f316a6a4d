"""Ratings by Weng and Lin's method (openskill, Plackett-Luce), calculated only from results, in the order in
which games ended.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from openskill.models import PlackettLuce, PlackettLuceRating

from leagues.scoring.standings import Result


@dataclass(frozen=True)
class Rating:
    """A rating. ``strength``: the mean. ``doubt``: the standard deviation. ``display_value``: a value that
    the true strength exceeds with a probability of more than 99%. Everybody begins at 0.
    """

    person: int
    strength: float
    doubt: float
    games: int

    @property
    def display_value(self) -> int:
        return round(100 * (self.strength - 3 * self.doubt))


def rate(results: Iterable[Result]) -> list[Rating]:
    """Rate everybody who has played, the highest displayed value first. Bots are not rated, and games with
    fewer than two people do not count.
    """
    model = PlackettLuce()
    known: dict[int, PlackettLuceRating] = {}
    games: dict[int, int] = {}
    for result in results:
        rank = {who: result.ranks[seat] for seat, who in sorted(result.sat.items()) if who is not None}
        if len(rank) < 2:
            continue
        teams = [[known.get(who) or model.rating()] for who in rank]
        after = model.rate(teams, ranks=[float(one) for one in rank.values()])
        for who, team in zip(rank, after, strict=True):
            known[who], games[who] = team[0], games.get(who, 0) + 1
    rated = [Rating(who, one.mu, one.sigma, games[who]) for who, one in known.items()]
    return sorted(rated, key=lambda one: (-one.strength + 3 * one.doubt, one.person))
