"""A player's own missile chart, counters and leaders are read, checked and used."""

import json
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from battles.cataphract.answers.lookup import resolve
from battles.cataphract.rules.own_data.chart import plain
from battles.cataphract.rules.own_data.overlay import OwnData, overlay_scenario, read_own, read_own_table
from battles.cataphract.rules.own_data.rows import read_table
from battles.cataphract.rules.sheet.armies import printed_battles
from battles.cataphract.rules.sheet.armies.reading import read_roster
from battles.cataphract.rules.sheet.armies.roster import SEATS
from battles.cataphract.start import files
from engine.game import BadScenario
from games.models import Game
from tests.found import some

BATTLES = list(printed_battles.titles())
CHART = "weapon,1,2,3,4,5,6,7,8\n"


def read(text: str) -> OwnData:
    return read_own_table(read_table(text))


def mistakes(text: str) -> set[tuple[str, str]]:
    with pytest.raises(BadScenario) as bad:
        read(text)
    return {(one.path, one.code) for one in bad.value.mistakes}


def changed(text: str, before: str, after: str) -> str:
    assert before in text
    return text.replace(before, after, 1)


@pytest.mark.parametrize("battle", BATTLES)
def test_our_tables_read_again_change_nothing(battle: str) -> None:
    scenario = printed_battles.scenario(battle)
    own = [read(files.write(battle, part)) for part in ("counters", "leaders", "chart")]
    for part in some(own):
        again = read_roster(overlay_scenario(scenario, part))
        assert dict(again.counters) == dict(read_roster(scenario).counters)
        assert dict(again.chiefs) == dict(read_roster(scenario).chiefs)


def test_values_of_the_box_replace_ours_and_are_no_longer_unsure() -> None:
    text = files.write("tricameron", "counters")
    lines = text.splitlines()
    first = next(n for n, line in enumerate(lines) if "Vandal guard" in line)
    guard, lancer = lines[first], next(n for n, line in enumerate(lines) if "Vandal lancers" in line)
    lines[first] = changed(guard, ",5,6,7,", ",5,7,6,")
    lines[lancer] = changed(lines[lancer], ",5,5,8,", ",5,4,8,")
    scenario = overlay_scenario(printed_battles.scenario("tricameron"), read("\n".join(lines)))
    roster = read_roster(scenario)
    assert sorted(u.tq for u in roster.counters.values() if u.name.startswith("Vandal guard")) == [6, 7]
    assert not [mark for mark in roster.marks if mark[0].startswith("Vandal")]
    assert [mark for mark in printed_battles.scenario("tricameron")["marks"] if mark[0].startswith("Vandal")]


def test_a_wrong_total_is_named_with_what_is_printed() -> None:
    text = files.write("casilinum", "counters")
    line = next(one for one in text.splitlines() if "Berserkers" in one)
    assert mistakes(text.replace(line, line.replace(",5,6,4,", ",5,7,4,"))) == {("line 1", "wrong_total")}


def test_every_mistake_has_its_place() -> None:
    text = files.write("dara", "counters")
    lines = text.splitlines()
    militia = next(n for n, one in enumerate(lines) if "Militia" in one)
    lines[militia] = changed(lines[militia], "MI", "XI")
    lines[militia + 1] = changed(lines[militia + 1], "Militia", "Mameluks")
    lines[militia + 2] = changed(lines[militia + 2], ",8,4,", ",8,four,")
    lines[militia + 3] = lines[militia + 4]
    found = mistakes("\n".join(lines))
    at = militia + 1
    assert {(f"line {at}, type", "not_one_of"), (f"line {at + 1}, name", "not_one_of")} <= found
    assert {(f"line {at + 2}, tq", "not_a_number"), (f"line {at + 4}, id", "repeated_id")} <= found
    assert ("line 1", "missing_counter") in found


def test_a_value_that_the_rules_print_is_not_changed() -> None:
    text = files.write("callinicum", "counters")
    line = next(n for n, one in enumerate(text.splitlines(), 1) if "Thracian" in one)
    found = mistakes(text.replace("Thracian,1,HC,Cat,5,7,", "Thracian,1,HC,Cat,5,6,"))
    assert (f"line {line}, tq", "printed_value") in found
    leaders = files.write("dara", "leaders")
    found = mistakes(leaders.replace("Belisarius,OC,7,6,", "Belisarius,OC,7,4,"))
    assert found == {("line 2, initiative", "printed_value")}


def test_a_chart_is_checked_cell_by_cell() -> None:
    good = files.write("dara", "chart")
    assert read(good).chart is not None
    bad = good.replace("C_cav,9,7,4,1", "C_cav,9,7,5,1").replace("Cheiro,8,8", "Cheiro,8,9")
    bad = bad.replace("J_cav,5", "J_cav,x").replace("F,8", "Sling,8")
    found = mistakes(bad)
    assert {("line 3, 3", "printed_value"), ("line 9, 2", "stronger_farther")} <= found
    assert {("line 8, 1", "not_a_number"), ("line 6, weapon", "not_one_of")} <= found
    assert any(code == "missing_field" for _place, code in found)


def test_the_calculator_uses_the_players_own_values() -> None:
    chart = {**plain(), "B_inf": [6, 6, 5, 4, 2]}
    shot = {"ask": "shot", "firer": {"of": "aux_b"}, "target": {"of": "numeri"}, "distance": 2}
    assert resolve(shot)["strength"] == 5 and resolve({**shot, "chart": chart})["strength"] == 6
    assert "marks" in resolve(shot)
    rows = json.loads(json.dumps(read_table(files.write("casilinum", "counters")).document))["counters"]
    frank = [one for one in rows if one["side"] == "frank"]
    for one in frank:
        one["tq"] = 6 if one["name"] == "Berserkers" else 5
    frank[0]["tq"], frank[1]["tq"] = frank[0]["tq"] + 1, frank[1]["tq"] - 1
    question = {"ask": "quality", "kind": "passed_by_routed", "counters": frank}
    contingent = "berserk" if frank[0]["name"] == "Berserkers" else "frank"
    ours = resolve({**question, "counters": [], "unit": {"of": contingent, "number": 1}})
    theirs = resolve({**question, "unit": {"of": contingent, "number": 1}})
    assert ours["hits"] != theirs["hits"] and "marks" not in theirs


def test_a_question_with_wrong_counters_is_refused_with_their_place() -> None:
    with pytest.raises(BadScenario) as bad:
        resolve({"ask": "doom", "counters": [{"scenario": "dara"}]})
    assert {one.path for one in some(bad.value.mistakes)} >= {"$.counters[0].tq", "$.counters[0].name"}


def test_several_parts_are_read_from_one_json_document() -> None:
    document: dict[str, Any] = {
        "chart": plain(),
        "leaders": [{"name": "Gelimer", "initiative": 5, "charisma": 1}],
    }
    roster = read_roster(overlay_scenario(printed_battles.scenario("tricameron"), read_own(document)))
    assert roster.chiefs["gelimer"].initiative == 5 and roster.chart is not None
    assert roster.sides[SEATS[0]].level == 35


# --- the pages ---------------------------------------------------------------------------------------------

START = "/battles/cataphract/sheet/"
LOOK = "/battles/cataphract/lookup/"


def upload(name: str, text: str) -> SimpleUploadedFile:
    return SimpleUploadedFile(name, text.encode())


@pytest.mark.django_db
def test_a_sheet_begins_with_the_players_own_files() -> None:
    client = Client()
    chart = client.get(START + "tricameron.csv", {"part": "chart"}).content.decode()
    leaders = client.get(START + "tricameron.csv", {"part": "leaders"}).content.decode()
    sent = [upload("chart.csv", chart.replace("B_inf,6,5", "B_inf,6,6")), upload("leaders.csv", leaders)]
    response = client.post(START, {"battle": "tricameron", "dice": "virtual", "file": sent, "engaged": "yes"})
    assert response.status_code == 302, response.content.decode()
    game = Game.objects.get(pk=response["Location"].strip("/").split("/")[-1])
    roster = read_roster(game.scenario)
    assert roster.chart is not None and roster.chart["B_inf"]["ranges"]["2"]["v"] == 6


@pytest.mark.django_db
def test_mistakes_in_files_are_named_with_their_file_and_place() -> None:
    sent = [
        upload("my chart.csv", CHART + "F,8\n"),
        upload("leaders.csv", "name,initiative,charisma\nNero,5,3\n"),
    ]
    page = Client().post(START, {"battle": "dara", "dice": "virtual", "file": sent})
    assert page.status_code == 422
    assert "leaders.csv: line 2, name" in page.text and "my chart.csv" in page.text
    assert "No battle has a leader called Nero." in page.text


def test_the_calculator_takes_files_and_keeps_their_values() -> None:
    chart = files.write("dara", "chart").replace("B_inf,6,5", "B_inf,6,6")
    shot = {"ask": "shot", "firer.of": "aux_b", "target.of": "numeri", "distance": "2"}
    page = Client().post(LOOK, {**shot, "file": upload("chart.csv", chart)})
    assert page.status_code == 200 and "modified 6 or less" in page.text
    kept = page.text.partition('name="own" value="')[2].partition('"')[0].replace("&quot;", '"')
    again = Client().post(LOOK, {**shot, "own": kept})
    assert again.status_code == 200 and "modified 6 or less" in again.text
    bad = Client().post(LOOK, {**shot, "file": upload("chart.csv", CHART + "F,9,9,9\n")})
    assert bad.status_code == 400 and "line 1" in bad.text
