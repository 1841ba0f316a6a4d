"""The handicap: points that nations start with, shown when a game is created and on its page."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from campaigns.italia.plugin import PLUGIN
from campaigns.italia.rules.scenario.loading import TITLES, game_table
from campaigns.italia.rules.system import ITALIA
from engine.dice import Seeded
from engine.game import BadScenario
from tests.campaigns.italia.begun import campaign
from tests.web.cast import person

SHARES = {3: (25, 42), 4: (15, 35)}  # seats -> the range of each seat's share of wins, in per cent


def begun(scenario: Any, options: dict[str, str]) -> dict[str, int]:
    rules = ITALIA.open(scenario, options)
    return dict(rules.scores(rules.setup(Seeded(b"handicap", "game", 0)).state))


@pytest.mark.parametrize("name", TITLES)
def test_seats_begin_with_the_points_of_their_nations_where_it_is_chosen(name: str) -> None:
    scenario, known = ITALIA.scenario(name), game_table(name)["handicap"]
    seats = {card["id"]: card["seat"] for card in scenario["nations"]}
    expected = dict.fromkeys(scenario["game"]["seats"], 0)
    for nation, halves in known["halves"].items():
        expected[seats[nation]] += halves
    assert begun(scenario, {"handicap": "even"}) == expected
    assert not any(begun(scenario, {}).values()), "as printed, unless it is chosen"


@pytest.mark.parametrize("name", TITLES)
def test_the_measured_handicap_makes_chances_even(name: str) -> None:
    known = game_table(name)["handicap"]
    assert known["games"] >= 100
    for way in ("printed", "even"):
        assert sum(known["won"][way].values()) == known["games"], "shared wins are shared"
    low, high = SHARES[len(known["won"]["even"])]
    shares = [100 * won / known["games"] for won in known["won"]["even"].values()]
    assert all(low <= share <= high for share in shares), shares


def test_a_handicap_of_no_nation_is_a_mistake_of_the_file() -> None:
    scenario = ITALIA.scenario("italia1")
    scenario["game"]["handicap"]["halves"]["martians"] = 1
    with pytest.raises(BadScenario) as refused:
        ITALIA.open(scenario, {})
    assert [m.code for m in refused.value.mistakes] == ["unknown_nation"]


def test_a_scenario_file_without_a_handicap_is_sound() -> None:
    scenario = ITALIA.scenario("italia1")
    del scenario["game"]["handicap"]
    assert not any(begun(scenario, {"handicap": "even"}).values())


def test_play_now_begins_even() -> None:
    assert PLUGIN.first and PLUGIN.first.settings["options"] == {"handicap": "even"}


@pytest.mark.django_db
def test_where_a_game_is_made_both_ways_say_what_bots_win() -> None:
    client = Client()
    client.force_login(person("anna"))
    page = client.get(reverse("new-game-of", args=["italia"])).content.decode()
    assert "the cards as printed" in page and "balanced between bots: starting points" in page
    for name in TITLES:
        printed, even = (game_table(name)["handicap"]["won"][way]["red"] for way in ("printed", "even"))
        assert f"Red {printed:g}" in page and f"Red {even:g}" in page


@pytest.mark.django_db
@pytest.mark.parametrize(("options", "said"), [({}, "Italia I: bots won"), ({"handicap": "even"}, "Romans")])
def test_the_page_of_a_game_says_what_its_cards_or_its_handicap_give(
    options: dict[str, str], said: str
) -> None:
    game = campaign(options=options)
    client = Client()
    client.force_login(game.gm)
    page = client.get(game.get_absolute_url()).content.decode()
    assert said in page and "bots won" in page
    printed = game_table("italia1")["handicap"]["won"]["printed"]
    assert f"Red {printed['red']}, Yellow {printed['yellow']}" in page
