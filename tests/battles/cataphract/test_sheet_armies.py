"""The armies of a sheet: printed totals, and every mistake in a file."""

import pytest

from battles.cataphract.rules.sheet.armies.lines import read_lines, write_lines
from battles.cataphract.rules.sheet.armies.reading import read_roster
from battles.cataphract.rules.sheet.armies.roster import SEATS
from battles.cataphract.rules.system import CATAPHRACT
from battles.cataphract.rules.tables import DATA
from engine.game import BadScenario
from tests.found import some

PRINTED = {one["id"]: one for one in DATA.table("battles")["battles"]}
BATTLES = [name for name in CATAPHRACT.scenarios() if name in PRINTED]


@pytest.mark.parametrize("name", BATTLES)
def test_the_set_ups_have_the_printed_totals(name: str) -> None:
    roster = read_roster(CATAPHRACT.scenario(name))
    battle = PRINTED[name]
    for seat, side in some(zip(SEATS, battle["sides"], strict=True)):
        units = [u for u in roster.counters_of(seat) if not u.reserve and u.missile != "Cheiro"]
        printed = battle["printed"][side]
        assert len(units) == printed.get("listed", printed["units"])
        assert sum(u.rp for u in units) == printed["rp"]
        assert printed["size"] in (None, sum(u.size for u in units))
        assert roster.sides[seat].level == battle["level"][side]


@pytest.mark.parametrize("name", BATTLES)
def test_a_table_of_lines_gives_the_same_units(name: str) -> None:
    scenario = CATAPHRACT.scenario(name)
    again = read_roster(read_lines(write_lines(scenario), "again"))
    before = read_roster(scenario)
    for seat in SEATS:
        assert [u.unit for u in again.counters_of(seat)] == [u.unit for u in before.counters_of(seat)]
        assert [u.rp for u in again.counters_of(seat)] == [u.rp for u in before.counters_of(seat)]
        assert [c.name for c in again.chiefs_of(seat)] == [c.name for c in before.chiefs_of(seat)]


HEAD = "record,side,name,count,level,type,tq,rank,initiative,charisma\n"
GOOD = (
    HEAD
    + "army,1,Avars,,30,,,,,\nunit,1,Lancers,2,,LN,6,,,\nleader,1,Bayan,,,,,OC,5,3\n"
    + "army,2,Romans,,40,,,,,\nunit,2,Foot,2,,MI,5,,,\nleader,2,Priscus,,,,,OC,5,2\n"
)


def mistakes(text: str) -> set[tuple[str, str]]:
    with pytest.raises(BadScenario) as bad:
        read_lines(text, "test")
    return {(one.path, one.code) for one in bad.value.mistakes}


def test_every_mistake_has_its_line_and_column() -> None:
    bad = (
        GOOD.replace("LN,6", "LX,12")
        .replace("army,2,Romans,,40", "army,2,Romans,,")
        .replace("OC,5,3", "XX,5,a")
    )
    assert mistakes(bad) == {
        ("line 3, type", "not_one_of"),
        ("line 3, tq", "not_a_number"),
        ("line 4, rank", "not_one_of"),
        ("line 4, charisma", "not_a_number"),
        ("line 5, level", "missing_field"),
    }


def test_unknown_columns_records_and_sides_are_named() -> None:
    bad = (
        GOOD.replace("charisma\n", "charm\n")
        .replace("unit,2,Foot", "troop,2,Foot")
        .replace("army,1", "army,3")
    )
    found = mistakes(bad)
    assert {("line 1, charm", "unknown_column"), ("line 6, record", "not_one_of")} <= found
    assert ("line 2, side", "not_one_of") in found


def test_semicolons_and_tabs_do_as_well() -> None:
    for mark in (";", "\t"):
        scenario = read_lines(GOOD.replace(",", mark), "test")
        assert [one["name"] for one in scenario["sides"]["first"]["units"]] == ["Lancers 1", "Lancers 2"]


def test_an_empty_army_is_refused() -> None:
    scenario = CATAPHRACT.scenario("tricameron")
    empty = {**scenario["sides"]["first"], "units": []}
    with pytest.raises(BadScenario) as bad:
        CATAPHRACT.open({**scenario, "sides": {**scenario["sides"], "first": empty}}, {})
    assert ("$.sides.first.units", "nobody_there") in {(m.path, m.code) for m in bad.value.mistakes}
