"""The rules for building an army (L58, L212, and the options of the list)."""

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from armies.dba.lists import army_lists
from armies.dba.roster import Element, Roster, difference, from_picks, ready_roster
from armies.dba.validate import Fix, Problem, validate
from armies.desks.dba.builder import apply_fix, fix_code
from tests.armies.dba.picking import choices
from tests.found import some

VANDAL = army_lists()["vandal"]  # general 3Kn; 5 3Kn; 3Kn|4Wb; 2 2LH; 4Wb|7Hd; 2 2Ps


def problems(roster):
    return {p.code: p for p in validate(roster)}


def vandals(**changes):
    return replace(ready_roster("vandal"), **changes)


def test_an_army_of_eleven_names_the_slot_and_what_may_be_added():
    roster = from_picks(VANDAL, [{"3Kn": 1}, {"3Kn": 5}, {}, {"2LH": 2}, {"4Wb": 1}, {"2Ps": 2}])
    found = problems(roster)
    assert found["not_twelve"].facts == {"have": 11, "need": 12}
    assert found["too_few"].slot == 2
    assert found["too_few"].fixes == (Fix("add", 2, "3Kn", count=1), Fix("add", 2, "4Wb", count=1))


def test_too_many_in_a_slot_says_what_may_leave():
    roster = from_picks(
        VANDAL, [{"3Kn": 1}, {"3Kn": 5}, {"3Kn": 1, "4Wb": 1}, {"2LH": 2}, {"4Wb": 1}, {"2Ps": 2}]
    )
    found = problems(roster)
    assert found["too_many"].facts == {"have": 2, "need": 1}
    assert {f.code for f in found["too_many"].fixes} == {"3Kn", "4Wb"}


def test_an_element_that_the_slot_does_not_offer_is_replaced_by_one_that_it_does():
    roster = from_picks(VANDAL, [{"3Kn": 1}, {"3Kn": 5}, {"El": 1}, {"2LH": 2}, {"4Wb": 1}, {"2Ps": 2}])
    (problem,) = validate(roster)
    assert (problem.code, problem.slot) == ("not_an_option", 2)
    assert Fix("replace", 2, "El", "4Wb", 1) in problem.fixes


def test_alternatives_may_be_mixed_unless_the_slot_is_uniform():
    mixed = from_picks(
        army_lists()["samnite"], [{"3Cv": 1}, {"3Cv": 1}, {"4Ax": 3, "3Ax": 4}, {"4Bd": 1}, {"2Ps": 2}]
    )
    assert validate(mixed) == ()
    iberian = from_picks(
        army_lists()["iberian"], [{"3Cv": 1}, {"3Cv": 1}, {"2LH": 1}, {"3Ax": 2, "3Wb": 3}, {"2Ps": 4}]
    )
    (problem,) = validate(iberian)
    assert problem.code == "not_uniform"
    assert problem.fixes == (Fix("all_alike", 3, "3Ax", count=5), Fix("all_alike", 3, "3Wb", count=5))


def test_there_is_exactly_one_general_in_his_own_place():
    ready = ready_roster("vandal")
    nobody = vandals(elements=tuple(replace(e, general=False) for e in ready.elements))
    assert problems(nobody)["no_general"].fixes == (Fix("set_general", 0, "3Kn"),)
    two = vandals(elements=(*ready.elements[:-1], replace(ready.elements[-1], general=True)))
    assert problems(two)["two_generals"].facts == {"have": 2}
    other = vandals(elements=(*nobody.elements[:-1], replace(ready.elements[-1], general=True)))
    assert problems(other)["wrong_general"].facts == {"code": "2Ps"}


def test_every_way_offered_to_place_the_general_does_so():
    ready = ready_roster("vandal")
    nobody = vandals(elements=tuple(replace(e, general=False) for e in ready.elements))
    two = vandals(elements=(*ready.elements[:-1], replace(ready.elements[-1], general=True)))
    other = vandals(elements=(*nobody.elements[:-1], replace(ready.elements[-1], general=True)))
    unled = vandals(elements=ready.elements[1:])
    for roster, code in ((nobody, "no_general"), (two, "two_generals"), (other, "wrong_general")):
        for fix in problems(roster)[code].fixes:
            assert apply_fix(VANDAL, roster, fix_code(fix)) == ready
    (fix,) = problems(unled)["no_general"].fixes
    assert apply_fix(VANDAL, unled, fix_code(fix)) == ready


def test_a_general_may_get_another_element_of_those_that_the_list_allows():
    army = next(a for a in army_lists().values() if len(a.slots[a.general_slot].options) > 1)
    place, ready = army.general_slot, ready_roster(army.id)
    for fix in some(Fix("set_general", place, code) for code in army.slots[place].options):
        led = apply_fix(army, ready, fix_code(fix))
        assert [(e.code, e.slot) for e in led.elements if e.general] == [(fix.code, place)]
        assert len(led.elements) == len(ready.elements)


# L58: the camp is compulsory; a garrison is a free choice
def test_a_camp_may_be_held_by_followers_by_an_element_or_by_nobody():
    assert all(
        validate(vandals(camp=camp)) == () for camp in ("followers", "element", "empty", "no_camp_sortie")
    )


def test_one_may_not_do_without_a_camp_for_wagons_that_are_not_there():
    assert problems(vandals(camp="no_camp_wagons"))["camp_needed"].fixes[0] == Fix(
        "set_camp", code="followers"
    )


# L212: more than one war wagon is the camp
def test_two_war_wagons_leave_no_camp():
    wagons = Roster("vandal", (Element("WWg", 3), Element("WWg", 3)), "followers")
    assert problems(wagons)["camp_beside_wagons"].fixes == (Fix("set_camp", code="no_camp_wagons"),)
    assert "camp_beside_wagons" not in problems(replace(wagons, camp="no_camp_wagons"))


# L177-184: a forest army never defends next to its own built-up area
def test_a_forest_army_controls_no_built_up_area():
    assert "no_bua_at_home" in problems(replace(ready_roster("slav"), camp="no_camp_bua"))
    assert validate(vandals(camp="no_camp_bua")) == ()


def test_an_unknown_list_is_a_problem_and_no_crash():
    assert validate(Roster("martian", ())) == (
        Problem("unknown_list", "list", facts={"list": "martian"}, fixes=(Fix("choose_list"),)),
    )


def test_the_difference_tells_what_to_change():
    other = from_picks(
        VANDAL, [{"3Kn": 1}, {"3Kn": 5}, {"4Wb": 1}, {"2LH": 2}, {"4Wb": 1}, {"2Ps": 2}], "empty"
    )
    found = difference(ready_roster("vandal"), other)
    assert found.codes == {"3Kn": -1, "4Wb": 1}
    assert found.camp == ("followers", "empty") and found.general is None and found
    assert not difference(other, other)


@given(choices())
def test_every_choice_of_options_may_be_fielded(roster):
    assert validate(roster) == ()


@given(choices(), st.integers(0, 11))
def test_no_army_may_be_fielded_without_one_of_its_elements(roster, index):
    short = replace(roster, elements=roster.elements[:index] + roster.elements[index + 1 :])
    assert {"not_twelve", "too_few"} <= set(problems(short))


# --- the year of the battle ---


def early_carthage(year, chariots):
    roster = ready_roster("early_carthaginian")  # the usual general of this army rides a heavy chariot
    if not chariots:
        army = army_lists()["early_carthaginian"]
        picks = [dict(roster.picks(i)) for i in range(len(army.slots))]
        roster = from_picks(army, [{"4Sp": 1}, {"3Cv": 1}, *picks[2:]])
    return replace(roster, year=year)


def test_chariots_are_gone_after_300_bc_and_the_fix_names_what_was_there():
    found = [p for p in validate(early_carthage(-264, chariots=True)) if p.code == "option_of_other_years"]
    assert [p.slot for p in found] == [0, 1]
    assert found[0].facts == {"code": "HCh", "year": -264, "first": -500, "last": -300}
    assert found[1].fixes == (Fix("replace", 1, "HCh", "3Cv", 1),)
    assert validate(early_carthage(-300, chariots=True)) == ()
    assert validate(early_carthage(-264, chariots=False)) == ()


def test_without_a_year_every_option_of_the_list_is_good():
    assert validate(early_carthage(None, chariots=True)) == ()


def test_a_year_outside_of_the_list_is_one_problem():
    found = validate(vandals(year=1066))
    assert [p.code for p in found] == ["list_of_other_years"]
    assert found[0].fixes == (Fix("any_year"),)


def test_lombards_dismount_from_taginae_on():
    lombards = army_lists()["lombard"]
    assert lombards.dismounts(551) == {} and lombards.dismounts(552) == {"3Kn": "4Sp"}
    assert lombards.dismounts(None) == {"3Kn": "4Sp"}
