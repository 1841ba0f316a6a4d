"""The example system keeps the contract with every kind of player."""

import pytest

from tests.engine.contract import check_contract
from tests.engine.example import FORDS


@pytest.mark.parametrize("seed", range(20))
def test_a_game_half_at_random_keeps_the_contract(seed: int) -> None:
    played = check_contract(FORDS, seed)
    assert played.refused == 0  # every sampled action was legal
    assert played.outcome is not None


@pytest.mark.parametrize("seed", range(5))
def test_a_game_with_hidden_cards_and_covert_questions_keeps_it_too(seed: int) -> None:
    played = check_contract(FORDS, seed, scenario=FORDS.scenario("cards"), options={"rounds": 4})
    told = {event["kind"] for entry in played.entries for event in entry.events}
    assert {"cards_dealt", "ambush_laid"} <= told


@pytest.mark.parametrize("seed", range(5))
def test_bots_alone_come_to_an_end(seed: int) -> None:
    played = check_contract(FORDS, seed, options={"rounds": 10}, wild=0)
    assert played.outcome is not None


def test_the_same_seed_gives_the_same_game_to_the_byte() -> None:
    first, second = check_contract(FORDS, 7), check_contract(FORDS, 7)
    assert first.entries == second.entries
    assert first.head == second.head
