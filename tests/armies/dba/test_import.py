"""Armies exported and imported as JSON and plain text: nothing is lost, and every mistake is located."""

import json
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from armies.dba import documents, plain
from armies.dba.roster import ready_roster
from armies.dba.validate import validate
from engine.refusals import BadDocument
from tests.armies.dba.picking import choices


def mistakes(read, *given):
    with pytest.raises(BadDocument) as refused:
        read(*given)
    return [(m.path, m.code) for m in refused.value.mistakes]


@given(choices())
def test_json_comes_back_as_it_went(roster):
    assert documents.from_text(json.dumps(documents.to_json(roster))) == roster


@given(choices())
def test_plain_text_comes_back_as_the_same_army(roster):
    back = plain.read(plain.write(roster))
    assert back.counts() == roster.counts()
    assert back.codes[back.general] == roster.codes[roster.general]
    assert validate(back) == ()


def test_plain_text_armies_are_read():
    roster = plain.read(
        """
        Esercito: Vandali
        Nome: I miei Vandali   # a comment
        - 3kn Gelimero (generale)
        * 6x3Kn lancieri
        4Wb
        2LH x 2
        2 2Ps javelinmen
        Campo: vuoto
        """
    )
    assert (roster.list_id, roster.name, roster.camp) == ("vandal", "I miei Vandali", "empty")
    assert validate(roster) == ()
    assert roster.general == 0


def test_the_first_eligible_element_is_the_general_by_default():
    roster = plain.read("7 x 3Kn\n2 x 2LH\n1 x 4Wb\n2 x 2Ps", "vandal")
    assert validate(roster) == ()


def test_a_bare_type_will_do_where_the_list_has_one_such_element():
    assert validate(plain.read("7 Kn\n2 LH\n1 Wb\n2 Ps", "vandal")) == ()
    assert mistakes(plain.read, "7 Ax", "samnite") == [("line 1", "which_element")]


def test_longbows_and_crossbows_are_bows():
    assert plain.read("4Lb\n3Cb", "african_roman").counts() == {"4Bw": 1, "3Bw": 1}


def test_every_line_that_is_not_understood_is_named():
    text = "Army: vandal\n7 x 3Kn\nfifty brave men\n3 x 9Zz\n0 x 2Ps\nCamp: castle"
    assert mistakes(plain.read, text) == [
        ("line 3", "not_understood"),
        ("line 4", "unknown_element"),
        ("line 5", "bad_count"),
        ("line 6", "unknown_camp"),
    ]


def test_an_unknown_army_brings_the_nearest_names():
    with pytest.raises(BadDocument) as refused:
        plain.read("Army: Vandalic\n3Kn")
    (mistake,) = refused.value.mistakes
    assert mistake.code == "unknown_list" and "vandal" in mistake.facts["near"]


def test_text_without_army_or_elements_says_so():
    assert mistakes(plain.read, "3Kn") == [("line 1", "no_list")]
    assert mistakes(plain.read, "", "vandal") == [("line 1", "no_elements")]


def test_imports_have_limits():
    assert mistakes(plain.read, "x" * 20_001) == [("line 1", "too_long")]
    assert mistakes(plain.read, "3Kn\n" * 81) == [("line 81", "too_many_lines")]
    assert mistakes(documents.from_text, " " * 20_001) == [("$", "too_long")]
    assert mistakes(documents.from_text, "[" * 9_000) == [("line 1", "not_json")]


def test_a_wrong_document_lists_every_mistake():
    wrong = {
        "schema": "other/1",
        "list": "martian",
        "camp": "castle",
        "elements": [{"code": "9Zz"}, {"code": "3Kn", "slot": -1}, {"slot": 1}, 7],
        "colour": "red",
    }
    assert set(mistakes(documents.from_json, wrong)) == {
        ("$.schema", "not_one_of"),
        ("$.list", "not_one_of"),
        ("$.camp", "not_one_of"),
        ("$.colour", "unknown_field"),
        ("$.elements[0].code", "unknown_element"),
        ("$.elements[1].slot", "not_a_number"),
        ("$.elements[2].code", "missing_field"),
        ("$.elements[3]", "not_an_object"),
    }
    assert mistakes(documents.from_text, '{"a": 1') == [("line 1", "not_json")]


def test_elements_without_slots_find_their_places():
    codes = ["3Kn"] * 7 + ["2LH"] * 2 + ["4Wb"] + ["2Ps"] * 2
    elements = [{"code": c, "general": i == 0} for i, c in enumerate(codes)]
    roster = documents.from_json({"schema": documents.SCHEMA, "list": "vandal", "elements": elements})
    assert validate(roster) == ()


@given(st.text(max_size=300))
def test_no_text_breaks_the_reader(text):
    try:
        plain.read(text, "vandal")
    except BadDocument as refused:
        assert refused.mistakes
    try:
        documents.from_text(text)
    except BadDocument as refused:
        assert refused.mistakes


def test_the_year_goes_with_the_army():
    roster = replace(ready_roster("later_carthaginian"), year=-216)
    assert documents.from_text(json.dumps(documents.to_json(roster))) == roster
    assert "Year: 216 BC" in plain.write(roster)
    assert plain.read(plain.write(roster)).year == -216
    assert plain.read(plain.write(roster).replace("Year: 216 BC", "Anno: 216 a.C.")).year == -216
    assert mistakes(plain.read, "Army: vandal\nYear: soon\n3Kn") == [("line 2", "bad_year")]


@pytest.mark.parametrize("heading", ["Samnite", "SANNITI", "samnite", "* Samnite"])
def test_an_army_named_alone_at_the_head_is_understood(heading):
    roster = plain.read(f"{heading}\n1 x 3Cv (general)\n11 x 4Ax\n")
    assert roster.list_id == "samnite" and len(roster.elements) == 12


def test_a_name_below_the_elements_is_no_heading():
    with pytest.raises(BadDocument) as refused:
        plain.read("1 x 3Cv\nSamnite\n")
    assert refused.value.mistakes[-1].code == "not_understood"
