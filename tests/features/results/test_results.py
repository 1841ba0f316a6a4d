"""The table of results: which games count, which do not, and which stay private."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from battles.cca.rules.system import CCA
from features.results import counting as results
from games.models import Game
from tests.games.cast import NOW, a_game

pytestmark = pytest.mark.django_db


def ended(owner: User, rival: Any, winner: str = "first", **changes: Any) -> Game:
    """Create a duel with this result."""
    game = a_game(owner, {"first": owner, "second": rival}, system="duel", name="The ford", dice_mode="mixed")
    scores = {"first": 5 if winner == "first" else 2, "second": 5 if winner == "second" else 2}
    outcome = {"winner": winner or None, "ranks": [[winner]] if winner else [], "scores": scores}
    stored = {"status": "ended", "outcome": outcome, "standing": {"turn": 4}, "ended_at": NOW, "public": True}
    Game.objects.filter(pk=game.pk).update(**{**stored, **changes})
    return game


def test_wins_points_and_turns_are_summed_by_side(owner: User, rival: User) -> None:
    for winner in ("first", "first", "second", ""):
        ended(owner, rival, winner)
    ended(owner, "bot", "second", standing={"turn": 9})
    (line,) = results.played_results("duel")
    assert (line.games, line.with_bot, line.drawn, line.turns) == (5, 1, 1, 5.0)
    assert [(side.info.id, side.won, side.share) for side in line.sides] == [
        ("first", 2, None),
        ("second", 2, None),
    ]
    assert [side.points for side in line.sides] == [(5 + 5 + 2 + 2 + 2) / 5, (2 + 2 + 5 + 2 + 5) / 5]


def test_private_games_count_in_batches_alone(owner: User, rival: User) -> None:
    for _number in range(results.BATCH - 1):
        ended(owner, rival, public=False)
    assert results.played_results("duel") == []
    ended(owner, rival, public=False)
    assert results.played_results("duel")[0].games == results.BATCH
    ended(owner, rival, public=False)
    assert results.played_results("duel")[0].games == results.BATCH
    ended(owner, rival)
    assert results.played_results("duel")[0].games == results.BATCH + 1


@pytest.mark.parametrize(
    "changes",
    [{"tryout": True}, {"sealed": True}, {"void": True}, {"status": "abandoned"}, {"scenario_name": ""}],
)
def test_what_is_no_finished_game_of_a_built_in_scenario_does_not_count(
    owner: User, rival: User, changes: dict[str, Any]
) -> None:
    ended(owner, rival, **changes)
    assert results.played_results("duel") == []


def test_bots_among_themselves_do_not_count(owner: User) -> None:
    game = ended(owner, "bot")
    game.seats.update(user=None, is_bot=True)
    assert results.played_results("duel") == []


def test_the_page_tells_both_tables_apart(owner: User, rival: User, client: Client) -> None:
    page = client.get("/results/duel/").content.decode()
    assert "No results yet" in page and 'id="measured"' not in page
    ended(owner, rival)
    page = client.get("/results/duel/").content.decode()
    assert "No results yet" not in page and "1 game" in page
    for _number in range(results.ENOUGH - 1):
        ended(owner, rival, "second")
    sides = results.played_results("duel")[0].sides
    assert [side.share for side in sides] == [10, 90] and "90%" in client.get(
        "/results/duel/"
    ).content.decode()
    assert client.get("/results/fords/").status_code == client.get("/results/nothing/").status_code == 404


@pytest.mark.parametrize(("language", "heading"), [("en", "Banners"), ("it", "Stendardi")])
def test_battles_of_ancients_bring_measured_results(client: Client, language: str, heading: str) -> None:
    lines, command = results.measured_results("cca")
    assert command.startswith("bench/cca/bots.py --measure ")
    assert {line.scenario for line in lines} == set(CCA.scenarios())
    for line in lines:
        assert sum(side.won for side in line.sides) + line.drawn == line.games > 0
    page = client.get("/results/cca/", headers={"accept-language": language}).content.decode()
    assert 'id="measured"' in page and heading in page and "--measure" in page
