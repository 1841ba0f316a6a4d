"""Standing orders answer every interrupt, and only legally."""

from typing import Any

import pytest

from campaigns.rules.justinian.standing import ORDER_KINDS
from campaigns.rules.justinian.system import JUSTINIAN
from engine.choices import permits
from engine.dice import Seeded
from engine.game import Pick
from tests.campaigns.justinian.players import play, rules


def orders(pick: int) -> dict[str, dict[str, Any]]:
    """One order of every kind: of each policy the ``pick``-th (the last, if there are fewer)."""
    found: dict[str, dict[str, Any]] = {}
    for kind in ORDER_KINDS:
        body: dict[str, Any] = {}
        for field in kind.fields:
            if isinstance(field, Pick):
                body[field.name] = field.options[min(pick, len(field.options) - 1)].value
            else:
                body[field.name] = field.default  # type: ignore[union-attr]
        found[kind.decision] = body
    return found


@pytest.mark.parametrize("pick", [0, 1, 2])
def test_orders_are_legal_at_every_decision_of_random_games(pick: int) -> None:
    game, answered = rules(setup="suggested"), set()
    for state, seat, _, _ in play(game, 20 + pick, "random", 1500):
        (decision,) = game.pending(state)
        action = game.standing(state, decision, orders(pick))
        if action is not None:
            answered.add(decision.kind)
            assert permits(game.choices(state, seat), JUSTINIAN.codec.write(action)), (decision, action)
            game.apply(state, seat, action, Seeded(b"x", "x", 1))
    assert {"bribe", "maintenance", "intercept"} <= answered


def test_no_order_no_answer() -> None:
    game = rules(setup="suggested")
    for state, _, _, _ in play(game, 30, "bot", 60):
        assert game.standing(state, game.pending(state)[0], {}) is None
