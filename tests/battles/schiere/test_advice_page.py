"""A battle's page shows the bot's advice with its reason, and a single press follows the advice."""

import html
import re
from typing import Any
from urllib.parse import urlencode

import pytest
from django.test import Client
from django.urls import reverse

from games import services
from games.models import Game
from tests.battles.schiere.begun import asked, do, play_on, stored_battle, to_a_duel
from tests.found import some
from tests.web.cast import browser, person, show_hands

pytestmark = pytest.mark.django_db
POINTS = {"points": "20", "turns": "6"}


def seat_of(game: Game) -> str:
    return str(services.table(game).decisions()[0].seat)


def told(game: Game, language: str = "en") -> str:
    """Return the advice on the page of the player whose turn it is."""
    return html.unescape(form_of(game, language))


def form_of(game: Game, language: str = "en") -> str:
    client = browser("anna")
    show_hands(client, game)
    client.cookies["django_language"] = language
    page = client.get(f"{game.get_absolute_url()}?seat={seat_of(game)}&advice=1").content.decode()
    return page.split('id="advice"')[1].split("</form>")[0]


@pytest.fixture
def game() -> Game:
    return play_on(stored_battle(options=POINTS), asked("act"))


def test_the_program_says_what_it_would_do_and_why(game: Game) -> None:
    client = browser("anna")
    show_hands(client, game)
    page = client.get(f"{game.get_absolute_url()}?seat={seat_of(game)}").content.decode()
    assert "What would the bot do?" in page
    text = told(game)
    assert "Why:" in text and not re.search(r"\b[RC]\d+\b", text), "units go by their names"
    assert "Perché:" in told(game, "it")


def test_it_is_done_at_one_press_and_asked_again(game: Game) -> None:
    fields = re.findall(r'type="hidden" name="([^"]+)" value="([^"]*)"', form_of(game))
    sent = [(name, html.unescape(value)) for name, value in fields]
    before = game.seq
    body, form = urlencode([*sent, ("advice", "1")]), "application/x-www-form-urlencoded"
    client = Client()
    client.force_login(person("anna"))
    show_hands(client, game)
    assert client.post(reverse("game-act", args=[game.pk]), body, content_type=form).status_code in (200, 302)
    game.refresh_from_db()
    assert game.seq > before


def test_in_a_duel_it_names_the_solved_game() -> None:
    game = to_a_duel(play_on(stored_battle(options=POINTS), asked("act")))
    assert "solved game" in told(game)


def test_the_bots_default_answer_is_not_shown_as_advice() -> None:
    game = stored_battle(options=POINTS)
    client = browser("anna")
    show_hands(client, game)
    page = client.get(f"{game.get_absolute_url()}?seat={seat_of(game)}&advice=1").content.decode()
    assert "The bot has no advice here: it" in html.unescape(page)


def test_nobody_is_advised_in_the_place_of_another() -> None:
    game = stored_battle(rival="bruno", options=POINTS)
    game = play_on(game, asked("act"))
    seat = seat_of(game)
    other = next(one.user for one in game.seats.all() if one.key != seat)
    client = Client()
    client.force_login(other)
    page = client.get(f"{game.get_absolute_url()}?advice=1&seat={seat}").content.decode()
    assert 'id="advice"' not in page and "What would the bot do?" not in page


def unhidden(game: Game, seat: str) -> Any:
    at = services.table(game)
    return at.rules.advice(
        at.imagined_state(seat), seat, services.advice.bot_dice(game, b"seed", at.seq, seat)
    )


def test_advice_is_available_throughout_a_battle(game: Game) -> None:
    kinds = set()
    for number in some(range(120)):
        at = services.table(game)
        if not at.decisions():
            break
        decision = at.decisions()[0]
        if number % 6 == 0:
            client = browser("anna")
            show_hands(client, game)
            answer = client.get(f"{game.get_absolute_url()}?seat={decision.seat}&advice=1")
            assert answer.status_code == 200
            kinds.add((decision.kind, 'id="advice"' in answer.content.decode()))
        action, _why = unhidden(game, decision.seat)
        game = do(game, decision.seat, at.system.codec.write(action))
    assert ("act", True) in kinds
