"""The table battle keeps the contract of a system, by bots and by wild hands."""

import pytest

from battles.rules.dba.system import DBA
from tests.engine.contract import check_contract


@pytest.mark.parametrize("seed", range(12))
def test_wild_players(seed):
    check_contract(DBA, seed, wild=60, wild_steps=150, every=3)


@pytest.mark.parametrize("name", list(DBA.scenarios()))
def test_bots_come_to_an_end_by_themselves(name):
    for seed, setup in enumerate(("guided", "quick")):
        played = check_contract(
            DBA, seed, scenario=DBA.scenario(name), options={"setup": setup}, wild=0, every=7
        )
        assert played.outcome is not None and played.outcome.reason in {"broken", "annihilated", "nightfall"}


def test_the_same_seed_gives_the_same_battle():
    one, two = (check_contract(DBA, 5, wild=0, every=50) for _ in range(2))
    assert one.entries == two.entries
