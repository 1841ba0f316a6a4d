"""Handicaps in a new game: gold every turn, segments, and the balance of the bots."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from django.urls import reverse
from django.utils import translation

from campaigns.justinian.answers.cases import game, position
from campaigns.justinian.rules.scenario.options import PROGRAMS, Options, parse
from campaigns.justinian.rules.state.position import Position
from campaigns.justinian.rules.state.state import State
from campaigns.justinian.rules.turn import revenue
from engine.dice import Scripted, Seeded
from engine.game import BadScenario
from tests.campaigns.justinian.players import rules
from tests.web.cast import browser


@pytest.fixture(autouse=True)
def the_language_of_before() -> Iterator[None]:
    """Restore the language: a page requested in Italian leaves the thread in Italian."""
    with translation.override(translation.get_language()):
        yield


def segments_of_a_turn(**options: Any) -> int:
    """Pass for everyone until the turn is over. Return the number of segments."""
    table = game(options)
    state, most = position(table, {"doing": {"segment": "barbarian"}, "frontier": {"europa": 1}}), 0
    while state.turn == 2:
        most = max(most, state.segments)
        (decision,) = table.pending(state)
        state = table.apply(state, decision.seat, decision.default, Scripted([])).state
    return most


def test_6_11_five_segments_unless_the_game_says_otherwise() -> None:
    assert segments_of_a_turn() == 4  # the fifth segment ends the phase
    assert segments_of_a_turn(segments=7) == 6
    assert segments_of_a_turn(segments=3) == 2
    assert segments_of_a_turn(balance="programs") == 4 + PROGRAMS
    assert parse({"balance": "programs", "segments": 6}).segments_a_turn == 6 + PROGRAMS
    assert Options().segments_a_turn == 5


def budget(state: State | None = None, **options: Any) -> revenue.Budget:
    table = game(options)
    return revenue.budget(Position(table.setting, state or position(table, {})))


def test_5_11_gold_every_turn_stands_beside_the_prefectures() -> None:
    """The handicap's gold is a separate line of the budget, and the net income includes it. Without a
    handicap Egypt, Oriens and Illyricum bring 79 G at the start (C2).
    """
    assert budget().net == 79 and "handicap" not in budget().printed
    more, less = budget(handicap_income=20), budget(handicap_income=-15)
    assert (more.net, more.printed["handicap"]) == (99, 20)
    assert (less.net, less.printed["handicap"]) == (64, -15)
    assert sum(less.printed.values()) == 64


def test_5_11_no_more_is_taken_than_comes_in() -> None:
    table = game({"handicap_income": -30})
    nearly_all = {p: "persia" for p in table.setting.scn.provinces if p not in ("asia", "lazica")}
    found = revenue.budget(Position(table.setting, position(table, {"markers": nearly_all})))
    assert found.net == 0 and found.printed["handicap"] == -2


@pytest.mark.parametrize("options", [{"segments": 2}, {"segments": 10}, {"balance": "fair"}])
def test_a_handicap_beyond_its_bounds_is_a_mistake(options: dict[str, Any]) -> None:
    with pytest.raises(BadScenario):
        parse(options)


def test_a_game_with_the_balance_of_the_programs_is_told_its_segments() -> None:
    table = rules(setup="suggested", balance="programs")
    state = table.setup(Seeded(b"balance", "told", 0)).state
    assert table.view(state, None)["segments_a_turn"] == 5 + PROGRAMS


@pytest.mark.django_db
@pytest.mark.parametrize(("language", "name"), [("en", "balanced for bots"), ("it", "alla pari per i bot")])
def test_a_new_game_offers_it_by_name_with_what_was_measured(language: str, name: str) -> None:
    page = browser("owner").get(
        reverse("new-game-of", args=["justinian"]), headers={"accept-language": language}
    )
    text = page.content.decode()
    offered = text[text.index('value="programs"') :][:600]
    assert name in offered and "100" in offered
    assert text.index('value="programs"') < text.index('id="variants"')  # shown without opening a fold
