"""The page of a battle: the board with everything on it, forms at their squares, the duel, panels."""

from __future__ import annotations

import html
from typing import Any

import pytest
from django.test import Client
from django.utils import translation

from games import services
from games.models import Game
from tests.battles.schiere.begun import play_on, stored_battle
from tests.flat import flat
from tests.found import some

pytestmark = pytest.mark.django_db


def shown(game: Game, query: str = "", *, user: Any = None, language: str = "en", **headers: str) -> str:
    client = Client()
    client.force_login(user or game.gm)
    client.cookies["django_language"] = language
    with translation.override(language):  # a request leaves its language behind
        answer = client.get(game.get_absolute_url() + query, headers=headers)
    assert answer.status_code == 200
    return flat(html.unescape(answer.content.decode()))


def tapped(game: Game, query: str) -> str:
    """What a tap on the board loads."""
    return shown(game, query, HX_Request="true", HX_Target="chosen")


def test_the_page_of_a_fresh_battle_shows_every_square_in_both_languages() -> None:
    game = stored_battle()
    ground = services.table(game).rules.setting.ground
    for language, heading in (("en", "Legend"), ("it", "Legenda")):
        page = shown(game, language=language)
        assert heading in page and 'id="next"' in page
        assert all(f'id="m-{square}"' in page for square in some(ground.squares))
        assert "%(" not in page and "style=" not in page and "onclick" not in page


@pytest.mark.slow
def test_every_kind_of_question_has_a_page() -> None:
    game, met = stored_battle(options={"points": "20", "turns": "6"}), set[str]()

    def new(table: Any) -> bool:
        return table.state.ended != "" or table.decisions()[0].kind not in met

    while not services.table(play_on(game, new)).state.ended:
        game.refresh_from_db()
        decision = services.table(game).decisions()[0]
        met.add(decision.kind)
        for language in ("en", "it"):
            page = shown(game, f"?seat={decision.seat}&at=d3", language=language)
            assert "%(" not in page and 'data-at="d3"' in page
    assert len(met) >= 8, met
