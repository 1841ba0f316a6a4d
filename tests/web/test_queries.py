"""Pages ask the database as often whether there is one game or twenty, one entry or a hundred."""

from collections.abc import Callable

import pytest
from django.urls import reverse
from django.utils import timezone

from games import services
from games.models import Game
from tests.web.cast import person, running
from tests.web.counting import queries

pytestmark = pytest.mark.django_db


def play_on(game: Game, steps: int) -> None:
    """Every seat answers by default."""
    people = {seat.key: seat.user for seat in game.seats.all()} | {"gm": game.gm}
    for _ in range(steps):
        game.refresh_from_db()
        at = services.table(game)
        if not game.running:
            return
        owed = at.decisions()[0]
        services.submit(
            game.pk,
            owed.seat,
            at.system.codec.write(owed.default),
            drawn_seq=game.seq,
            key=f"on-{game.seq}",
            user=people[owed.seat],
            now=timezone.now(),
        )


def long_game() -> Game:
    """Red and green are the owner's, blue the rival's; twelve rounds."""
    game = running(options={"rounds": 12}, public=True)
    services.set_bot(game.pk, person("gm"), "green", False, now=timezone.now())
    game.seats.filter(key="green").update(user=person("gm"))
    return game


PAGES: dict[str, Callable[[Game], str]] = {
    "game": lambda game: game.get_absolute_url(),
    "chronicle": lambda game: reverse("game-chronicle", args=[game.pk]),
    "desk": lambda game: reverse("game-desk", args=[game.pk]),
    "back": lambda game: reverse("game-back", args=[game.pk]),
    "dice": lambda game: reverse("game-verify", args=[game.pk]),
}


@pytest.mark.slow
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


@pytest.mark.parametrize(("page", "most"), [("game", 9), ("chronicle", 10), ("desk", 12)])
def test_no_page_asks_much(page: str, most: int) -> None:
    game = long_game()
    play_on(game, 12)
    assert queries("gm", PAGES[page](game)) <= most


def test_the_poll_asks_once() -> None:
    from games.pages import version_url

    assert queries("", version_url(running(public=True))) == 1
