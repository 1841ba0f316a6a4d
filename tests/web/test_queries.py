"""The number of a page's queries is the same for one game or twenty, one entry or a hundred."""

from collections.abc import Callable

import pytest
from django.urls import reverse

from games.models import Game
from tests.web.cast import running
from tests.web.counting import queries
from tests.web.long_games import long_game, play_on

pytestmark = pytest.mark.django_db


PAGES: dict[str, Callable[[Game], str]] = {
    "game": lambda game: game.get_absolute_url(),
    "chronicle": lambda game: reverse("game-chronicle", args=[game.pk]),
    "desk": lambda game: reverse("game-desk", args=[game.pk]),
    "back": lambda game: reverse("game-back", args=[game.pk]),
    "dice": lambda game: reverse("game-verify", args=[game.pk]),
}


@pytest.mark.parametrize("page", PAGES)
def test_a_longer_game_asks_no_more(page: str) -> None:
    game = long_game()
    address = PAGES[page](game)
    play_on(game, 6)
    early = queries("gm", address)
    play_on(game, 30)
    game.refresh_from_db()
    assert game.seq > 25
    assert queries("gm", address) <= early


def test_more_games_ask_no_more() -> None:
    running(name="first", public=True)
    few = queries("owner", "/")
    for number in range(8):
        running(name=f"more {number}", public=True)
    assert queries("owner", "/") <= few


@pytest.mark.parametrize(("page", "most"), [("game", 9), ("chronicle", 10), ("desk", 16)])
def test_no_page_asks_much(page: str, most: int) -> None:
    game = long_game()
    play_on(game, 12)
    assert queries("gm", PAGES[page](game)) <= most


def test_a_poll_makes_one_query() -> None:
    from games.pages import version_url

    assert queries("", version_url(running(public=True))) == 1
