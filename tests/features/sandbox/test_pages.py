"""The sandbox on the pages: from the replay to a sandbox that is labelled as one."""

from __future__ import annotations

import uuid
from html import unescape
from typing import Any

import pytest
from django.urls import reverse

from features.sandbox import making
from games.models import Game
from tests.engine.example.system import FORDS
from tests.web.cast import browser, person, running

pytestmark = pytest.mark.django_db


def address(game: Game) -> str:
    return reverse("game-try", args=[game.pk])


def text(answer: Any) -> str:
    assert answer.status_code == 200
    return unescape(answer.content.decode())


def begun(game: Game, name: str = "owner", **sent: Any) -> Game:
    sent = {"at": game.seq, "key": str(uuid.uuid4()), "against": "program", **sent}
    answer = browser(name).post(address(game), sent)
    assert answer.status_code == 302
    return making.sandboxes_of(person(name))[0]


def test_from_the_replay_to_a_try_out_that_says_what_it_is() -> None:
    game = running()
    told = text(browser("owner").get(reverse("game-replay", args=[game.pk]), {"at": 0}))
    assert f"{address(game)}?at=0&amp;seat=red" in told or f"{address(game)}?at=0&seat=red" in told
    assert "Try it from here" in text(browser("owner").get(address(game), {"at": 0}))
    made = begun(game, at=0)
    told = text(browser("owner").get(made.get_absolute_url()))
    assert "A sandbox: what if" in told and game.get_absolute_url() in told
    told = text(browser("owner").get("/"))
    assert "My sandboxes" in told and "What if: Three fords" in told
    chronicle = text(browser("owner").get(reverse("game-chronicle", args=[made.pk])))
    assert "The position is set up: try things from here" in chronicle


def test_a_sandbox_page_says_that_hidden_facts_are_random() -> None:
    game = running(scenario=FORDS.scenario("cards"))
    assert "is drawn at random, as it might be: it tells you nothing" in text(
        browser("owner").get(address(game))
    )
    assert "is drawn at random, as it might be: it tells you nothing" in text(
        browser("gm").get(address(game))
    )


def test_a_sandbox_is_shared_and_discarded() -> None:
    made = begun(running())
    button = reverse("game-tryout", args=[made.pk])
    assert browser("rival").get(made.get_absolute_url()).status_code == 404
    assert browser("rival").post(button, {"do": "share"}).status_code == 404
    assert "Anyone with the address of this page can now see the sandbox" in text(
        browser("owner").post(button, {"do": "share"}, follow=True)
    )
    told = text(browser("rival").get(made.get_absolute_url()))
    assert "A sandbox: what if" in told and 'value="throw_away"' not in told
    assert "What if" not in text(browser("visitor").get("/"))
    assert "Sandbox discarded" in text(browser("owner").post(button, {"do": "throw_away"}, follow=True))
    assert not Game.objects.filter(pk=made.pk).exists()


def test_in_italian_it_is_a_try_out_too() -> None:
    made = begun(running())
    client = browser("owner")
    client.cookies["django_language"] = "it"
    assert "Una prova" in text(client.get(made.get_absolute_url()))


def test_a_game_that_is_played_has_no_such_buttons() -> None:
    game = running()
    assert browser("owner").post(reverse("game-tryout", args=[game.pk]), {"do": "share"}).status_code == 403
    assert browser("gm").post(reverse("game-tryout", args=[game.pk]), {"do": "share"}).status_code == 403
    assert browser("stranger").get(address(game)).status_code == 404
    assert browser().get(address(game)).status_code == 302
