"""The result of an open battle if a given side wins: the rules accept the report, and its losses are real."""

from collections.abc import Iterator
from typing import Any

import pytest

from engine import registry
from engine.bots import ask_own_bot, positions
from engine.dice import Seeded
from engine.game import GM, OpenBattle, Rules
from engine.playouts import begin_after_battle, one_game
from tests.found import some

OPTIONS: dict[str, dict[str, Any]] = {"justinian": {"battles": "open"}, "italia": {"battles": "open"}}


def rules_of(system: str) -> Rules[Any]:
    found = registry.get(system)
    return found.open(found.scenario(next(iter(found.scenarios()))), OPTIONS[system])


def open_battles(rules: Rules[Any], most: int) -> Iterator[tuple[Any, OpenBattle]]:
    bots = {info.id: ask_own_bot for info in rules.seats}
    for state in positions(rules, bots, "battles"):
        battle = rules.opens(state)
        if battle is not None:
            most -= 1
            yield state, battle
        if not most:
            return


@pytest.mark.parametrize("system", OPTIONS)
def test_either_side_may_win_and_the_rules_accept_it(system: str) -> None:
    rules = rules_of(system)
    for number, (state, battle) in enumerate(some(open_battles(rules, 6))):
        for winner, loser in (("attacker", "defender"), ("defender", "attacker")):
            dice = Seeded(b"ended so", winner, number)
            report = rules.force_result(state, winner, dice)
            assert report.winner == winner
            assert report == rules.force_result(state, winner, Seeded(b"ended so", winner, number))
            lost = {
                side: sum(report.losses.get(unit.id, 0) for unit in getattr(battle, side).units)
                for side in (winner, loser)
            }
            assert lost[loser] > 0 and lost[winner] < getattr(battle, winner).sp
            after = rules.apply(state, GM, rules.report(state, report), dice).state
            assert rules.opens(after) is None or rules.opens(after) != battle


@pytest.mark.parametrize("system", OPTIONS)
def test_what_follows_is_played_to_the_end(system: str) -> None:
    rules = rules_of(system)
    state, _battle = next(open_battles(rules, 1))
    begin = begin_after_battle(rules, state, "attacker")
    outcomes = [one_game(rules, begin(Seeded(b"after", "it", 0)), b"seed", 0) for _ in range(2)]
    assert outcomes[0] is not None and outcomes[0] == outcomes[1]
