"""A club that gm leads and the others take part in; its games are duels, decided by two strikes."""

from __future__ import annotations

from typing import Any

from django.utils import timezone

from games.models import Game
from leagues.models import Board, League
from leagues.services import founding, rounds
from tests.games.cast import do
from tests.web.cast import browser, person

STRIKE = {"kind": "strike"}
CLUB = ("anna", "bruno", "carla", "dino")


def club(*names: str, **more: Any) -> League:
    """Create a league of these people, led by gm, who does not play."""
    more = {"rounds": 3, "plays": False, **more}
    league = founding.found_league(
        person("gm"), more.pop("name", "Club"), more.pop("system", "duel"), now=timezone.now(), **more
    )
    for name in names or CLUB:
        founding.join(league.token, person(name), timezone.now())
    return league


def begun(*names: str, **more: Any) -> League:
    league = club(*names, **more)
    next_round(league)
    return league


def next_round(league: League) -> list[Board]:
    gm = person("gm")
    rounds.draw(gm, league.pk)
    drawn = rounds.begin(gm, league.pk, timezone.now())
    league.refresh_from_db()
    return list(drawn.boards.all())


def boards(league: League) -> list[Board]:
    return list(Board.objects.filter(round__league=league).order_by("pk"))


def game_of(board: Board) -> Game:
    assert board.game_id is not None
    return Game.objects.get(pk=board.game_id)


def fight(board: Board) -> Game:
    """Let both sides of a duel strike, which ends it."""
    game = game_of(board)
    for seat in ("first", "second"):
        strike(game, seat)
    return game


def strike(game: Game, seat: str) -> None:
    user = game.seats.get(key=seat).user
    assert user is not None
    do(game, user, seat, STRIKE, now=timezone.now())


def name_at(board: Board, seat: str) -> str:
    member = board.chairs.get(seat=seat).member
    assert member is not None and member.user is not None
    return str(member.user.username)


def press(league: League, who: str, do: str, **sent: object) -> str:
    """Press a button on the league's page; return the page afterwards."""
    answer = browser(who).post(f"{league.get_absolute_url()}do/", {"do": do, **sent}, follow=True)
    assert answer.status_code == 200, answer.status_code
    return answer.content.decode()
