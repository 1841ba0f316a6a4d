"""Matches: two games between the same people with sides swapped, scored together.

The player with more points from both games wins. If the points are equal, the player who won more games
wins; otherwise the match is drawn. The points are the scores of the rules, such as banners. If the scores
are losses, each player's points are the enemy's losses. Without scores a won game is one point. Nothing
is stored, so a game that is rewound stops counting.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from games import access, plugins
from games.access import User
from games.models import Game
from games.services.fighting.return_games import return_game_of


@dataclass(frozen=True)
class Points:
    """One game's points by seat, and the seat that won ("" for a draw)."""

    by_seat: Mapping[str, int]
    winner: str


@dataclass(frozen=True)
class Total:
    """One player's totals of points and of games won. ``seat``: the player's seat in the first game."""

    seat: str
    points: int
    won: int


def winner_of_game(outcome: Mapping[str, Any]) -> str:
    """Return the seat that won a game outright, from the stored outcome, or "" for a draw."""
    ranks = outcome["ranks"] if "ranks" in outcome else [[outcome["winner"]]] if outcome.get("winner") else []
    return str(ranks[0][0]) if ranks and len(ranks[0]) == 1 else ""


def points_of(outcome: Mapping[str, Any], seats: tuple[str, str], *, losses: bool) -> Points:
    """Return the points of a finished game, from the stored outcome. ``losses``: fewer points are better."""
    winner = winner_of_game(outcome)
    scores = outcome.get("scores", {})
    one, other = seats
    if not isinstance(scores.get(one), int) or not isinstance(scores.get(other), int):
        return Points({seat: int(seat == winner) for seat in seats}, winner)
    first, second = (other, one) if losses else (one, other)
    return Points({one: scores[first], other: scores[second]}, winner)


def totals(first: Points | None, second: Points | None, seats: tuple[str, str]) -> tuple[Total, Total]:
    """Return both players' totals over the finished games. In the second game the seats are swapped."""
    one, other = seats

    def total(seat: str, turned: str) -> Total:
        games = ((first, seat), (second, turned))
        points = sum(game.by_seat[at] for game, at in games if game is not None)
        return Total(seat, points, sum(game is not None and game.winner == at for game, at in games))

    return total(one, other), total(other, one)


def winner_of(sums: tuple[Total, Total]) -> str:
    """Return the seat that the match's winner has in the first game, or "" for a draw."""
    one, other = sorted(sums, key=lambda sum: (sum.points, sum.won))
    return "" if (one.points, one.won) == (other.points, other.won) else other.seat


@dataclass(frozen=True)
class Leg:
    """One of the two games of a match. ``address``: the URL of its page, or "" if that page is shown."""

    game: Game
    address: str


@dataclass(frozen=True)
class Side:
    """A player in both games. ``seat``: the player's seat in the game whose page is being shown. ``points``:
    the player's points in each game, None for an unfinished game or one that the reader may not see.
    """

    seat: str
    points: tuple[int | None, ...]
    total: int
    won: int
    wins: bool


@dataclass(frozen=True)
class Match:
    """A match as the page of either game shows it: the games, and both players with their points in each."""

    legs: tuple[Leg, ...]
    sides: tuple[Side, Side]
    over: bool
    second: bool  # whether the page of the second game is being shown

    @property
    def is_draw(self) -> bool:
        return self.over and not any(side.wins for side in self.sides)

    @property
    def is_abandoned(self) -> bool:
        """Whether a game was ended without a result, so that the match has no result either."""
        return any(leg.game.status == Game.Status.ABANDONED for leg in self.legs)


def match_of(game: Game) -> tuple[Game, Game | None] | None:
    """Return the two games of a match, or None if the game is not part of a match. The second game is None
    until it is created.
    """
    if not game.match:
        return None
    if game.match != Game.Match.SECOND:
        return game, return_game_of(game)
    first = game.rematch_of
    return None if first is None or not first.match else (first, game)


def match_for(user: User, game: Game) -> Match | None:
    """Return the match for a game's page, or None if the game is not part of a match. A game that the reader
    may not see adds no points.
    """
    pair = match_of(game)
    if pair is None:
        return None
    first, second = pair
    one, other = (seat.key for seat in first.seats.all())
    games = [leg for leg in (first, second) if leg is not None]
    told = [leg for leg in games if leg.pk == game.pk or access.can_see(user, leg)]
    losses = plugins.wording_class(game.system).scores_are_losses
    points = [
        points_of(leg.outcome, (one, other), losses=losses)
        if leg in told and leg.has_ended and leg.outcome is not None
        else None
        for leg in games
    ]
    sums = totals(points[0], points[1] if second is not None else None, (one, other))
    over, here = len(points) == 2 and None not in points, game.match == Game.Match.SECOND
    wins = winner_of(sums) if over else ""

    def side(total: Total, turned: str) -> Side:
        seats = (total.seat, turned)
        found = tuple(
            None if leg is None else leg.by_seat[seat] for leg, seat in zip(points, seats, strict=False)
        )
        return Side(seats[here], found, total.points, total.won, total.seat == wins)

    legs = tuple(Leg(leg, "" if leg.pk == game.pk else leg.get_absolute_url()) for leg in told)
    return Match(legs, (side(sums[0], other), side(sums[1], one)), over, here)
