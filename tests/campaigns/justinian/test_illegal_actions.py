"""Actions of the right kind with values from another moment: anything that is not offered is refused."""

import random
from collections import defaultdict
from typing import Any

import pytest

from campaigns.justinian.rules.system import JUSTINIAN
from engine.choices import permits
from engine.dice import Seeded
from engine.game import IllegalAction, InvalidAction
from tests.campaigns.justinian.players import fill, play, rules
from tests.engine.contract import check_contract, check_hidden, check_refusals


def without_zeros(body: dict[str, Any]) -> dict[str, Any]:
    """Return the action without shares of zero."""
    return {k: {unit: n for unit, n in v.items() if n} if isinstance(v, dict) else v for k, v in body.items()}


def test_ten_thousand_actions_that_no_choice_offers_are_refused() -> None:
    tried = 0
    for seed in (1, 2, 3, 4):
        game, rng = rules(setup="suggested"), random.Random(seed)
        moments = [s for n, (s, _, _, _) in enumerate(play(game, seed, "random", 1500)) if n % 4 == 0]
        pool: dict[str, list[Any]] = defaultdict(list)
        for state in moments:
            for choice in game.choices(state, game.pending(state)[0].seat):
                pool[choice.kind].append(fill(choice, rng))
        for state in moments:
            seat = game.pending(state)[0].seat
            choices = game.choices(state, seat)
            for kind in sorted({c.kind for c in choices}):
                for drawn in rng.choices(pool[kind], k=45):
                    body = without_zeros(JUSTINIAN.codec.write(drawn))
                    if permits(choices, body):
                        continue
                    tried += 1
                    with pytest.raises((IllegalAction, InvalidAction)):
                        game.apply(state, seat, JUSTINIAN.codec.read(body), Seeded(b"x", "x", 1))
    assert tried >= 10_000


OPTIONS = ({}, {"setup": "suggested"}, {"setup": "suggested", "battles": "open"})


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_what_is_offered_is_accepted_and_what_is_not_a_rule_forbids(options: dict[str, Any]) -> None:
    """Every choice is tried at every extreme of its fields; then thousands of actions outside the choices
    are refused with a reason.
    """
    played = check_contract(JUSTINIAN, 1, options=options, wild=40, every=6, avoid=("accept_setup",))
    assert played.refused == 0
    assert len(check_refusals(played, 1500)) > 30


def test_nothing_is_hidden_from_either_side_so_that_no_refusal_can_tell_it() -> None:
    """Each side sees every step in full, so no refusal can reveal anything hidden."""
    played = check_contract(JUSTINIAN, 2, options={"setup": "suggested"}, wild=0, every=400)
    assert check_hidden(played) == 0
