"""Permissions of pages: 404 comes before 403, and a page shows nothing that its reader may not know."""

import re

import pytest
from django.urls import reverse

from engine.game import IllegalAction
from games import services
from games.models import Game
from games.refusals import BadInvitation
from tests.web.cast import browser, hold, lobby, person, running

pytestmark = pytest.mark.django_db

PAGES = ("game", "game-chronicle", "game-replay", "game-verify")


@pytest.mark.parametrize("page", [*PAGES, "game-state", "game-orders", "game-desk", "game-export"])
@pytest.mark.parametrize("who", ["", "stranger"])
def test_a_private_game_does_not_exist_for_others(page: str, who: str) -> None:
    game = running()
    assert browser(who).get(reverse(page, args=[game.pk])).status_code == 404


@pytest.mark.parametrize("page", PAGES)
@pytest.mark.parametrize("who", ["", "stranger", "owner", "rival", "gm"])
def test_a_public_game_may_be_watched(page: str, who: str) -> None:
    game = running(public=True)
    assert browser(who).get(reverse(page, args=[game.pk])).status_code == 200


def test_a_public_lobby_is_not_for_strangers() -> None:
    game = lobby(public=True)
    assert browser("stranger").get(game.get_absolute_url()).status_code == 404
    assert browser("gm").get(game.get_absolute_url()).status_code == 200


@pytest.mark.parametrize(("who", "status"), [("", 302), ("stranger", 403), ("rival", 403), ("gm", 403)])
def test_nobody_acts_for_the_owner(who: str, status: int) -> None:
    game = running(public=True)
    answer = browser(who).post(reverse("game-act", args=[game.pk]), hold(game, "red"))
    assert answer.status_code == status
    game.refresh_from_db()
    assert not game.entries.filter(seat="red").exists()


def test_a_player_is_no_game_master() -> None:
    game = running()
    assert browser("owner").get(reverse("game-desk", args=[game.pk])).status_code == 403
    assert browser("owner").post(reverse("game-seats", args=[game.pk]), {"do": "abandon"}).status_code == 403
    game.refresh_from_db()
    assert game.running


def test_only_a_game_master_who_does_not_play_gets_the_file_of_a_running_game() -> None:
    game = running()
    address = reverse("game-export", args=[game.pk])
    assert browser("gm").get(address).json()["seed"] is None
    assert browser("owner").get(address).status_code == 403


def test_who_has_led_a_game_that_hides_something_does_not_sit_down_in_it_any_more() -> None:
    game, gm = running(), person("gm")
    services.leave_seat(game.pk, gm, "red", now=game.created_at)
    with pytest.raises(IllegalAction, match="has_led"):
        services.take_seat(game.pk, gm, "red", now=game.created_at)
    link = services.invite(game.pk, gm, seat="red", now=game.created_at)
    services.hand_over(game.pk, gm, "rival", now=game.created_at)
    with pytest.raises(BadInvitation, match="has_led"):
        services.accept(link.token, gm, now=game.created_at)
    assert game.seats.get(key="red").free


def test_a_game_master_who_plays_does_not_become_impartial_by_getting_up() -> None:
    game, gm = lobby(), person("gm")
    services.take_seat(game.pk, gm, "red", now=game.created_at)
    for seat in ("blue", "green"):
        services.set_bot(game.pk, gm, seat, True, now=game.created_at)
    services.start(game.pk, gm, now=game.created_at)
    address = reverse("game-export", args=[game.pk])
    assert browser("gm").get(address).status_code == 403
    game.refresh_from_db()
    browser("gm").post(reverse("game-act", args=[game.pk]), hold(game))
    services.leave_seat(game.pk, gm, "red", now=game.created_at)
    assert browser("gm").get(address).status_code == 403
    assert services.take_seat(game.pk, gm, "red", now=game.created_at).user == gm


def test_an_error_tells_a_game_master_who_plays_only_what_kind_it_was() -> None:
    game = running()
    Game.objects.filter(pk=game.pk).update(trouble="KeyError: 'green holds an ambush'")
    desk = reverse("game-desk", args=[game.pk])
    assert "holds an ambush" in browser("gm").get(desk).content.decode()
    game.seats.filter(key="green").update(is_bot=False, user=person("gm"))
    for address in (desk, reverse("game", args=[game.pk])):
        page = browser("gm").get(address).content.decode()
        assert "KeyError" in page and "holds an ambush" not in page


def test_the_rival_does_not_see_a_secret_order() -> None:
    game = running()
    browser("owner").post(
        reverse("game-act", args=[game.pk]),
        {**hold(game), "kind": "attack", "fixed": '{"camp":"west"}', "f-target": "blue", "f-stake": "1"},
    )
    for page in ("game", "game-chronicle", "game-state"):
        seen = browser("rival").get(reverse(page, args=[game.pk])).content.decode()
        assert "west" not in _orders(seen)
    assert "west" in _orders(browser("owner").get(reverse("game-chronicle", args=[game.pk])).content.decode())


PUBLIC = (  # everyone's camps, and forms about the reader's own camps
    r"camps pitched.*?</p>",
    r"<dt>camps</dt>.*?</dl></dd></dl>",
    r'"camps".*?}}',
    r"<form.*?</form>",
    r'"choices".*?"waits"',
)


def _orders(page: str) -> str:
    """Return the page without its public parts, which leaves the parts that could reveal orders."""
    return re.sub("(?is)" + "|".join(PUBLIC), "", page).lower()


@pytest.mark.parametrize("who", ["gm", "owner", "stranger", "seated gm"])
@pytest.mark.parametrize("status", [Game.Status.RUNNING, Game.Status.ENDED, Game.Status.ABANDONED])
def test_the_file_of_a_game_is_offered_to_whom_it_is_given(who: str, status: str) -> None:
    game = running(public=True)
    if who == "seated gm":
        game.seats.filter(key="green").update(is_bot=False, user=person("gm"))
    Game.objects.filter(pk=game.pk).update(status=status)
    client, address = browser(who.removeprefix("seated ")), reverse("game-export", args=[game.pk])
    given = client.get(address).status_code == 200
    assert given is (status != Game.Status.RUNNING or who == "gm")
    pages = ["game-verify", *(["game-desk"] if "gm" in who else [])]
    for page in pages:
        assert (address in client.get(reverse(page, args=[game.pk])).content.decode()) is given
