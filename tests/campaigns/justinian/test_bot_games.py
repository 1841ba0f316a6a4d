"""Whole bot games over options and seats with fixed seeds: no refusal and no endless loop."""

from typing import Any

import pytest

from campaigns.justinian.bot import better, first
from engine.dice import Seeded
from tests.campaigns.justinian.players import rules

LIMIT = 3000  # actions; a bot game has about 650

VARIANTS: list[tuple[int, Any, Any, dict[str, Any]]] = [
    (1, better, first, {}),
    (2, first, better, {}),
    (3, better, better, {"setup": "suggested", "defence_site": "coast"}),
    (4, better, better, {"operation_turn": 5, "epidemic": "introduction"}),
    (5, better, first, {"start_turn": 4, "handicap_gold": -30}),
    (6, first, better, {"setup": "suggested", "handicap_gold": 60}),
    (7, better, better, {"start_turn": 9}),
]


def winner(seed: int, byzantium: Any, barbarian: Any, options: dict[str, Any]) -> str | None:
    """Play a game between two bots, and return the winner's seat or None. An action that the rules refuse
    raises IllegalAction.
    """
    table, bots = rules(**options), {"byzantium": byzantium, "barbarian": barbarian}
    state, number = table.setup(Seeded(b"variant", str(seed), 0)).state, 0
    while table.outcome(state) is None:
        number += 1
        assert number < LIMIT
        (decision,) = table.pending(state)
        action = bots[decision.seat].choose(table, state, decision.seat, Seeded(b"none", str(seed), number))
        state = table.apply(state, decision.seat, action, Seeded(b"variant", str(seed), number)).state
    outcome = table.outcome(state)
    return outcome.winner if outcome else None


@pytest.mark.parametrize(("seed", "byzantium", "barbarian", "options"), VARIANTS)
def test_games_over_all_options_end_without_a_refused_action(
    seed: int, byzantium: Any, barbarian: Any, options: dict[str, Any]
) -> None:
    assert winner(seed, byzantium, barbarian, options) in ("byzantium", "barbarian")


@pytest.mark.parametrize("seed", [11, 12, 13])
def test_the_better_bot_beats_the_first_one_as_barbarian(seed: int) -> None:
    assert winner(seed, first, better, {}) == "barbarian"
