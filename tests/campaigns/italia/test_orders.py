"""Standing orders: their answers fit the decisions, and other players wait less."""

from collections import Counter
from typing import Any

import pytest

from campaigns.italia.rules.chapters import ORDER_KINDS
from campaigns.italia.rules.system import ITALIA
from engine.choices import permits
from engine.game import Number, Pick
from tests.campaigns.italia.playing import played


def orders(last: bool) -> dict[str, Any]:
    """Return every order, with each field at its first or last value."""
    found: dict[str, Any] = {}
    for kind in ORDER_KINDS:
        said: dict[str, Any] = {}
        for field in kind.fields:
            if isinstance(field, Pick):
                said[field.name] = field.options[-1 if last else 0].value
            elif isinstance(field, Number):
                said[field.name] = field.high if last else field.low
        found[kind.decision] = said
    return found


@pytest.mark.parametrize("last", [False, True])
@pytest.mark.parametrize("scenario", ["italia1", "italia2"])
def test_what_an_order_answers_is_offered(scenario: str, last: bool) -> None:
    game = played(scenario, {}, 5, 60, every=10_000)
    rules: Any = game.opening.rules
    answered: Counter[str] = Counter()
    for head in game.heads:
        for decision in rules.pending(head.state):
            action = rules.standing(head.state, decision, orders(last))
            if action is None:
                assert decision.kind not in orders(last)
                continue
            offered = rules.choices(head.state, decision.seat)
            assert permits(offered, ITALIA.codec.write(action)), f"{action} against {decision.kind}"
            answered[decision.kind] += 1
    assert {"aim", "retreat", "naval_calls"} <= set(answered)


def test_orders_are_given_to_a_nation_or_to_all() -> None:
    rules = ITALIA.open(ITALIA.scenario("italia2"), {})
    kinds = rules.order_kinds("green")
    own = {kind.power for kind in kinds if kind.decision == "react"}
    assert own == {"", "vandals", "foederati", "burgundians", "arabs"}
    assert len({kind.key for kind in kinds}) == len(kinds)
