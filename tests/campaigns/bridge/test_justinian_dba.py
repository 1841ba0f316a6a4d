"""A battle of Justinian fought with DBA, there and back: the units that take part, their losses, and no
invented units.
"""

from collections import Counter
from dataclasses import replace

import pytest
from django.utils.translation import override
from hypothesis import given, settings
from hypothesis import strategies as st

from armies.dba.fits import lists_for
from battles.dba.rules.system import DBA
from battles.dba.wording.names import translate_name
from campaigns.bridge import casualties, composition
from campaigns.bridge.justinian_dba import BRIDGE
from engine.dice import Seeded
from engine.game import Outcome, won_by
from tests.campaigns.bridge.forces import SCENARIO, a_force, a_unit, an_attack
from tests.campaigns.bridge.kinds import on_the_table
from tests.found import some

POWERS = sorted(composition.powers())
units = st.lists(st.integers(1, 25), min_size=1, max_size=4)


def codes(muster, seat, unit=None):
    return [
        e["code"]
        for e in muster.scenario["armies"][seat]["elements"]
        if e["type"] != "Followers" and unit in (None, e["unit"])
    ]


# --- units that take part ---


@pytest.mark.parametrize("power", POWERS)
def test_every_power_of_the_campaign_fields_its_list(power):
    assert composition.powers()[power].list in lists_for("justinian", power)
    twelve = composition.elements(power, "field", 12)
    assert len(twelve) == 12 and composition.general_code(power) in twelve


def test_every_power_is_covered():
    assert set(POWERS) == {"byzantium", *(power["id"] for power in SCENARIO["powers"])}


def test_one_strength_point_is_one_element():
    muster = BRIDGE.muster(an_attack(), SCENARIO)
    assert (len(codes(muster, "red")), len(codes(muster, "blue"))) == (10, 12)
    assert Counter(codes(muster, "blue")) == Counter(composition.elements("ostrogoths", "field", 12))


def test_a_great_battle_keeps_its_ratio():
    attack = an_attack(
        a_force("byzantium", a_unit(sp=30)), a_force("barbarian", a_unit("army:witigis", "ostrogoths", 20))
    )
    muster = BRIDGE.muster(attack, SCENARIO)
    assert (len(codes(muster, "red")), len(codes(muster, "blue"))) == (12, 8)


def test_a_small_fight_is_multiplied():
    attack = an_attack(
        a_force("byzantium", a_unit(sp=4)), a_force("barbarian", a_unit("army:witigis", "ostrogoths", 2))
    )
    muster = BRIDGE.muster(attack, SCENARIO)
    assert (len(codes(muster, "red")), len(codes(muster, "blue"))) == (12, 6)


def test_a_very_unequal_fight_is_still_one():
    attack = an_attack(
        a_force("byzantium", a_unit(sp=38)), a_force("barbarian", a_unit("army:witigis", "ostrogoths", 3))
    )
    muster = BRIDGE.muster(attack, SCENARIO)
    assert (len(codes(muster, "red")), len(codes(muster, "blue"))) == (12, 3)
    told = {line["side"]: line["raised_to"] for line in muster.reckoning if line["code"] == "side"}
    assert told == {"attacker": False, "defender": True}
    assert next(line for line in muster.reckoning if line["code"] == "table")["advised"]
    report = BRIDGE.convert_losses(attack, muster, "attacker", {"army:witigis": 2})
    assert report.losses == {"army:witigis": 3}  # two thirds of 3 SP; pursuit takes the rest
    assert BRIDGE.convert_losses(attack, muster, None, {"army:witigis": 2}).losses == {"army:witigis": 2}


# --- pursuit of the beaten side ---


def four_to_one():
    return an_attack(
        a_force("byzantium", a_unit(sp=28)), a_force("barbarian", a_unit("army:witigis", "ostrogoths", 7))
    )


def test_a_routed_army_of_three_elements_does_not_get_away_with_two_of_seven():
    """At four to one the campaign's table costs the loser nine tenths on average, and a DBA battle costs the
    same.
    """
    attack = four_to_one()
    muster = BRIDGE.muster(attack, SCENARIO)
    report = BRIDGE.convert_losses(attack, muster, "attacker", {"army:witigis": 1})
    assert report.losses == {"army:witigis": 7}  # a third fell and nine tenths of the rest were caught: 6.5
    assert report.facts["defender"]["pursued"] == 90


def test_nobody_pursues_a_victor_or_after_a_drawn_battle():
    attack = four_to_one()
    muster = BRIDGE.muster(attack, SCENARIO)
    for winner in ("defender", None):
        assert BRIDGE.convert_losses(attack, muster, winner, {"army:witigis": 1}).losses == {
            "army:witigis": 2
        }


def test_a_smaller_army_pursues_nobody():
    attack = four_to_one()
    muster = BRIDGE.muster(attack, SCENARIO)
    report = BRIDGE.convert_losses(attack, muster, "defender", {"army:praesental_i": 4})
    assert sum(report.losses.values()) == 9 and "pursued" not in report.facts["attacker"]  # a third of 28


def test_a_battle_opened_before_pursuit_was_told_is_reckoned_without_it():
    attack = four_to_one()
    muster = BRIDGE.muster(attack, SCENARIO)
    told = tuple(row for row in muster.reckoning if row["code"] != "pursuit")
    report = BRIDGE.convert_losses(attack, replace(muster, reckoning=told), "attacker", {"army:witigis": 1})
    assert report.losses == {"army:witigis": 2}


def test_what_pursuit_would_take_is_told_beside_the_chances():
    (row,) = [row for row in BRIDGE.muster(four_to_one(), SCENARIO).reckoning if row["code"] == "pursuit"]
    assert row == {"code": "pursuit", "each": 30, "attacker": 0, "defender": 90}


# --- reasons for an army to break sooner ---


def breaking(attack):
    muster = BRIDGE.muster(attack, SCENARIO)
    battle = DBA.open(muster.scenario, {"setup": "quick"}).battle
    reasons = {line["side"]: line["reasons"] for line in muster.reckoning if line["code"] == "steadiness"}
    return (battle.breaking_point("red"), battle.breaking_point("blue")), reasons


def test_a_much_worse_led_army_breaks_sooner():
    drms = {"attacker_drms": {"leader": 3, "byzantine_attack": 1}, "defender_drms": {"disorganised": -1}}
    assert breaking(an_attack(**drms)) == ((3, 2), {"defender": {"worse_led": -2}})
    one = {"attacker_drms": {"leader": 1}, "defender_drms": {}}
    assert breaking(an_attack(**one)) == ((3, 4), {})


def test_with_the_water_at_its_back_an_army_breaks_sooner():
    drms = {"attacker_drms": {"byzantine_attack": 1, "crossing": -2}, "defender_drms": {}}
    assert breaking(an_attack(strait=True, **drms)) == ((2, 4), {"attacker": {"water_behind": -1}})


def test_garrisons_caught_without_walls_break_sooner():
    drms = {"attacker_drms": {}, "defender_drms": {"weak_troops": -1, "in_the_open": -1}}
    assert breaking(an_attack(**drms)) == ((3, 3), {"defender": {"in_the_open": -1}})


def test_no_army_breaks_before_its_first_loss():
    small = a_force("barbarian", a_unit("army:witigis", "ostrogoths", 3))
    drms = {"attacker_drms": {"leader": 9}, "defender_drms": {}}
    assert breaking(an_attack(defender=small, **drms))[0][1] == 1


def test_frontier_troops_are_poorer_and_allies_bring_their_own():
    frontier = a_unit("frontier:italia", "byzantium", 4, "frontier", None)
    allies = a_unit("ally:praesental_i:lombards", "lombards", 3, "allied", None)
    muster = BRIDGE.muster(an_attack(a_force("byzantium", a_unit(sp=5), frontier, allies)), SCENARIO)
    assert codes(muster, "red", "frontier:italia") == list(composition.powers()["byzantium"].poor)
    assert codes(muster, "red", "ally:praesental_i:lombards") == list(
        composition.elements("lombards", "allied", 3)
    )


def test_the_general_rides_with_the_commanders_army():
    one, two = a_unit("army:praesental_i", sp=3), a_unit("army:orient", sp=7)
    for first, second in ((one, two), (two, one)):
        muster = BRIDGE.muster(an_attack(a_force("byzantium", first, second)), SCENARIO)
        general = [e for e in muster.scenario["armies"]["red"]["elements"] if e.get("general")]
        assert [e["unit"] for e in general] == [first.id]


def test_a_side_without_an_army_has_a_general_too():
    frontier = a_unit("frontier:italia", "byzantium", 2, "frontier", None)
    muster = BRIDGE.muster(an_attack(defender=a_force("byzantium", frontier)), SCENARIO)
    assert [e["unit"] for e in muster.scenario["armies"]["blue"]["elements"] if e.get("general")] == [
        frontier.id
    ]
    DBA.open(muster.scenario, {})


@pytest.mark.parametrize(
    ("ground", "bua", "garrison", "denizens"),
    [
        ({"city": "Roma"}, True, False, True),
        ({"fort": True}, True, True, False),
        ({"city": "Dara", "fort": True}, True, True, True),
        ({"city": "Roma", "defender_controls": False}, False, False, True),
        ({}, False, False, False),
    ],
)
def test_cities_and_forts_of_the_defender_are_built_up_areas(ground, bua, garrison, denizens):
    found = BRIDGE.muster(an_attack(**ground), SCENARIO).scenario["ground"]
    assert (found["bua"], bool(found["bua_garrison"]), found["denizens"]) == (bua, garrison, denizens)
    assert found["defender"] == "blue"


@pytest.mark.parametrize(
    ("red", "blue", "bonus"), [(2, 1, (1, 0)), (1, 1, (0, 0)), (0, 2, (0, 1)), (3, 0, (2, 0))]
)
def test_the_better_leader_adds_to_his_pips(red, blue, bonus):
    attack = an_attack(attacker_drms={"leader": red}, defender_drms={"leader": blue})
    armies = BRIDGE.muster(attack, SCENARIO).scenario["armies"]
    assert (armies["red"]["command"], armies["blue"]["command"]) == bonus


def test_modifiers_shown_on_the_table_add_no_pips():
    """On the table, superior numbers become elements, walls become a built-up area, and weak troops become
    poorer elements. Their DRMs therefore add no PIPs.
    """
    shown = {"strength_differential": 5, "city": -2, "fort": -1}
    attack = an_attack(attacker_drms=shown, defender_drms={"weak_troops": -1, "in_the_open": -1})
    armies = BRIDGE.muster(attack, SCENARIO).scenario["armies"]
    assert (armies["red"]["command"], armies["blue"]["command"]) == (0, 0)


def test_the_reckoning_names_every_unit_and_every_element():
    frontier = a_unit("frontier:italia", "byzantium", 4, "frontier", None)
    muster = BRIDGE.muster(an_attack(a_force("byzantium", a_unit(), frontier), city="Roma"), SCENARIO)
    lines = [line for line in muster.reckoning if line["code"] == "unit" and line["side"] == "attacker"]
    assert {line["unit"]: line["sp"] for line in lines} == {"army:praesental_i": 10, "frontier:italia": 4}
    assert sorted(code for line in lines for code in line["codes"]) == sorted(codes(muster, "red"))
    assert {line["code"] for line in muster.reckoning} >= {
        "scale",
        "side",
        "unit",
        "general",
        "built_up_area",
    }


# --- casualties ---


def the_view(battle, dead, cause="destroyed"):
    """Return a spectator's view without these elements."""
    muster = BRIDGE.muster(battle, SCENARIO)
    rules = DBA.open(muster.scenario, {"setup": "quick"})
    state = rules.setup(Seeded(b"s", "b", 0)).state
    for element in dead:
        state = state.with_element(element, where="lost", cause=cause)
    return muster, rules.view(state, None)


def test_at_equal_scale_each_lost_element_costs_one_strength_point():
    battle = an_attack()
    muster, view = the_view(battle, ["r2", "r3", "b1"])
    report = BRIDGE.report(battle, muster, Outcome(won_by("blue"), "broken"), view)
    assert report.winner == "defender"
    assert report.losses == {"army:praesental_i": 2, "army:witigis": 1}
    assert report.facts["defender"]["general_lost"] is True


def test_who_left_the_table_comes_back():
    battle = an_attack(a_force("byzantium", a_unit(sp=12)))  # equal strength: no pursuit
    muster, view = the_view(battle, ["r2", "r3"], "left_table")
    report = BRIDGE.report(battle, muster, Outcome(won_by("blue"), "broken"), view)
    assert report.losses == {} and report.facts["attacker"]["fled_the_table"] == 2


def test_followers_cost_nothing():
    battle = an_attack()
    muster, view = the_view(battle, ["rf"])
    assert BRIDGE.report(battle, muster, Outcome(won_by(None), "nightfall"), view).losses == {}


def test_losses_are_scaled_back():
    battle = an_attack(
        a_force("byzantium", a_unit(sp=30)), a_force("barbarian", a_unit("army:witigis", "ostrogoths", 30))
    )
    muster, view = the_view(battle, ["r2", "r3", "r4", "r5"])
    assert BRIDGE.report(battle, muster, Outcome(won_by("blue"), "broken"), view).losses == {
        "army:praesental_i": 10
    }


def test_a_tie_has_no_winner():
    battle = an_attack()
    muster, view = the_view(battle, [])
    assert BRIDGE.report(battle, muster, Outcome(won_by(None), "nightfall"), view).winner is None


@settings(max_examples=60, deadline=None)
@given(units, units, st.sampled_from(POWERS), st.randoms(use_true_random=False))
def test_nobody_appears_and_nobody_falls_twice(ours, theirs, power, chance):
    def side(seat, power, sizes):
        kinds = ["field", "frontier", "allied", "levy"]
        return a_force(
            seat, *(a_unit(f"{kinds[i]}:{seat}", power, sp, kinds[i]) for i, sp in enumerate(sizes))
        )

    battle = an_attack(side("byzantium", "byzantium", ours), side("barbarian", power, theirs))
    muster = BRIDGE.muster(battle, SCENARIO)
    ids = [e["id"] for army in muster.scenario["armies"].values() for e in army["elements"]]
    dead = [one for one in ids if chance.random() < 0.4]
    muster, view = the_view(battle, dead)
    report = BRIDGE.report(battle, muster, Outcome(won_by("red"), "broken"), view)
    present = {u.id: u.sp for force in (battle.attacker, battle.defender) for u in force.units}
    assert all(0 < lost <= present[unit] for unit, lost in report.losses.items())
    for force, seat in ((battle.attacker, "red"), (battle.defender, "blue")):
        elements = [e for e in view["armies"][seat]["elements"] if e["unit"]]
        fallen = sum(casualties.count_fallen(elements).values())
        lost = sum(report.losses.get(unit.id, 0) for unit in force.units)
        pursued = report.facts["attacker" if seat == "red" else "defender"].get("pursued", 0)
        assert (fallen == 0 and not pursued) <= (lost == 0)
        assert (fallen == len(elements)) <= (lost == force.sp)


@pytest.mark.parametrize("seed", range(4))
def test_a_battle_there_and_back(seed):
    battle = an_attack(a_force("byzantium", a_unit(sp=12)), city="Roma")  # neither is outnumbered
    result = on_the_table(battle, seed)
    report, view = result.report, result.view
    assert report.winner in ("attacker", "defender", None)
    for force, seat in ((battle.attacker, "red"), (battle.defender, "blue")):
        fell = [e for e in view["armies"][seat]["elements"] if e["unit"] and e["cause"] in casualties.FELL]
        assert sum(report.losses.get(u.id, 0) for u in force.units) == len(fell)  # one element is one SP here


def test_on_the_table_every_power_is_called_in_the_readers_language() -> None:
    """The battle stores the scenario's name for a power, and Italian readers see the Italian name. In
    English, the Alamanni keep their own name, and do not get the name of the DBA list "Alamannic".
    """
    for power in some(SCENARIO["powers"]):
        with override("it"):
            assert translate_name(power["name"]) == power.get("name_it", power["name"])
        with override("en"):
            assert translate_name(power["name"]) == power["name"]
