"""The catalogue and the army lists match the rulebook, and the reader is strict."""

import copy
import json

import pytest

from armies.dba.catalogue import TROOP_TYPES, camp_followers, catalogue, parse_elements
from armies.dba.files import DATA
from armies.dba.fits import campaign_fits, lists_for, parse_fits, powers_of
from armies.dba.lists import ARMY_SIZE, army_lists, homes_with_bua, parse_lists
from armies.dba.roster import ready_roster
from armies.dba.validate import validate
from engine.reading import Reader
from engine.refusals import BadDocument
from tests.found import some


def document(name):
    return json.loads((DATA / name).read_text(encoding="utf-8"))


def mistakes_of(parse, data):
    with pytest.raises(BadDocument) as refused:
        parse(Reader(data))
    return {(m.path, m.code) for m in refused.value.mistakes}


# L128-167: base depth and number of figures, as printed
@pytest.mark.parametrize(
    ("code", "depth", "figures"),
    [
        ("El", 40, 1), ("3Kn", 30, 3), ("6Kn", 60, 6), ("3Cv", 30, 3), ("2LH", 30, 2), ("2Cm", 30, 2),
        ("4Sp", 15, 4), ("3Sp", 30, 3), ("4Pk", 15, 4), ("4Bd", 15, 4), ("3Bd", 20, 3), ("4Ax", 20, 4),
        ("8Bw", 40, 8), ("2Ps", 20, 2), ("4Wb", 15, 4), ("3Wb", 20, 3), ("5Wb", 30, 5), ("7Hd", 30, 7),
        ("Art", 40, 1), ("WWg", 80, 1), ("Lit", 80, 5),
    ],
)  # fmt: skip
def test_it_has_the_bases_of_the_table(code, depth, figures):
    base = catalogue()[code]
    assert (base.width_mm, base.depth_mm, base.figures) == (40, depth, figures)


def test_the_catalogue_has_every_troop_type_and_knows_the_mounted_ones():
    assert {e.type for e in catalogue().values()} == set(TROOP_TYPES)
    mounted = {e.type for e in catalogue().values() if e.is_mounted}
    assert mounted == {"El", "Kn", "Cv", "LH", "SCh", "Cm"}  # L84
    assert catalogue()["2Cm"].type == "LH"  # skirmishing camels are light horse
    assert camp_followers().depth_mm == 20


# L60: men represented at the nominal scale
def test_men_follow_the_number_of_figures():
    assert catalogue()["4Sp"].men == (1000, 1200)
    assert catalogue()["3Ax"].men == (750, 900)
    assert catalogue()["2Ps"].men == (500, 600)
    assert catalogue()["El"].models == 25 and catalogue()["El"].men is None


def test_every_list_fields_twelve_with_one_general_and_passes_its_own_rules():
    assert len(army_lists()) == 55
    for army in army_lists().values():
        roster = ready_roster(army.id)
        assert len(roster.codes) == ARMY_SIZE
        assert roster.general is not None
        assert validate(roster) == ()


def test_enmity_is_mutual():
    for army in some(army_lists().values()):
        assert all(army.id in army_lists()[e].enemies for e in army.enemies)


def test_only_the_forest_has_no_built_up_area():
    assert "forest" not in homes_with_bua() and len(homes_with_bua()) == 6


def test_every_power_of_justinian_has_a_list():
    fits = {c.campaign: c for c in campaign_fits()}
    assert len(fits["justinian"].powers) == 17
    assert lists_for("justinian", "persia") == ("sassanid",)
    assert ("justinian", "ostrogoths") in {(c.campaign, p.power) for c, p in powers_of("ostrogothic")}
    with pytest.raises(KeyError):
        lists_for("justinian", "rome")


def test_it_names_every_mistake_of_a_list_with_its_path():
    data = copy.deepcopy(document("lists.json"))
    vandal = next(i for i, a in enumerate(data["armies"]) if a["id"] == "vandal")
    army = data["armies"][vandal]
    army["start_year"] = 0
    army["elements"][1]["count"] = 6
    army["elements"][2]["options"] = ["9Kn"]
    army["enemies"].append("martian")
    del army["notes"]
    found = mistakes_of(parse_lists, data)
    assert ("$.armies[vandal].notes", "missing_field") in found
    army["notes"] = "x"
    found = mistakes_of(parse_lists, data)
    at = "$.armies[vandal]"
    assert {
        (f"{at}.start_year", "no_year_zero"),
        (f"{at}.elements", "not_twelve"),
        (f"{at}.elements[2].options[0]", "not_one_of"),
        (f"{at}.enemies[{len(army['enemies']) - 1}]", "unknown_list"),
    } <= found


@pytest.mark.parametrize(
    ("years", "code"),
    [
        ({"3Kn": [None, None]}, "not_a_range"),
        ({"3Kn": [900, None]}, "not_a_number"),
        ({"3Kn": [450, None], "4Wb": [None, 449]}, "no_option_for_every_year"),
        ({"El": [450, None]}, "unknown_field"),
    ],
)
def test_option_years_must_fit_the_list_without_gaps(years, code):
    data = copy.deepcopy(document("lists.json"))
    vandal = next(a for a in data["armies"] if a["id"] == "vandal")
    vandal["elements"][2]["years"] = years
    assert code in {found for _, found in mistakes_of(parse_lists, data)}


def test_it_refuses_one_sided_enmity_and_dismounting_to_a_horse():
    data = copy.deepcopy(document("lists.json"))
    lombard = next(a for a in data["armies"] if a["id"] == "lombard")
    lombard["dismount"] = {"3Kn": "3Cv"}
    lombard["enemies"].append("etruscan")
    codes = {code for _, code in mistakes_of(parse_lists, data)}
    assert codes == {"not_on_foot", "one_sided"}


def test_it_names_every_mistake_of_the_catalogue():
    data = document("elements.json")
    data["elements"][0]["depth_mm"] = "40"
    data["elements"][1]["colour"] = "red"
    data["types"].pop()
    assert mistakes_of(parse_elements, data) == {
        ("$.elements[0].depth_mm", "not_a_number"),
        ("$.elements[1].colour", "unknown_field"),
        ("$.types", "incomplete"),
    }


def test_a_power_may_only_name_lists_that_exist():
    data = document("campaign_fits.json")
    data["campaigns"][0]["powers"][0]["lists"] = ["martian"]
    assert mistakes_of(parse_fits, data) == {
        ("$.campaigns[justinian].powers[byzantium].lists[0]", "not_one_of")
    }
