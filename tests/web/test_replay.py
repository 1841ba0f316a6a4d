"""Earlier positions are rendered once for each viewer, cached in that viewer's browser, and never shown to
another viewer.
"""

from typing import Any

import pytest
from django.core.cache import caches
from django.test import Client
from django.urls import reverse

from games.models import Game
from tests.web.cast import browser, hold, person, raid, running
from tests.web.counting import queries

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def nothing_kept() -> Any:
    caches["pages"].clear()
    yield
    caches["pages"].clear()


def at(game: Game, seq: int) -> str:
    return f"{reverse('game-replay', args=[game.pk])}?at={seq}"


def raided() -> Game:
    """Create a game in which red has attacked in secret."""
    game = running(public=True)
    browser("owner").post(reverse("game-act", args=[game.pk]), raid(game))
    game.refresh_from_db()
    return game


def live_part(client: Client, address: str) -> str:
    return client.get(address).content.decode().split('id="main"')[1].split("<footer")[0]


def test_a_moment_seen_again_costs_little_and_a_browser_that_has_it_gets_nothing() -> None:
    game = raided()
    cold = browser("owner").get(at(game, 0))
    assert queries("owner", at(game, 0)) <= 5
    mark = {"HTTP_IF_NONE_MATCH": cold["ETag"]}
    client = browser("owner")
    client.get(game.get_absolute_url())  # sets the browser's token, which is on every page
    first = client.get(at(game, 0))
    again = client.get(at(game, 0), HTTP_IF_NONE_MATCH=first["ETag"])
    assert (again.status_code, again.content) == (304, b"")
    assert browser("rival").get(at(game, 0), **mark).status_code == 200
    assert "no-store" not in first["Cache-Control"] and "private" in first["Cache-Control"]


def test_what_is_kept_for_one_is_not_shown_to_another() -> None:
    game = raided()
    own = live_part(browser("owner"), at(game, 1))
    assert '"entry-1"' in own and "east" in own.split('"entry-1"')[1].split("</li>")[0].lower()
    for who in ("rival", "", "gm", "stranger"):
        other = live_part(browser(who), at(game, 1))
        assert "east" not in other.split('"entry-1"')[1].split("</li>")[0].lower()


def test_the_slider_knows_of_a_later_entry() -> None:
    game = raided()
    client = browser("owner")
    first = client.get(at(game, 0))
    assert f"of {game.seq}</h2>" in first.content.decode()
    browser("rival").post(reverse("game-act", args=[game.pk]), hold(game, "blue"))
    game.refresh_from_db()
    fresh = client.get(at(game, 0), HTTP_IF_NONE_MATCH=first["ETag"])
    assert fresh.status_code == 200 and f"of {game.seq}</h2>" in fresh.content.decode()


def test_each_reads_in_his_own_language() -> None:
    game = raided()
    assert "After move 0" in live_part(browser("owner"), at(game, 0))
    client = browser("owner")
    client.cookies["django_language"] = "it"
    assert "After move 0" not in live_part(client, at(game, 0))


def test_the_page_around_is_each_reader_s_own() -> None:
    game = raided()
    browser("owner").get(at(game, 0))
    page = browser("stranger").get(at(game, 0)).content.decode()
    assert person("stranger").username in page.split("<main")[0] and "csrfmiddlewaretoken" in page


def test_nothing_can_be_done_in_the_past() -> None:
    game = raided()
    page = live_part(browser("rival"), at(game, 0))
    assert 'class="act"' not in page and "Your move" not in page
