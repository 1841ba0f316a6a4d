"""Results of a league's games.

Nothing is stored until the season closes. A finished game counts automatically, a rewound game stops
counting, and the organiser's ruling overrides both.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Any

from django.db.models import Prefetch, QuerySet

from games import plugins
from games.access import with_people
from games.models import Game
from leagues.models import Board, Chair, League, Member, Round, Ruling
from leagues.pairing.history import Draw, History
from leagues.scoring.matchpoints import Matchpoints, SideScore, matchpoints
from leagues.scoring.points import ranks_of
from leagues.scoring.ratings import Rating, rate
from leagues.scoring.standings import Result, Row, rank_by_share, table


@dataclass(frozen=True)
class CountedResult:
    """The counted result of a board. ``ranks`` is None if the game does not count (then ``ruling`` says so)
    or has no result yet.
    """

    ranks: Mapping[str, int] | None
    at: datetime | None = None
    ruling: Ruling | None = None

    @property
    def is_decided(self) -> bool:
        return self.ranks is not None or self.ruling is not None


def counted_result(board: Board) -> CountedResult:
    """Return a board's counted result. It comes from the latest ruling or, without one, from the game as it
    ended before the season closed. A sealed game (a duplicate whose tables are not all over) has no result
    yet.
    """
    rulings = list(board.rulings.all())
    latest = rulings[-1] if rulings else None
    if latest is not None and latest.ranks != {}:
        return CountedResult(latest.ranks, latest.made_at, latest)
    if board.kept is not None:
        at = board.kept["at"]
        return CountedResult(board.kept["ranks"], at and datetime.fromisoformat(at))
    game = board.game
    if game is None or not game.has_ended or game.sealed:
        return CountedResult(None)
    seats = [chair.seat for chair in board.chairs.all()]
    return CountedResult(ranks_of(seats, _ranks_of(game.outcome or {})), game.ended_at)


def scores_of(board: Board) -> Mapping[str, Any]:
    """Return a finished game's scores, or {} if the rules keep none or they are not public yet."""
    if board.kept is not None:
        found: Mapping[str, Any] = board.kept["scores"]
        return found
    game = board.game
    told = game is not None and game.has_ended and not game.sealed
    return (game.outcome or {}).get("scores", {}) if game is not None and told else {}


def _ranks_of(outcome: Mapping[str, Any]) -> Sequence[Sequence[str]]:
    """Return the ranks of a stored outcome. An older outcome has only a winner."""
    if "ranks" in outcome:
        found: Sequence[Sequence[str]] = outcome["ranks"]
        return found
    return [[outcome["winner"]]] if outcome.get("winner") else []


def undecided_boards(league: League) -> list[Board]:
    """Return the boards without a result in rounds that have begun."""
    return [board for board in boards_of(league) if not counted_result(board).is_decided]


def boards_of(league: League) -> QuerySet[Board]:
    """Return the boards of the league's rounds that have begun."""
    return _boards().filter(round__league=league, round__begun_at__isnull=False)


def is_deserted(game: Game) -> bool:
    """Return whether a running game is deserted, because a seat is free and no people are left."""
    seats = game.seats.all()
    return game.running and any(seat.free for seat in seats) and all(seat.user_id is None for seat in seats)


def _boards() -> QuerySet[Board]:
    chairs = Chair.objects.select_related("member__user", "instead_of__user").order_by("pk")
    return Board.objects.prefetch_related(
        Prefetch("chairs", chairs),
        Prefetch("game", Game.objects.defer("scenario").prefetch_related(with_people())),
        Prefetch("rulings", Ruling.objects.select_related("by")),
    )


class Season:
    """A snapshot of a league, loaded in a few queries."""

    def __init__(self, league: League) -> None:
        self.league = league
        self.members: list[Member] = list(league.members.select_related("user"))
        byes = Chair.objects.filter(board=None).select_related("member__user")
        self.rounds: list[Round] = list(
            league.rounds.prefetch_related(
                Prefetch("boards", _boards()), Prefetch("chairs", byes, to_attr="resting")
            )
        )

    @property
    def active(self) -> list[Member]:
        return [one for one in self.members if one.left_at is None]

    @property
    def begun_rounds(self) -> list[Round]:
        return [one for one in self.rounds if one.begun_at is not None]

    @property
    def drawn_round(self) -> Round | None:
        """The round that is drawn and has not begun, or None."""
        return next((one for one in self.rounds if one.begun_at is None), None)

    @cached_property
    def results(self) -> list[Result]:
        """The counted results in order of time."""
        return [result for _at, result in dated_results(self)]

    @cached_property
    def byes(self) -> list[int]:
        return [one.member_id for drawn in self.begun_rounds for one in byes_of(drawn) if one.member_id]

    @cached_property
    def table(self) -> list[Row]:
        """The season's standings, by matchpoints for duplicates and by points otherwise."""
        rows = table([one.pk for one in self.members], self.results, self.byes, len(self.league.seats))
        shares = {person: found.share for person, found in self.matchpoints}
        return rank_by_share(rows, shares) if shares else rows

    @cached_property
    def ratings(self) -> dict[int, Rating]:
        """The members' ratings from this league alone."""
        return {one.person: one for one in rate(self.results)}

    def round_matchpoints(self, one: Round) -> dict[int, dict[str, Matchpoints]]:
        """Return the matchpoints of a duplicate round, by board and seat. There are none until the games at
        all tables have ended.
        """
        games = [board.game for board in one.boards.all()]
        if not self.league.duplicate or any(game is not None and game.sealed for game in games):
            return {}
        scored = {board.pk: side_scores(board, self.league.system) for board in one.boards.all()}
        found = {pk: sides for pk, sides in scored.items() if sides}
        return dict(zip(found, matchpoints(list(found.values())), strict=True))

    @cached_property
    def matchpoints(self) -> list[tuple[int, Matchpoints]]:
        """Everybody's matchpoints over all rounds, the highest share first."""
        sums: dict[int, Matchpoints] = {}
        for one in self.begun_rounds:
            found = self.round_matchpoints(one)
            for board in one.boards.all():
                for chair in board.chairs.all():
                    if board.pk in found and chair.member_id is not None:
                        won, sofar = found[board.pk][chair.seat], sums.get(chair.member_id, Matchpoints(0, 0))
                        sums[chair.member_id] = Matchpoints(sofar.points + won.points, sofar.most + won.most)
        return sorted(sums.items(), key=lambda pair: (-(pair[1].share), pair[0]))

    @cached_property
    def history(self) -> History:
        """The pairing code's input: every round that has begun, and everybody's points."""
        rounds = tuple(
            Draw(
                tuple(
                    {chair.seat: chair.member_id for chair in board.chairs.all()}
                    for board in drawn.boards.all()
                ),
                tuple(one.member_id for one in byes_of(drawn) if one.member_id),
            )
            for drawn in self.begun_rounds
        )
        return History(rounds, {row.person: row.points for row in self.table})


def side_scores(board: Board, system: str) -> dict[str, SideScore]:
    """Return both sides' results in a form that compares first by rank, then by the difference of scores if
    the rules keep scores. Without a counted result of two sides, return {}.
    """
    what = counted_result(board)
    if not what.ranks or len(what.ranks) != 2:
        return {}
    margins = dict.fromkeys(what.ranks, 0)
    if what.ruling is None:
        margins = _margins(system, scores_of(board), list(what.ranks))
    one, other = what.ranks.values()
    results = (2, 0) if one < other else (0, 2) if one > other else (1, 1)
    return {seat: SideScore(result, margins[seat]) for seat, result in zip(what.ranks, results, strict=True)}


def _margins(system: str, scores: Mapping[str, Any], seats: Sequence[str]) -> dict[str, int]:
    one, other = (scores.get(seat) for seat in seats)
    if not isinstance(one, int) or not isinstance(other, int):
        return dict.fromkeys(seats, 0)
    apart = other - one if plugins.wording_class(system).scores_are_losses else one - other
    return dict(zip(seats, (apart, -apart), strict=True))


def byes_of(drawn: Round) -> list[Chair]:
    """Return the byes of a season's round, without those of members who have since replaced a player in the
    round.
    """
    found: list[Chair] = drawn.resting  # type: ignore[attr-defined]  # prefetched under that name
    sitting = {chair.member_id for board in drawn.boards.all() for chair in board.chairs.all()}
    return [one for one in found if one.member_id not in sitting]


def dated_results(season: Season) -> list[tuple[datetime, Result]]:
    found = []
    for drawn in season.begun_rounds:
        for board in drawn.boards.all():
            what = counted_result(board)
            if what.ranks is not None and what.at is not None:
                sat = {chair.seat: chair.member_id for chair in board.chairs.all()}
                found.append((what.at, Result(sat, what.ranks)))
    return sorted(found, key=lambda pair: pair[0])


def ratings_of(leagues: Iterable[League]) -> list[tuple[Any, Rating]]:
    """Return the ratings of everybody with an account, over several leagues of one system, the strongest
    first.
    """
    people: dict[int, Any] = {}
    found: list[tuple[datetime, Result]] = []
    for league in leagues:
        season = Season(league)
        users = {one.pk: one.user for one in season.members if one.user is not None}
        people |= {user.pk: user for user in users.values()}
        for at, result in dated_results(season):
            sat = {
                seat: users[who].pk if who in users else -who if who else None
                for seat, who in result.sat.items()
            }
            found.append((at, Result(sat, result.ranks)))
    found.sort(key=lambda pair: pair[0])
    rated = rate(result for _at, result in found)
    return [(people[one.person], one) for one in rated if one.person in people]
