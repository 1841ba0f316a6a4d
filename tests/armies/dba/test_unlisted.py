"""Armies outside the built-in lists: any twelve elements, and lists from users' own files."""

import json
import textwrap
from typing import Any

import pytest

from armies.dba import documents, plain
from armies.dba.free_lists import FREE, OWN, free_list, read_own_lists, row_of
from armies.dba.lists import army_lists
from armies.dba.roster import Roster, from_picks
from armies.dba.validate import validate
from engine.refusals import BadDocument
from tests.armies.dba.own_lists import own_file

TWELVE = {"4Bd": 4, "El": 3, "WWg": 1, "Art": 3}


def any_twelve() -> Roster:
    return from_picks(free_list(3, "steppe"), [{"SCh": 1}, TWELVE], name="Wild bunch")


def test_any_twelve_elements_are_an_army() -> None:
    assert validate(any_twelve()) == ()


def test_the_size_the_general_and_the_camp_are_kept_all_the_same() -> None:
    short = from_picks(free_list(), [{}, {"4Bd": 10, "WWg": 2}])
    assert {p.code for p in validate(short)} == {"too_few", "too_many", "no_general", "camp_beside_wagons"}


def test_a_free_army_comes_back_from_json_and_text_as_it_went() -> None:
    roster = any_twelve()
    assert documents.from_json(json.loads(json.dumps(documents.to_json(roster)))) == roster
    assert plain.read(plain.write(roster)) == roster
    assert (roster.army.aggression, roster.army.topography) == (3, "steppe")


def test_a_text_of_no_list_of_ours_is_read_as_a_free_army() -> None:
    roster = plain.read("1x3Kn (general), 6x4Pk, 2x4Ax, 2xEl, 1x2Ps", FREE)
    assert roster.list_id == FREE and len(roster.elements) == 12 and not validate(roster)


def test_a_list_from_a_file_becomes_an_army_that_carries_it() -> None:
    (army,) = read_own_lists(own_file().decode())
    roster = from_picks(army, [{"3Cv": 1}, {"4Ax": 9}, {"2Ps": 2}])
    assert validate(roster) == () and roster.list_id == OWN
    assert documents.from_json(json.loads(json.dumps(documents.to_json(roster)))) == roster
    mixed = from_picks(army, [{"3Cv": 1}, {"4Ax": 5, "3Ax": 4}, {"2Ps": 2}])
    assert [p.code for p in validate(mixed)] == ["not_uniform"]


@pytest.mark.parametrize("list_id", list(army_lists())[:12])
def test_our_own_lists_are_a_file_that_can_be_loaded(list_id: str) -> None:
    row = row_of(army_lists()[list_id])
    (army,) = read_own_lists(own_file(**row).decode())
    assert row_of(army) == row


@pytest.mark.parametrize(
    ("change", "path"),
    [
        ({"aggression": 7}, "$.armies[0].aggression"),
        ({"topography": "sea"}, "$.armies[0].topography"),
        ({"end_year": -500}, "$.armies[0].end_year"),
        (
            {"elements": [{"count": 12, "options": ["9Xx"], "label": "x"}]},
            "$.armies[0].elements[0].options[0]",
        ),
        ({"points": 3}, "$.armies[0].points"),
    ],
)
def test_every_mistake_of_a_file_is_named_with_its_place(change: dict[str, Any], path: str) -> None:
    with pytest.raises(BadDocument) as bad:
        read_own_lists(own_file(**change).decode())
    assert any(path.startswith(m.path) or m.path.startswith(path) for m in bad.value.mistakes)


def test_what_only_an_unlisted_army_says_is_refused_elsewhere() -> None:
    told = documents.to_json(any_twelve()) | {"list": "vandal"}
    with pytest.raises(BadDocument) as bad:
        documents.from_json(told)
    assert {m.path for m in bad.value.mistakes} == {"$.aggression", "$.home"}


def own_army() -> Roster:
    (army,) = read_own_lists(own_file(notes="Hill men", dismount={"3Cv": "4Bd"}).decode())
    return from_picks(army, [{"3Cv": 1}, {"4Ax": 9}, {"2Ps": 2}], name="Ours")


def test_a_loaded_list_survives_plain_text() -> None:
    roster = own_army()
    text = plain.write(roster)
    assert plain.read(text) == roster
    wrapped = "\n".join(textwrap.wrap(text.split("\n")[1], 60))
    assert plain.read(text.replace(text.split("\n")[1], wrapped)) == roster  # as a mail program wraps it


def test_mistakes_of_a_list_within_a_text_are_named_with_their_line() -> None:
    text = plain.write(own_army())
    row = json.dumps(row_of(own_army().army) | {"aggression": 9}, indent=1)
    spoiled = text.replace(text.split("\n")[1], f"Own list: {row}")
    with pytest.raises(BadDocument) as bad:
        plain.read(spoiled)
    line = next(n for n, one in enumerate(spoiled.splitlines(), 1) if "aggression" in one)
    assert [(m.path, m.code) for m in bad.value.mistakes] == [(f"line {line}", "not_a_number")]
    with pytest.raises(BadDocument) as bad:
        plain.read("Army: own\n12 x 4Bd")
    assert [m.code for m in bad.value.mistakes] == ["no_own_list"]


def test_every_mistake_of_a_file_is_named_with_its_line() -> None:
    pretty = json.dumps(json.loads(own_file(aggression=9, topography="sea")), indent=1)
    with pytest.raises(BadDocument) as bad:
        read_own_lists(pretty)
    said = {m.path: m.facts["line"] for m in bad.value.mistakes}
    lines = pretty.splitlines()
    assert set(said) == {"$.armies[0].aggression", "$.armies[0].topography"}
    assert all(path.rsplit(".", 1)[1] in lines[int(str(line)) - 1] for path, line in said.items())


@pytest.mark.parametrize(
    ("text", "where", "code"),
    [
        ('{"schema": "vexillum-dba-lists/1",\n "armies": [\n ,]}', "line 3", "not_json"),
        ('{"schema": "vexillum-dba-lists/1",\n "armies": [],\n "armies": []}', "$.armies", "said_twice"),
    ],
)
def test_a_file_that_is_no_json_is_refused_with_the_line(text: str, where: str, code: str) -> None:
    with pytest.raises(BadDocument) as bad:
        read_own_lists(text)
    (only,) = bad.value.mistakes
    assert (only.path, only.code) == (where, code) and (only.path != "$.armies" or only.facts["line"] == 3)
