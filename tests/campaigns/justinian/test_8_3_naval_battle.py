"""Naval combat (8.3)."""

import pytest

from campaigns.justinian.rules.sea.naval_battle import NavalBattle, halve_die, needs_winner_die, resolve
from campaigns.justinian.rules.state.fleets import transport_loss


@pytest.mark.parametrize(("die", "half"), [(5, 3), (0, 1), (1, 1), (9, 5), (2, 1)])
def test_8_32_x22_the_die_is_halved_upwards_at_least_one(die: int, half: int) -> None:
    assert halve_die(die) == half


def test_8_32_the_larger_fleet_and_the_better_sailors() -> None:
    b = NavalBattle("byzantium", 4, "ostrogoths", 1)
    result = resolve(b, 4, 9, winner_die=3)
    assert result.attacker_score == 2 + 3 + 1 and result.defender_score == 5 - 1
    assert result.winner == "attacker"
    assert (result.attacker_loses, result.defender_loses) == (0, 1)


def test_8_32_the_winner_may_lose_one_and_the_loser_one_more() -> None:
    b = NavalBattle("byzantium", 3, "vandals", 3)
    assert (resolve(b, 9, 0, 5).attacker_loses, resolve(b, 9, 0, 5).defender_loses) == (1, 2)
    alone = NavalBattle("byzantium", 1, "vandals", 1)
    assert (resolve(alone, 9, 0, 9).attacker_loses, resolve(alone, 9, 0, 9).defender_loses) == (0, 1)


def test_8_32_a_tie_costs_both_one_and_needs_no_third_die() -> None:
    b = NavalBattle("vandals", 2, "vandals", 2)
    assert not needs_winner_die(b, 4, 3)
    tie = resolve(b, 4, 3)
    assert tie.winner is None and (tie.attacker_loses, tie.defender_loses) == (1, 1)
    with pytest.raises(ValueError, match="winner"):
        resolve(b, 9, 0)


def test_8_34_x23_seventeen_sp_on_two_fleets_one_lost() -> None:
    assert transport_loss(17, 1) == 7
    assert transport_loss(10, 1) == 0
