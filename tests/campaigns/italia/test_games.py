"""Whole games: the contract, and what stays true after every step."""

from typing import Any

import pytest

from campaigns.italia.rules.ground.position import Position
from engine.order import in_order
from tests.campaigns.italia.playing import played
from tests.engine.contract import Played, check_refusals

pytestmark = pytest.mark.slow

GAMES = [
    ("italia1", {}),
    ("italia2", {}),
    ("italia1", {"board": "small"}),
    ("italia2", {"scoring": "alternative"}),
]


@pytest.mark.slow
@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize(("name", "options"), GAMES)
def test_it_keeps_the_contract_at_random(name: str, options: dict[str, Any], seed: int) -> None:
    assert_sound(played(name, options, seed, 60))


@pytest.mark.parametrize(("name", "options"), GAMES[:2])
def test_the_bots_alone_come_to_an_end(name: str, options: dict[str, Any]) -> None:
    game = played(name, options, 1, 0, every=40)
    assert_sound(game)
    assert game.outcome and len(game.outcome.ranks) >= 1


def assert_sound(game: Played) -> None:
    """What holds after each step."""
    rules: Any = game.opening.rules
    scored: dict[str, int] = {}
    for entry, head in zip(game.entries, game.heads, strict=True):
        pos = rules.position(in_order(head.state))
        check_counters(pos)
        check_gold(pos)
        check_places(pos)
        for event in entry.events:
            if event["kind"] == "scored":
                scored[event["nation"]] = scored.get(event["nation"], 0) + event["halves"]
        assert scored == {n: h for n, h in pos.state.scores.items() if h or n in scored}


def check_counters(pos: Position) -> None:
    for nation in pos.scn.nations.values():
        for unit, number in nation.counters.items():
            assert pos.on_board(nation.id, unit) <= number, f"{nation.id} has too many {unit}"


def check_gold(pos: Position) -> None:
    busy = bool(pos.state.stack)
    for nation, has in pos.state.nations.items():
        assert has.gold >= 0
        assert has.gold <= 10 or busy or pos.state.ended, f"{nation} keeps {has.gold} gold"


def check_places(pos: Position) -> None:
    for place, here in pos.state.units.items():
        for nation, units in here.items():
            assert units and all(number > 0 for number in units.values())
            if pos.scn.is_sea(place):
                assert pos.troops(place, nation) <= 2 * pos.fleets(place, nation), (
                    f"{nation} swims in {place}"
                )
            else:
                assert "fleet" not in units
    for leader, piece in pos.state.leaders.items():
        assert pos.scn.leaders[leader].nation == piece.nation
        assert f"dead:{leader}" not in pos.state.tallies


@pytest.mark.slow
@pytest.mark.parametrize("name", ["italia1", "italia2"])
def test_what_is_not_offered_is_refused(name: str) -> None:
    game = played(name, {}, 7, 60, every=1000)
    reasons = check_refusals(game, 1500)
    assert {"not_offered", "not_your_decision"} <= reasons and len(reasons) >= 6
