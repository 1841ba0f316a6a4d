"""Exact odds agree with a count by hand and with the code that resolves battles."""

from dataclasses import replace
from fractions import Fraction

import pytest

from campaigns.justinian import forecast as odds
from campaigns.justinian.rules.battle.land_battle import Group, LandBattle, resolve
from campaigns.justinian.rules.scenario.loading import builtin, load
from campaigns.justinian.rules.scenario.types import Troops
from campaigns.justinian.rules.sea.naval_battle import NavalBattle


def small_battle() -> LandBattle:
    moors = Group("moors", "moors", "field", 10, leader_control=3)
    byzantine = Group("africa", "byzantium", "field", 10, leader_control=5)
    return LandBattle("numidia", (moors,), (byzantine,), "moors", "africa")


def test_a_battle_counts_its_hundred_results() -> None:
    b, found = small_battle(), odds.land(small_battle())
    results = [resolve(b, x, y) for x in range(10) for y in range(10)]
    assert found.attacker_wins == Fraction(sum(r.winner == "attacker" for r in results), 100)
    assert found.mean_attacker == Fraction(sum(r.attacker_loses for r in results), 100)
    assert found.attacker_wins == found.defender_wins  # neither side has a modifier
    assert found.attacker_wins + found.defender_wins + found.tie == 1
    assert sum(found.attacker_losses.values()) == 1


def test_disorganisation_after_a_battle_uses_the_leaders_control() -> None:
    found = odds.land(small_battle())
    assert found.attacker_disorganised == (found.attacker_wins + found.tie) * Fraction(6, 10)
    assert found.defender_disorganised == (found.defender_wins + found.tie) * Fraction(4, 10)


def test_a_stronger_attacker_never_fares_worse() -> None:
    wins = []
    for sp in (5, 10, 20, 40):
        attacker = Group("moors", "moors", "field", sp)
        wins.append(odds.land(LandBattle("numidia", (attacker,), small_battle().defenders)).attacker_wins)
    assert wins == sorted(wins) and wins[0] < wins[-1]


def test_naval_chances_sum_to_one_and_favour_the_byzantines() -> None:
    found = odds.naval(NavalBattle("byzantium", 2, "ostrogoths", 2))
    assert found.attacker_wins + found.defender_wins + found.tie == 1
    assert found.attacker_wins > Fraction(3, 4)


@pytest.mark.parametrize(
    ("control", "drm", "chance"), [(5, 0, "3/5"), (5, -2, "4/5"), (9, 0, "1"), (0, 0, "1/10")]
)
def test_7_32_interception(control: int, drm: int, chance: str) -> None:
    assert odds.interception_chance(control, drm) == Fraction(chance)


def test_7_35_naval_interception_is_even() -> None:
    assert odds.naval_interception_chance() == Fraction(1, 2)
    assert odds.naval_interception_chance(2) == Fraction(3, 4)  # each patrol may try once
    assert odds.naval_interception_chance(0) == 0


def test_6_33_alliance_by_bribe() -> None:
    none, full = odds.alliance_chances(1, 0), odds.alliance_chances(1, 9)
    assert none == {"barbarian": Fraction(6, 10), "neutral": Fraction(1, 10), "byzantine": Fraction(3, 10)}
    assert full["byzantine"] == Fraction(6, 10)
    assert odds.alliance_chances(0, 2) == odds.alliance_chances(0, 0)  # 2 G buy no modifier
    assert [row["byzantine"] for row in odds.alliance_table(0).values()] == [
        Fraction(n, 10) for n in (2, 3, 4, 5)
    ]
    assert odds.alliance_chances(-3)["byzantine"] == 0


def test_8_13_retreat_before_combat() -> None:
    fresh = odds.retreat_chances(4, 1, disorganised=False, defeated=False)
    assert fresh.disorganised == Fraction(6, 10) and fresh.mean_loss == 0
    broken = odds.retreat_chances(4, 0, disorganised=True, defeated=True)
    assert broken.mean_loss == Fraction(2 * (1 + 2 + 3 + 4 + 5), 10)


def test_6_23_recruiting() -> None:
    persia = odds.recruit(Troops(20, 3))
    assert (min(persia), max(persia), persia.expectation()) == (20, 47, Fraction(67, 2))
    assert persia[20] == Fraction(1, 1000)


def test_4_35_a_power_raises_no_more_than_there_is_room_for() -> None:
    capped = odds.recruit(Troops(0, 1), 4)
    assert max(capped) == 4 and capped[4] == Fraction(6, 10)


def test_5_32_a_levy_is_a_die_within_the_limit() -> None:
    assert odds.levy_chances(50).expectation() == Fraction(9, 2)
    assert odds.levy_chances(3) == {
        0: Fraction(1, 10),
        1: Fraction(1, 10),
        2: Fraction(1, 10),
        3: Fraction(7, 10),
    }


def test_6_22_events_and_activations() -> None:
    events = odds.event_chances()
    assert sum(events.values()) == 1
    assert events["none"] == Fraction(55, 100)
    assert events["nika"] == Fraction(45, 100) * Fraction(2, 10) * Fraction(3, 10)
    powers = odds.activation_chances(load(builtin()))
    assert sum(powers.values()) == 1 and powers["persia"] == Fraction(1, 10)


def test_6_22_powers_that_are_gone_are_rolled_again() -> None:
    left = odds.activation_chances(load(builtin()), {"vandals", "ostrogoths"})
    assert sum(left.values()) == 1 and "vandals" not in left
    assert left["persia"] == Fraction(10, 83)  # 10 to 26 are rolled again


def test_5_25_an_unpaid_garrison_deserts_on_an_even_die_of_a_mutiny() -> None:
    once = Fraction(45, 100) * Fraction(3, 10) * Fraction(1, 2)
    assert odds.desertion_chance(1) == once and odds.desertion_chance(0) == 0
    assert odds.desertion_chance(3) == 1 - (1 - once) ** 3


def test_5_42_ten_dice_or_one_times_ten() -> None:
    many, one = odds.treasure_chances(10), odds.treasure_chances(1)
    assert many.expectation() == 45 and one.expectation() == 46
    assert one[10] == Fraction(2, 10) and (min(one), max(one)) == (10, 90)
    assert sum(many.values()) == 1 and many[0] == Fraction(1, 10**10)


def test_9_0_sardinia_is_held_if_ships_and_troops_remain() -> None:
    assert odds.sardinia_held(5, ships=True) == 1
    assert odds.sardinia_held(4, ships=True) == Fraction(8, 10)  # an 8 or a 9 removes all four
    assert odds.sardinia_held(9, ships=False) == 0


def test_9_0_sardinia_costs_half_a_die() -> None:
    assert odds.sardinian_chances() == {n: Fraction(1, 5) for n in range(5)}


def test_7_11_movement_points() -> None:
    assert odds.movement_chances("D", 1)[2] == Fraction(1, 10)
    assert odds.movement_chances("A").expectation() == Fraction(63, 10)


def test_a_levy_is_the_average_of_the_battles_it_may_be() -> None:
    b = small_battle()
    parts = [(Fraction(1, 4), b), (Fraction(3, 4), replace(b, city=True, defender_controls_site=True))]
    both = odds.mix_odds(parts)
    assert both.attacker_wins == sum(w * odds.land(each).attacker_wins for w, each in parts)
    assert both.mean_defender == both.defender_losses.expectation()
    assert both.attacker_wins + both.defender_wins + both.tie == 1


def test_7_11_reach() -> None:
    given = odds.movement_chances("A")
    assert [given.at_least(mp) for mp in (4, 7, 9)] == [1, Fraction(1, 2), 0]
    assert odds.movement_chances("A", 1).at_least(9) == Fraction(2, 10)


def test_8_27_pillage() -> None:
    assert odds.pillage_chances(9, False, 20).expectation() == 0
    assert odds.pillage_chances(5, True, 20)[4] == Fraction(1, 10)
    after = odds.pillage_after_victory(5, 20)  # disorganised again on 6 to 9, then +3
    assert sum(after.values()) == 1
    assert after[0] == Fraction(6, 10) * Fraction(6, 10) + Fraction(4, 10) * Fraction(3, 10)
    assert max(odds.pillage_after_victory(0, 2)) == 2  # limited to the number there


def test_8_21_without_a_way_out_a_die_is_lost() -> None:
    assert odds.stranded_chances(30) == {n: Fraction(1, 10) for n in range(10)}
    assert odds.stranded_chances(4)[4] == Fraction(6, 10)
