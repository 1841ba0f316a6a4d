"""A page polls for changes to its game. A poll is cheap, and reveals nothing without the key of the page."""

from collections.abc import Callable

import pytest
from django.urls import reverse

from games.caches import poll
from games.caches.poll import PollApplication
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


# --- answered by the first layer of the web server ---


def at_the_door(url: str, **environ: str) -> tuple[str, int]:
    """Return the status, and the number of requests passed on to the rest of the code."""
    path, _, query = url.partition("?")
    inside: list[str] = []
    asked = {"REQUEST_METHOD": "GET", "PATH_INFO": path, "QUERY_STRING": query, **environ}
    told: list[str] = []

    def house(_environ: object, start: Callable[..., object]) -> list[bytes]:
        inside.append("asked")
        start("200 OK", [])
        return []

    DOOR.house = house
    DOOR(asked, lambda status, _headers: told.append(status))
    return told[0], len(inside)


DOOR = PollApplication(lambda _environ, _start: [])


def test_the_fast_poll_answers_only_pages_that_are_up_to_date(
    monkeypatch, settings, django_assert_num_queries
) -> None:
    monkeypatch.setattr(poll, "close_old_connections", lambda: None)  # would close the test's connection
    game = running()
    drawn = version_url(game)
    with django_assert_num_queries(1):  # then the answer is cached for a moment
        assert [at_the_door(drawn) for _ in range(3)] == [("204 No Content", 0)] * 3
    settings.SECURE_SSL_REDIRECT, settings.SECURE_PROXY_SSL_HEADER = True, ("HTTP_X_FORWARDED_PROTO", "https")
    assert at_the_door(drawn) == ("200 OK", 1), "another answer is owed to an open line"
    assert at_the_door(drawn, HTTP_X_FORWARDED_PROTO="https") == ("204 No Content", 0)
    settings.SECURE_SSL_REDIRECT = False
    for url in (f"{drawn}0", drawn.replace("version?", "?"), drawn.replace("seen=", "seen=1")):
        assert at_the_door(url) == ("200 OK", 1), url
    assert at_the_door(drawn, REQUEST_METHOD="POST") == ("200 OK", 1)
    browser("owner").post(reverse("game-act", args=[game.pk]), hold(game))
    DOOR._known.clear()  # as if the cache had expired
    assert at_the_door(drawn) == ("200 OK", 1)
    assert at_the_door(version_url(Game.objects.get(pk=game.pk))) == ("204 No Content", 0)
