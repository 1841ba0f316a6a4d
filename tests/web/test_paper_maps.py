"""A game's map for print: the same outlines, every name, the legend and the turn, in black and white."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client

from tests.battles.schiere.begun import stored_battle
from tests.campaigns.italia.begun import campaign as italia
from tests.campaigns.justinian.begun import campaign as justinian
from tests.web.cast import person, show_hands

pytestmark = pytest.mark.django_db


def sheet(game: Any, moment: str = "") -> str:
    client = Client()
    client.force_login(game.gm)
    show_hands(client, game)
    client.cookies["django_language"] = "en"
    answer = client.get(f"{game.get_absolute_url()}{moment}?paper=1")
    assert answer.status_code == 200
    return answer.content.decode()


def check(page: str, when: str) -> None:
    assert "maps/paper" in page and when in page and "data-print" in page
    assert re.search(r'data-whole [^>]*data-level="[1-9]"', page)  # the level with every name
    assert "<form" not in page and "hx-" not in page.split("<main>")[1]


def test_every_map_and_board_has_a_sheet_for_print() -> None:
    check(sheet(justinian(options={"setup": "suggested"})), "Turn 1 of")
    check(sheet(italia()), "Round 1 of")
    check(sheet(stored_battle()), "Turn ")


def test_a_moment_of_the_replay_has_its_sheet() -> None:
    check(sheet(justinian(options={"setup": "suggested"}), "replay/"), "Turn 1 of")
    check(sheet(italia(), "replay/"), "Round 1 of")
    check(sheet(stored_battle(), "replay/"), "Turn ")


def test_who_may_not_see_the_game_does_not_see_its_sheet() -> None:
    game = justinian(public=False)
    client = Client()
    client.force_login(person("mallory"))
    assert client.get(f"{game.get_absolute_url()}?paper=1").status_code in (403, 404)
