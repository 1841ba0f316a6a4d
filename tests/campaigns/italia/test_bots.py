"""The program plays better than chance, whichever colour it has."""

import pytest

from campaigns.italia.rules.system import ITALIA
from engine.choices import sample_action
from engine.dice import Seeded, Throw
from engine.game import InvalidAction
from engine.order import in_order


def winner(scenario: str, clever: str, seed: int) -> dict[str, int]:
    """Points of a game in which one seat is the program and all others choose at random."""
    rules = ITALIA.open(ITALIA.scenario(scenario), {})
    state = rules.setup(Seeded(b"game", str(seed), 0)).state
    place = 0
    while (outcome := rules.outcome(state)) is None:
        place += 1
        own = Seeded(b"own", str(seed), place)
        state = in_order(state)
        decision = rules.pending(state)[0]
        if decision.seat == clever:
            action = rules.bot(state, clever, own)
        else:
            choices = rules.choices(state, decision.seat)
            one = choices[own.roll(Throw(len(choices), "choice", low=0))]
            action = ITALIA.codec.read(sample_action(one, own))
        try:
            state = rules.apply(state, decision.seat, action, Seeded(b"game", str(seed), place)).state
        except InvalidAction:
            raise AssertionError(f"{action} was offered") from None
    return {seat: int(points) for seat, points in outcome.scores.items()}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("scenario", "clever"),
    [(game, seat) for game in ("italia1", "italia2") for seat in ITALIA.scenario(game)["game"]["seats"]],
)
def test_it_scores_more_than_a_random_player_in_its_seat(scenario: str, clever: str) -> None:
    with_program = winner(scenario, clever, 1)[clever]
    at_random = winner(scenario, "nobody", 1)[clever]
    assert with_program > at_random
