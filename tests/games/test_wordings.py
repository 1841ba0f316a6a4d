"""A wording is created once per scenario and serves readers of every language."""

from __future__ import annotations

from typing import Any

import pytest
from django.utils.translation import override

from engine.codec import digest
from engine.game import Facts, SeatInfo
from games import plugins
from games.caches.game_cache import Memory
from games.contract import Wording
from games.models import Game


class Counted(Wording):
    """A wording that counts how often it was created."""

    opened: list[Facts] = []

    def __init__(self, scenario: Facts) -> None:
        super().__init__(scenario)
        self.opened.append(scenario)


@pytest.fixture(autouse=True)
def counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Counted, "opened", [])
    monkeypatch.setattr(plugins, "_opened", Memory(64, 6_000_000))
    monkeypatch.setattr(plugins, "wording_class", {"one": Counted, "other": Counted}.__getitem__)


def a_game(scenario: Facts, system: str = "one") -> Game:
    return Game(system=system, scenario=scenario, scenario_digest=digest(scenario))


def test_games_on_equal_scenarios_share_one_wording() -> None:
    first = plugins.wording(a_game({"name": "ford"}))
    assert plugins.wording(a_game({"name": "ford"})) is first
    assert len(Counted.opened) == 1
    hill = plugins.wording(a_game({"name": "hill"}))
    assert hill.scenario == {"name": "hill"} and first.scenario == {"name": "ford"}
    assert plugins.wording(a_game({"name": "ford"}, "other")) is not first
    assert len(Counted.opened) == 3


@pytest.mark.parametrize("limit", ["most", "largest"])
def test_a_process_keeps_no_more_wordings_than_its_memory_allows(
    limit: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    scenarios = [{"name": f"field {number}"} for number in range(5)]
    each = len('{"name":"field 0"}')
    monkeypatch.setattr(plugins._opened, limit, 3 if limit == "most" else 3 * each)
    for scenario in scenarios:
        plugins.wording(a_game(scenario))
    assert len(plugins._opened) == 3
    plugins.wording(a_game(scenarios[4]))
    assert len(Counted.opened) == 5
    plugins.wording(a_game(scenarios[0]))  # the oldest was evicted
    assert Counted.opened == [*scenarios, scenarios[0]]


def test_one_scenario_that_is_too_big_is_kept_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(plugins._opened, "largest", 1)
    game = a_game({"name": "a whole empire"})
    assert plugins.wording(game) is plugins.wording(game)


def test_an_opened_wording_speaks_the_language_that_is_active() -> None:
    wording = plugins.wording(a_game({}))
    told: dict[str, Any] = {}
    for language in ("en", "it", "en"):
        with override(language):
            told.setdefault(language, []).append((wording.turn(3), wording.budget("gold")))
    assert told == {"en": [("Turn 3", "Cost")] * 2, "it": [("Turno 3", "Costo")]}
    assert wording.seat(SeatInfo("red", "")) == "red"
