"""Battles by points: drawn from a seed or composed by hand, then shown, played and changed."""

from __future__ import annotations

import html
from typing import Any

import pytest
from django.test import Client

from battles.cca.rules.army.battle import Recipe, battle_by_points
from battles.models import SavedScenario
from games.models import Game
from tests.found import some

pytestmark = pytest.mark.django_db
PAGE = "/battles/cca/points/"
ASKED = {"points": "130", "bottom": "mixed", "top": "horse", "ground": "some", "hand": "5", "seed": "4711"}


def shown(client: Client, **asked: Any) -> str:
    return html.unescape(client.get(PAGE, {**ASKED, **asked}).content.decode())


def test_a_seed_is_proposed_and_the_same_seed_shows_the_same_battle(client: Client) -> None:
    answer = client.get(PAGE)
    assert len(answer.context["sent"]["seed"]) == 6
    page, again = shown(client), shown(client)
    assert "Seed 4711" in page and page.count("130 points") == 2
    assert (
        page.partition("<svg")[2].partition("</svg>")[0] == again.partition("<svg")[2].partition("</svg>")[0]
    )


def test_a_visitor_plays_a_battle_by_points_in_two_clicks(client: Client) -> None:
    client.post(PAGE, {**ASKED, "do": "top"})
    game = Game.objects.get()
    assert game.running and game.seats.get(key="bottom").is_bot
    recipe = Recipe(130, "mixed", "horse", "some", 5, seed="4711")
    assert game.scenario["units"] == battle_by_points(recipe)["units"]
    assert game.scenario["recipe"]["seed"] == "4711"


def test_a_battle_by_points_is_changed_on_the_board_or_played_with_others(client: Client) -> None:
    answer = client.post(PAGE, {**ASKED, "do": "edit"})
    saved = SavedScenario.objects.get()
    assert answer["Location"] == f"/battles/cca/editor/{saved.pk}/"
    shown_there = client.get(answer["Location"]).content.decode()
    assert "Ready to play" in shown_there and "Seed 4711" in shown_there
    answer = client.post(PAGE, {**ASKED, "do": "others"})
    assert "scenario=own" in answer["Location"] and not Game.objects.exists()


def test_an_army_is_composed_within_its_points(client: Client) -> None:
    page = shown(client, **{"bottom-heavy_inf": "6", "bottom-leader": "2"})
    assert "6 × heavy infantry" in page and "122 points" in page
    client.post(
        PAGE, {**ASKED, "bottom-heavy_inf": "6", "bottom-leader": "2", "mirrored": "on", "do": "both"}
    )
    game = Game.objects.get()
    assert [one["type"] for one in game.scenario["units"]] == ["heavy_inf"] * 12
    assert "recipe" not in game.scenario


def test_the_drawn_armies_are_filled_in_to_be_changed(client: Client) -> None:
    answer = client.get(PAGE, {**ASKED, "compose": "1"})
    filled = {
        field: number
        for _id, _name, _points, numbers in answer.context["counts"]
        for field, number in numbers
    }
    army = answer.context["made"].armies
    assert sum(number for field, number in filled.items() if number) == sum(
        one.pieces for one in army.values()
    )


def test_every_mistake_of_an_army_is_named(client: Client) -> None:
    for language, dear in some((("en", "more than 130"), ("it", "130"))):
        asked = {**ASKED, "bottom-elephant": "14", "top-heavy_inf": "31", "top-leader": "32"}
        answer = client.get(PAGE, asked, headers={"accept-language": language})
        page = html.unescape(answer.content.decode())
        assert answer.status_code == 422 and page.count(dear) >= 2
        assert 'value="31"' in page  # the form keeps the composed army
    answer = client.get(PAGE, {**ASKED, "points": "200", "bottom-elephant": "4", "top-elephant": "4"})
    assert answer.status_code == 422 and "the box has 12" in answer.content.decode()
    answer = client.get(PAGE, {**ASKED, "points": "9", "seed": "no good"})
    assert answer.status_code == 422 and len(answer.context["faults"]) == 2
    assert client.post(PAGE, {**ASKED, "points": "9", "do": "top"}).status_code == 422
    assert not SavedScenario.objects.exists()
