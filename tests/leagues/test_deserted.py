"""Test how a league handles abandoned games: the notice on the league's page, and the remedies."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core import mail
from django.utils import timezone

from accounts.leaving import delete_account
from games import services
from games.models import Game
from leagues.models import Board, Chair, League, Member
from leagues.services import founding, rounds
from leagues.services.results import Season, is_deserted
from tests.flat import flat
from tests.leagues.cast import begun, boards, fight, game_of, press
from tests.web.cast import browser, person

pytestmark = pytest.mark.django_db

Commits = Any
GONE = "Everyone has left this table."
EVER = "It has no deadlines, so it will never end on its own."
SHUT = "Until it ends, all tables of this round stay private."
BREAK, GIVE = 'value="break-off"', "Give them the place"


def duplicate(*names: str, **more: Any) -> League:
    return begun(*names, **{"kind": League.Kind.DUPLICATE, **more})


def page(league: League, who: str = "gm") -> str:
    return flat(browser(who).get(league.get_absolute_url()).content.decode())


def players(board: Board) -> list[User]:
    return [seat.user for seat in game_of(board).seats.all() if seat.user is not None]


def get_up(board: Board, *seats: str) -> None:
    game = game_of(board)
    for seat in seats or ("first", "second"):
        who = game.seats.get(key=seat).user
        services.leave_seat(game.pk, who, seat, now=timezone.now())


def sealed(board: Board) -> bool:
    return game_of(board).sealed


# --- the notice ---


@pytest.mark.parametrize("how", ["they got up", "their accounts are gone"])
def test_a_table_at_which_nobody_is_any_more_is_shown_with_what_helps(
    how: str, django_capture_on_commit_callbacks: Commits
) -> None:
    league = duplicate()
    one, other = boards(league)
    assert GONE not in page(league) and not is_deserted(game_of(one))
    fight(other)
    if how == "they got up":
        get_up(one)
    else:
        for user in players(one):
            delete_account(user, now=timezone.now())
    assert is_deserted(game_of(one))
    told = page(league)
    assert GONE in told and EVER in told and SHUT in told
    assert told.count("the place is free") == 2 and "everyone has left" in told
    assert told.count(BREAK) == 1, "one button, and it is in sight"
    waiting = players(other)[0].username
    assert GONE in page(league, waiting) and BREAK not in page(league, waiting)
    assert "The organiser, gm, can" in page(league, waiting)
    with django_capture_on_commit_callbacks(execute=True):
        press(league, "gm", "break-off", board=one.pk)
    assert not sealed(one) and not sealed(other)
    assert GONE not in page(league)


def test_where_deadlines_run_the_page_says_that_it_ends() -> None:
    league = begun(hours=24)
    one, _other = boards(league)
    get_up(one)
    told = page(league)
    assert (
        GONE in told
        and "Every deadline is answered by default, so it will end" in told
        and EVER not in told
        and SHUT not in told
    )
    services.pause(game_of(one).pk, person("gm"), now=timezone.now())
    assert EVER in page(league)


def test_a_table_with_one_waiting_player_is_not_deserted() -> None:
    league = duplicate()
    one, _other = boards(league)
    get_up(one, "first")
    told = page(league)
    assert GONE not in told and "A place at this table is free, and the others are waiting." in told
    assert not is_deserted(game_of(one)) and Chair.objects.get(board=one, seat="second").member


def test_a_table_with_one_bot_and_no_players_is_deserted() -> None:
    league = begun()
    one, _other = boards(league)
    get_up(one)
    game = game_of(one)
    services.set_bot(game.pk, person("gm"), "first", True, now=timezone.now())
    assert is_deserted(Game.objects.get(pk=game.pk))
    services.set_bot(game.pk, person("gm"), "second", True, now=timezone.now())
    assert not is_deserted(Game.objects.get(pk=game.pk)), "the programs play it to its end"


def test_the_mail_of_a_place_that_is_free_leads_to_no_page_that_is_shut() -> None:
    league = duplicate()
    one, _other = boards(league)
    User.objects.filter(pk=person("gm").pk).update(email="gm@example.org")
    get_up(one, "first")
    services.send_messages(timezone.now())
    (told,) = [m for m in mail.outbox if "has left" in m.body]
    assert (
        "page you can give the place to someone or break off the game" in flat(str(told.body))
        and str(one.game_id) not in told.body
    )


def test_a_program_reads_it_too() -> None:
    league = duplicate()
    one, _other = boards(league)
    get_up(one)
    told = browser("gm").get(f"/api/leagues/{league.pk}").json()["rounds"][0]["boards"]
    assert [board["deserted"] for board in told] == [True, False]
    assert [seat["free"] for board in told for seat in board["seats"]] == [True, True, False, False]


# --- replacing a player ---


def test_a_resting_player_can_take_an_abandoned_seat() -> None:
    league = duplicate("anna", "bruno", "carla", "dino", "emma")
    one, _other = boards(league)
    resting = Chair.objects.get(round__league=league, board=None).member
    assert resting and resting.user
    get_up(one)
    told = page(league).split(GONE)[1].split("</li>")[0]
    assert told.count(GIVE) == 2 and resting.user.username in told
    assert f'value="{resting.pk}"' in told
    chair = one.chairs.get(seat="first")
    press(league, "gm", "replace", chair=chair.pk, member=resting.pk)
    chair.refresh_from_db()
    assert chair.member == resting and players(one) == [resting.user]
    assert GONE not in page(league)


def test_where_everybody_sits_elsewhere_the_page_says_so() -> None:
    league = duplicate()
    one, _other = boards(league)
    for user in players(one):
        delete_account(user, now=timezone.now())
    told = page(league)
    assert GIVE not in told and "Nobody in the league can take the place: everyone is at" in told
    assert "Add somebody to the league" in told


def test_after_the_season_a_place_may_be_given_too_and_its_table_stays() -> None:
    league, gm, now = duplicate("anna", "bruno", "carla", "dino", "emma"), person("gm"), timezone.now()
    one, other = boards(league)
    fight(other)
    get_up(one)
    for board in (one, other):
        rounds.rule(gm, league.pk, board.pk, {"first": 1, "second": 2}, "too slow", now)
    founding.close(gm, league.pk, now)
    league.refresh_from_db()
    told = page(league)
    assert GONE in told and told.count(BREAK) == 1 and "The season is closed: its standings are final" in told
    resting = Chair.objects.get(round__league=league, board=None).member
    assert resting and resting.user
    before, chair = Season(league).table, one.chairs.get(seat="first")
    was = chair.member
    press(league, "gm", "replace", chair=chair.pk, member=resting.pk)
    chair.refresh_from_db()
    assert players(one) == [resting.user] and chair.member == was
    assert Season(league).table == before and f"{resting.user.username} plays there" in page(league)


# --- when the organiser is gone too ---


def test_when_nobody_leads_any_more_whoever_still_plays_may_break_off(
    django_capture_on_commit_callbacks: Commits,
) -> None:
    league = duplicate()
    one, other = boards(league)
    Member.objects.filter(league=league).update(left_at=timezone.now())
    delete_account(person("gm"), now=timezone.now())
    league.refresh_from_db()
    assert league.is_closed and league.gm == person("anna")
    deserter, waiting = (one, other) if person("anna") in players(other) else (other, one)
    fight(waiting)
    get_up(deserter)
    assert sealed(waiting), "it waits for ever"
    with django_capture_on_commit_callbacks(execute=True):
        press(league, "anna", "break-off", board=deserter.pk)
    assert not sealed(waiting)


def test_when_nobody_is_left_at_all_what_keeps_others_shut_is_given_up(
    django_capture_on_commit_callbacks: Commits,
) -> None:
    """When the players have left and the league's organiser leaves too, the unfinished game of a duplicate is
    abandoned, and the other table is unsealed. A game master from outside the league does not prevent this.
    """
    league, now = duplicate(), timezone.now()
    one, other = boards(league)
    fight(other)
    with django_capture_on_commit_callbacks(execute=True):
        for name in ("anna", "bruno", "carla", "dino"):
            delete_account(person(name), now=now)
        Game.objects.filter(pk=game_of(one).pk).update(gm=person("stranger"))
        assert sealed(other)
        delete_account(person("gm"), now=now)
    assert game_of(one).status == Game.Status.ABANDONED and not sealed(other)
