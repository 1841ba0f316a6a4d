"""Rounds of a league: draw the pairings, change them by hand, begin the round, replace players, and rule on
games.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any
from uuid import UUID, uuid4

from django.db import transaction

from games import services
from games.models import Game
from games.services.creation import create_game
from games.services.fairplay import guard
from games.services.proof import duplicates
from games.services.seating import give_seat
from leagues.models import Board, Chair, League, Round, Ruling
from leagues.pairing import duels, tables
from leagues.pairing.history import Draw
from leagues.refusals import LeagueRefused
from leagues.services.access import User, lock_league, takes_part
from leagues.services.armies import army_scenario
from leagues.services.results import Season, undecided_boards


def draw(user: User, league_id: UUID) -> Round:
    """Draw the next round as the pairing code proposes it, or return the round already drawn. Raises
    LeagueRefused if no further round is planned, fewer than two members are left, or a game has no
    result.
    """
    with transaction.atomic():
        league = lock_league(user, league_id)
        season = Season(league)
        if season.drawn_round is not None:
            return season.drawn_round
        if len(season.rounds) >= league.rounds_planned:
            raise LeagueRefused("all_rounds")
        if len(season.active) < 2:
            raise LeagueRefused("too_few")
        if undecided_boards(league):
            raise LeagueRefused("round_open")
        drawn = Round.objects.create(league=league, number=len(season.rounds) + 1)
        _store_draw(drawn, _draw_pairs(season))
    return drawn


def _draw_pairs(season: Season) -> Draw:
    people = [one.pk for one in season.active]
    league = season.league
    if len(league.seats) == 2:
        return duels.draw(people, league.seats, season.history, league.rounds_planned)
    return tables.draw(people, league.seats, season.history)


def _store_draw(drawn: Round, found: Draw) -> None:
    for number, sat in enumerate(found.tables, 1):
        board = Board.objects.create(round=drawn, number=number)
        Chair.objects.bulk_create(
            [Chair(round=drawn, board=board, seat=seat, member_id=who) for seat, who in sat.items()]
        )
    Chair.objects.bulk_create([Chair(round=drawn, member_id=who) for who in found.byes])


def discard(user: User, league_id: UUID) -> None:
    """Discard the drawn pairings, so that the round can be drawn again with the current members."""
    with transaction.atomic():
        _proposed_round(lock_league(user, league_id)).delete()


def exchange(user: User, league_id: UUID, one: int, other: int) -> None:
    """Exchange the places of two people in the drawn round. A bye is a place too. Raises LeagueRefused
    unless both have a place.
    """
    with transaction.atomic():
        drawn = _proposed_round(lock_league(user, league_id))
        found = list(drawn.chairs.filter(member_id__in=[one, other]))
        if len(found) != 2:
            raise LeagueRefused("chose_one")
        a, b = found
        a.member_id, b.member_id = b.member_id, a.member_id
        Chair.objects.bulk_update([a, b], ["member"])


def _proposed_round(league: League) -> Round:
    drawn = league.rounds.filter(begun_at=None).first()
    if drawn is None:
        raise LeagueRefused("nothing_drawn")
    return drawn


def begin(user: User, league_id: UUID, now: datetime) -> Round:
    """Begin the drawn round by creating every board's game. In a duplicate all games have the same dice, and
    each is sealed: only its players see it until all are over.
    """
    with transaction.atomic():
        league = lock_league(user, league_id)
        drawn = _proposed_round(league)
        same = uuid4() if league.duplicate else None
        for board in drawn.boards.prefetch_related("chairs__member__user"):
            board.game = _game(league, drawn, board, same, now)
            board.save(update_fields=["game"])
        if same is not None:
            duplicates.seal(same)
        drawn.begun_at = now
        drawn.save(update_fields=["begun_at"])
        if league.status == League.Status.OPEN:
            league.status = League.Status.RUNNING
            league.save(update_fields=["status"])
    return drawn


def _game(league: League, drawn: Round, board: Board, same: UUID | None, now: datetime) -> Game:
    people = {chair.seat: chair.member.user if chair.member else None for chair in board.chairs.all()}
    scenario = army_scenario(league, board)
    game = create_game(
        gm=league.gm,
        name=f"{league.name} · {drawn.number}.{board.number}",
        system=league.system,
        scenario_name=league.scenario_name if scenario is None else "",
        scenario=scenario,
        options=league.options,
        hours_per_decision=league.hours_per_decision,
        public=league.public,
        people=people,
        twins=same,
        now=now,
    )
    return services.start(game.pk, league.gm, now=now)


def replace(user: User, league_id: UUID, chair_id: int, member_id: int, now: datetime) -> None:
    """Let another member take over a player's seat in a running game, and with it the result. Once the
    season is closed, only the seat changes hands. Raises LeagueRefused, or Refusal if the member knows
    too much about this game.
    """
    with transaction.atomic():
        league = lock_league(user, league_id, also_closed=True)
        chair = (
            Chair.objects.select_related("board__game", "round", "member")
            .filter(pk=chair_id, round__league=league, board__game__status=Game.Status.RUNNING)
            .first()
        )
        member = league.members.select_related("user").filter(pk=member_id, left_at=None).first()
        if chair is None or member is None or member.user is None:
            raise LeagueRefused("not_member")
        # a player who has left the seat can take it again
        elsewhere = chair.round.chairs.exclude(pk=chair.pk)
        if elsewhere.filter(member=member, board__isnull=False).exists():
            raise LeagueRefused("sits_already")
        assert chair.board is not None and chair.board.game is not None
        game = chair.board.game
        give_seat(game.pk, game.gm, chair.seat, member.user, now=now)
        if league.is_closed:
            return
        first = chair.instead_of or chair.member
        chair.member, chair.instead_of = member, first if first != member else None
        chair.save(update_fields=["member", "instead_of"])


def break_off(user: User, league_id: UUID, board_id: int, now: datetime) -> None:
    """Abandon a game that cannot end, so that the organiser can rule how it counts. This is possible even
    after the season, when the result no longer counts, because an unfinished game of a duplicate keeps the
    other tables sealed (visible only to their players).
    """
    with transaction.atomic():
        league = lock_league(user, league_id, also_closed=True)
        board = Board.objects.select_related("game__gm").filter(pk=board_id, round__league=league).first()
        if board is None or board.game is None or not board.game.running:
            raise LeagueRefused("not_running")
        if not league.is_closed:
            _require_no_rival(user, league, board, now)
        services.abandon(board.game.pk, board.game.gm, now=now)


def rule(
    user: User,
    league_id: UUID,
    board_id: int,
    ranks: Mapping[str, int] | None,
    reason: str,
    now: datetime,
) -> Ruling:
    """Rule how a game counts. ``ranks``: seat -> rank; None: the game does not count; {}: it counts as it
    ended. In a game that they play, organisers can only concede or let the result stand. An organiser who
    plays in the season cannot overrule a game that has ended, or one whose players are all present.
    Raises LeagueRefused if the ruling is not allowed or gives no reason.
    """
    with transaction.atomic():
        league = lock_league(user, league_id)
        board = Board.objects.filter(pk=board_id, round__league=league, round__begun_at__isnull=False).first()
        if board is None:
            raise LeagueRefused("nothing_drawn")
        if not reason.strip():
            raise LeagueRefused("no_reason")
        if ranks and not (
            set(ranks) == set(league.seats)
            and min(ranks.values()) == 1
            and all(r <= len(ranks) for r in ranks.values())
        ):
            raise LeagueRefused("ranks_unclear")
        _require_no_gain(user, board, ranks)
        if ranks != {}:
            _require_no_rival(user, league, board, now)
        told: Any = None if ranks is None else dict(ranks)
        return Ruling.objects.create(
            board=board, by=user, ranks=told, reason=reason.strip()[:300], made_at=now
        )


def _require_no_rival(user: User, league: League, board: Board, now: datetime) -> None:
    """Refuse to let an organiser who takes part in the season rule on other people's game. The ruling is
    allowed only if the game has not ended and nobody can finish it: it is not running, or one of its players
    is gone or absent. Raises LeagueRefused (rival_plays, rival_result).
    """
    chairs = board.chairs.select_related("member", "instead_of")
    sat = [one for chair in chairs for one in (chair.member, chair.instead_of) if one is not None]
    own, game = any(one.user_id == user.pk for one in sat), board.game
    if own or game is None or not takes_part(user, league):
        return
    if game.has_ended:
        raise LeagueRefused("rival_result")
    seats = list(game.seats.select_related("user__profile", "lender__profile"))
    there = all(guard.player_of(seat) is not None for seat in seats) and not guard.absences(game, seats, now)
    if game.running and there:
        raise LeagueRefused("rival_plays", days=guard.ABSENT_DAYS)


def _require_no_gain(user: User, board: Board, ranks: Mapping[str, int] | None) -> None:
    """Raise LeagueRefused (plays_there) if a ruling would favour an organiser in a game that they play."""
    chairs = list(board.chairs.select_related("member", "instead_of"))
    own = {
        one.seat
        for one in chairs
        for member in (one.member, one.instead_of)
        if member is not None and member.user_id == user.pk
    }
    others = {one.seat for one in chairs} - own
    if not own or not others or ranks == {}:
        return
    if not ranks or min(ranks[seat] for seat in own) <= max(ranks[seat] for seat in others):
        raise LeagueRefused("plays_there")
