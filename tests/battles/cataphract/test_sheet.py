"""The battle sheet: whole games by the contract, and what must hold in each of them."""

import pytest

from battles.cataphract.rules.system import CATAPHRACT
from tests.engine.contract import check_contract


@pytest.mark.parametrize("name", list(CATAPHRACT.scenarios()))
def test_the_bots_end_a_battle(name: str) -> None:
    played = check_contract(CATAPHRACT, seed=1, scenario=CATAPHRACT.scenario(name), wild=0, every=40)
    assert played.outcome is not None


@pytest.mark.parametrize("seed", [1, 2])
def test_it_keeps_the_contract(seed: int) -> None:
    check_contract(CATAPHRACT, seed=seed, avoid=("end_battle",), wild_steps=150, every=10)
