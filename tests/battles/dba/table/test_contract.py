"""The table battle fulfils the contract of a system, whether bots play it or actions are chosen at random."""

import pytest

from battles.dba.rules.system import DBA
from tests.engine.contract import check_contract, check_hidden, check_refusals


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


PLACES = {"own_camp", "enemy_camp", "bua"}
SAYS_NOTHING = {
    "none_in_reach": ("end_shooting",),  # no shooter is left, so nobody is in range
    "none_in_contact": ("end_combat",),  # all have fought, so no unfought contact is left
    "unable": ("shoot",),  # the target need not shoot back
    "far": ("move_elements", "break_off"),  # distance from the general costs nothing here
}


def plain(action):
    """Return the action without flags that make no difference to the rules. Entering a defended place is
    marked as contact, because it is an assault whether or not it was declared so.
    """
    said = action.get("kind")
    if said == "move_elements" and str(action.get("onto")) in PLACES and not action.get("contact"):
        action = {**action, "contact": True}  # entering a defended place is an assault, declared or not
    return {k: v for k, v in action.items() if said not in SAYS_NOTHING.get(k, ()) or v is not True}


@pytest.mark.parametrize("seed", range(4))
def test_whatever_no_choice_offers_is_forbidden_by_a_rule(seed):
    played = check_contract(DBA, seed, wild=60, wild_steps=150, every=50, avoid=("concede", "agree_draw"))
    assert len(check_refusals(played, 2000, plain)) > 15


def test_nothing_is_hidden_so_that_no_refusal_can_tell_it():
    assert check_hidden(check_contract(DBA, 1, wild=60, wild_steps=50, every=50)) == 0


def test_the_same_seed_gives_the_same_battle():
    one, two = (check_contract(DBA, 5, wild=0, every=50) for _ in range(2))
    assert one.entries == two.entries
