"""The data files match the printed tables and the rulebook's totals."""

from battles.cataphract.rules.contingents import contingents
from battles.cataphract.rules.missile import weapon
from battles.cataphract.rules.shock.reckoning import base_column, hits
from battles.cataphract.rules.shock.situation import ASPECTS
from battles.cataphract.rules.tables import DATA, table
from battles.cataphract.rules.unit import TYPES, Unit
from tests.found import some


def test_the_result_table_is_whole_and_never_worse_for_the_attacker_to_the_right() -> None:
    for face in range(10):
        row = [hits(face, column) for column in range(1, 14)]
        assert [own for own, _ in row] == sorted((own for own, _ in row), reverse=True), face
        assert all(1 <= own <= 6 and 1 <= lost <= 6 for own, lost in row)
    assert hits(9, 13) == (1, 6) and hits(0, 1) == (6, 1)


def test_every_clash_has_a_column() -> None:
    for aspect in ASPECTS:
        for attacker in TYPES:
            for defender in TYPES:
                assert 4 <= base_column(aspect, Unit(attacker, 5), Unit(defender, 5)) <= 12


def test_every_counter_can_be_made_and_its_missiles_stand_on_the_chart() -> None:
    for one in some(contingents().values()):
        unit = one.unit()
        assert 1 <= unit.tq <= 9 and unit.type in TYPES
        assert not unit.missile or weapon(unit) in table("missile")["weapons"]


def test_the_counters_close_the_printed_totals_of_each_battle() -> None:
    counters = DATA.table("units")["by_battle"]
    for battle in some(DATA.table("battles")["battles"]):
        for side, printed in some(battle["printed"].items()):
            mine = [c for c in counters if (c["battle"], c["side"]) == (battle["id"], side) and c["counted"]]
            assert sum(c["rp"] for c in mine) == printed["rp"], (battle["id"], side)
            if printed["size"]:
                assert sum(c["size"] for c in mine) == printed["size"], (battle["id"], side)
