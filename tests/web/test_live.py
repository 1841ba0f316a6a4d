"""A page learns that the game has moved: cheaply, and only who may see the game."""

import pytest
from django.urls import reverse

from games.models import Game
from games.pages import version_url
from tests.web.cast import browser, hold, running

pytestmark = pytest.mark.django_db


def test_an_unchanged_game_costs_one_query_and_no_session(django_assert_num_queries) -> None:
    game = running()
    client = browser("owner")
    with django_assert_num_queries(1):
        answer = client.get(version_url(game))
    assert answer.status_code == 204 and "sessionid" not in answer.cookies


def test_a_move_sends_the_event_that_fetches_the_live_part() -> None:
    game = running()
    drawn = version_url(game)
    browser("owner").post(reverse("game-act", args=[game.pk]), hold(game))
    answer = browser("rival").get(drawn)
    assert answer.status_code == 200 and answer["HX-Trigger"] == "game-moved"
    assert browser("rival").get(version_url(Game.objects.get(pk=game.pk))).status_code == 204


def test_without_the_key_of_a_page_nobody_learns_anything() -> None:
    game = running()
    for query in ("", "?seen=1", "?seen=1&key=wrong"):
        assert browser("owner").get(reverse("game-version", args=[game.pk]) + query).status_code == 404


def test_the_live_part_is_the_page_without_its_frame() -> None:
    game = running()
    answer = browser("owner").get(game.get_absolute_url(), headers={"HX-Request": "true"})
    page = answer.content.decode()
    assert 'id="live"' in page and "<html" not in page and "data-poll" in page


def test_a_game_page_costs_few_queries(django_assert_max_num_queries) -> None:
    game = running()
    client = browser("owner")
    with django_assert_max_num_queries(16):
        client.get(game.get_absolute_url())
