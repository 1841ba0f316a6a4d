"""An organiser who takes part in the season decides nothing for rivals."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from games.models import Seat
from leagues.models import Board, League, Member
from leagues.refusals import LeagueRefused
from leagues.services import founding, rounds
from tests.leagues.cast import boards, club, fight, game_of, next_round
from tests.web.cast import person

pytestmark = pytest.mark.django_db


def a_season(plays: bool) -> tuple[League, Board]:
    """Create a season in which gm may take part, and return it with a board without gm."""
    league = club("anna", "bruno", "carla", plays=plays)
    next_round(league)
    now = timezone.now()
    for board in boards(league):
        Seat.objects.filter(game=game_of(board)).update(since=now, seen_at=now)
    others = [one for one in boards(league) if not one.chairs.filter(member__user=person("gm")).exists()]
    return league, others[0]


def refused(code: str, deed: Any, *args: Any) -> None:
    with pytest.raises(LeagueRefused) as told:
        deed(*args)
    assert told.value.code == code


LAST = {"first": 2, "second": 1}


def test_a_rivals_game_is_neither_ruled_nor_broken_off() -> None:
    league, board = a_season(plays=True)
    gm, now = person("gm"), timezone.now()
    refused("rival_plays", rounds.rule, gm, league.pk, board.pk, LAST, "too slow", now)
    refused("rival_plays", rounds.rule, gm, league.pk, board.pk, None, "too slow", now)
    refused("rival_plays", rounds.break_off, gm, league.pk, board.pk, now)
    fight(board)
    refused("rival_result", rounds.rule, gm, league.pk, board.pk, LAST, "I do not like it", now)


def test_who_has_played_is_removed_by_nobody_who_plays_against_them() -> None:
    league, board = a_season(plays=True)
    rival = Member.objects.filter(chairs__board=board).first()
    assert rival is not None
    refused("rival_stays", founding.remove, person("gm"), league.pk, rival.pk, timezone.now())
    founding.join(league.token, person("dino"), timezone.now())
    late = Member.objects.get(league=league, user=person("dino"))
    founding.remove(person("gm"), league.pk, late.pk, timezone.now())  # Dino has not played yet


def test_who_has_vanished_is_removed_and_their_game_ruled() -> None:
    league, board = a_season(plays=True)
    game = game_of(board)
    then = timezone.now() - timedelta(days=20)
    type(game).objects.filter(pk=game.pk).update(started_at=then)
    Seat.objects.filter(game=game).update(since=then, seen_at=then)
    game.decisions.update(opened_at=then)
    owing = game.decisions.filter(answered_at=None).first()
    rival = Member.objects.get(chairs__board=board, chairs__seat=owing and owing.seat)
    rounds.rule(person("gm"), league.pk, board.pk, None, "nobody comes", timezone.now())
    founding.remove(person("gm"), league.pk, rival.pk, timezone.now())


def test_an_organiser_who_does_not_take_part_decides() -> None:
    league, board = a_season(plays=False)
    gm, now = person("gm"), timezone.now()
    rounds.rule(gm, league.pk, board.pk, LAST, "too slow", now)
    rounds.break_off(gm, league.pk, board.pk, now)
