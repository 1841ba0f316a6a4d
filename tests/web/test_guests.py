"""Play now: a visitor without an account gets a game at once. It is kept for a month, and becomes theirs for
good once they sign up or log in.
"""

from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import override

from accounts import guests, limits
from accounts.names import name_of
from games.models import Entry, Game, Outage, PendingDecision, Seat, Watch
from games.services import opening
from games.services.clock import auto_answers
from tests.web.cast import browser, person

pytestmark = pytest.mark.django_db
QUICK = "dba"  # begins without a bot's move


def play(client: Client, system: str = QUICK) -> Game:
    answer = client.post(reverse("play-now"), {"system": system})
    assert answer.status_code == 302, answer.content
    return Game.objects.get(pk=answer["Location"].strip("/").split("/")[1])


def guest_of(client: Client) -> Any:
    return get_user_model().objects.get(pk=client.session["_auth_user_id"])


def test_the_first_page_offers_every_system(client: Client) -> None:
    page = client.get("/").content.decode()
    assert len(opening.first_games()) >= 4
    for plugin in opening.first_games():
        assert f'name="system" value="{plugin.name}"' in page


def test_a_click_begins_a_game_of_a_guest(client: Client) -> None:
    game = play(client)
    guest = guest_of(client)
    assert guests.is_guest(guest) and not guest.has_usable_password()
    assert game.running and game.gm == guest and not game.public
    assert {seat.is_bot or seat.user == guest for seat in game.seats.all()} == {True}
    assert client.get(game.get_absolute_url()).status_code == 200
    assert name_of(guest) == f"guest {guest.get_username()[6:10]}"
    home = client.get("/").content.decode()
    assert "You're playing as a guest" in home and "Log out" not in home
    assert browser().get(game.get_absolute_url()).status_code == 404, "nobody else sees it"


def test_a_game_begun_in_one_language_has_a_name_in_the_other(client: Client) -> None:
    client.post(
        reverse("play-now"), {"system": "dba", "scenario": "board_laid"}, headers={"accept-language": "it"}
    )
    game = Game.objects.get()
    with override("en"):
        assert game.title.startswith("On the board, terrain already laid") and "against the bot" in game.title
    with override("it"):
        assert (
            game.title.startswith("Sul campo di battaglia, terreno già posto")
            and "contro il bot" in game.title
        )


@pytest.mark.parametrize("system", ["justinian", "italia", "schiere", "dba"])
def test_it_is_the_guests_move(client: Client, system: str) -> None:
    game = play(client, system)
    assert {one.name for one in opening.first_games()} >= {system}
    mine = Seat.objects.get(game=game, user=guest_of(client)).key
    owed = PendingDecision.objects.filter(game=game, seat=mine, answered_at=None)
    for _number in range(20):  # bots may move first
        if owed.exists():
            break
        auto_answers.sweep(timezone.now())
    assert owed.exists()
    assert not Entry.objects.filter(game=game, actor__isnull=False).exclude(kind="setup").exists()


def test_signing_up_keeps_the_games(client: Client) -> None:
    game = play(client)
    guest = guest_of(client)
    secret = "long enough 7"
    form = {"username": "livia", "password1": secret, "password2": secret, "language": "it"}
    answer = client.post(reverse("signup"), {**form, "timezone": "Europe/Rome"})
    assert answer.status_code == 302, answer.content.decode()[:2000]
    guest.refresh_from_db()
    assert (guest.username, guests.is_guest(guest), guest.profile.language) == ("livia", False, "it")
    assert client.get(game.get_absolute_url()).status_code == 200
    assert browser().login(username="livia", password=secret)


def test_logging_in_takes_the_games_along(client: Client) -> None:
    game = play(client)
    guest = guest_of(client)
    owner = person("owner")
    answer = client.post(reverse("login"), {"username": "owner", "password": "a-long-pass-word"})
    assert answer.status_code == 302
    game.refresh_from_db()
    assert game.gm == owner and game.seats.filter(user=owner).count() == 1
    assert not get_user_model().objects.filter(pk=guest.pk).exists()
    assert client.get(game.get_absolute_url()).status_code == 200


def test_a_wrong_password_takes_nothing(client: Client) -> None:
    game = play(client)
    guest = guest_of(client)
    person("owner")
    assert client.post(reverse("login"), {"username": "owner", "password": "wrong"}).status_code == 200
    game.refresh_from_db()
    assert game.gm == guest == guest_of(client)


def test_who_does_not_come_back_for_a_month_goes_with_their_game(client: Client) -> None:
    game, now = play(client), timezone.now()
    guest = guest_of(client)
    Outage.objects.create(began=now + timedelta(days=3), ended=now + timedelta(days=5))  # outside the month
    for days, there in ((29, True), (31, True), (33, False)):
        Watch.objects.update_or_create(pk=1, defaults={"swept_at": now + timedelta(days=days, minutes=-1)})
        auto_answers.sweep(now + timedelta(days=days))
        assert Game.objects.filter(pk=game.pk).exists() == there
    assert not get_user_model().objects.get(pk=guest.pk).is_active
    assert client.get("/").status_code == 200, "the browser is just nobody's again"


def test_coming_back_gives_another_month(client: Client) -> None:
    game, now = play(client), timezone.now()
    get_user_model().objects.filter(pk=guest_of(client).pk).update(last_login=now - timedelta(days=29))
    client.get("/")
    auto_answers.sweep(now + timedelta(days=29))
    assert Game.objects.filter(pk=game.pk).exists()


def test_a_game_that_somebody_joined_stays(client: Client) -> None:
    game = play(client)
    Seat.objects.filter(game=game, is_bot=True).update(is_bot=False, user=person("rival"))
    auto_answers.sweep(timezone.now() + timedelta(days=31))
    game.refresh_from_db()
    assert game.gm == person("rival") and game.running


def test_the_number_of_guest_games_per_address_is_limited(client: Client) -> None:
    for _number in range(limits.GUESTS.most):
        limits.GUESTS.count("127.0.0.1")
    answer = client.post(reverse("play-now"), {"system": QUICK})
    assert answer.status_code == 429 and "Too many attempts. Wait" in answer.content.decode()
    assert not Game.objects.exists()


def test_unknown_systems_and_get_requests_start_no_guest_game(client: Client) -> None:
    assert client.post(reverse("play-now"), {"system": "chess"})["Location"] == "/"
    assert client.get(reverse("play-now"))["Location"] == "/", "what a button does begins with its page"
    assert not get_user_model().objects.exists()
