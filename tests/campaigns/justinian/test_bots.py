"""The bots play legally, their games end, and the better bot gets better results."""

from typing import Any

import pytest

from campaigns.justinian.bot import better, first
from campaigns.justinian.rules.system import JUSTINIAN
from engine.choices import permits
from engine.dice import Seeded
from tests.campaigns.justinian.players import play, rules
from tests.found import some


@pytest.mark.parametrize("bot", ["better", "first"])
def test_every_action_of_a_bot_is_among_the_choices(bot: str) -> None:
    game = rules(setup="suggested", bot=bot)
    for number, (state, seat, action, _) in enumerate(some(play(game, 11))):
        if number % 5 == 0:
            assert permits(game.choices(state, seat), JUSTINIAN.codec.write(action)), action


@pytest.mark.parametrize("seed", range(40, 46))
def test_games_end(seed: int) -> None:
    game = rules(setup="suggested", bot="first")
    state = [step.state for _, _, _, step in play(game, seed)][-1]
    outcome = game.outcome(state)
    assert outcome is not None
    assert outcome.winner in ("byzantium", "barbarian")


def score(seed: int, bots: dict[str, Any]) -> tuple[int, int]:
    """Return the number of prefectures and provinces that Byzantium holds at the end."""
    game = rules(setup="suggested")
    state, number = game.setup(Seeded(b"match", str(seed), 0)).state, 0
    while game.outcome(state) is None:
        number += 1
        (decision,) = game.pending(state)
        action = bots[decision.seat].choose(game, state, decision.seat, Seeded(b"bot", str(seed), number))
        state = game.apply(state, decision.seat, action, Seeded(b"match", str(seed), number)).state
    outcome = game.outcome(state)
    assert outcome is not None
    return outcome.scores["prefectures"], outcome.scores["provinces"]


def test_the_better_bot_holds_more_and_takes_more() -> None:
    """A match is two games with the same dice and swapped seats. The bot that holds more as Byzantium wins
    the match.
    """
    won = 0
    for seed in (1, 2, 3):
        mine = score(seed, {"byzantium": better, "barbarian": first})
        theirs = score(seed, {"byzantium": first, "barbarian": better})
        won += mine > theirs
    assert won >= 2
