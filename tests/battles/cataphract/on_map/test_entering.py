"""Units that enter as the reinforcements of Tricameron (L3411-3440): a14 to a23 are Numeri (MI, MA 4), a24 to
a28 Bucellarii (LI).
"""

from __future__ import annotations

from battles.cataphract.rules.battle.entering import ChooseGate, EndEntry, EnterMap
from battles.cataphract.rules.battle.marching import ChangeColumn
from battles.cataphract.rules.battle.ordering import OrderUnit
from battles.cataphract.rules.sheet.play.state import MAP, RESERVE
from tests.battles.cataphract.on_map.tables import MapTable


def test_a_zero_brings_them_in_column_by_one_hex_of_the_edge() -> None:
    table = MapTable(reserves=0)
    assert (table.asked, table.seat) == ("enter", "first")
    assert all(at.startswith("60") for at in table.offered("choose_gate", "hex"))
    assert table.refused(ChooseGate("5910")) == ("L3411", "not_on_the_edge")
    table.do(ChooseGate("6010"))
    table.do(EnterMap("5708NW"))
    assert table.unit("a14").column and table.unit("a14").where == MAP
    assert table.unit("a15").where == RESERVE


def test_each_unit_pays_one_point_more_than_the_one_before() -> None:
    """In Column these units have 5 movement points. The first pays 1 to enter and has 4 left; the fifth pays
    5 and has none left.
    """
    table = MapTable(reserves=0)
    table.do(ChooseGate("6010"))
    for far in (4, 3, 2, 1):
        places = table.offered("enter_map", "to")
        best = min(place[:4] for place in places)
        assert best[:2] == str(60 - far)
        table.do(EnterMap(next(place for place in places if place[:4] == best)))
    assert {place[:4] for place in table.offered("enter_map", "to")} == {"6010"}
    table.do(EnterMap("6010NW"))
    assert table.asked == "muster"  # nobody else can enter or move this turn
    assert len(table.pos.board.coming) == 10


def test_an_entering_column_waits_until_all_its_units_are_on_the_map() -> None:
    table = MapTable(reserves=0)
    table.do(ChooseGate("6010"))
    table.do(EndEntry())
    assert table.asked == "muster"
    table = MapTable({"a14": "5610W", "b1": "3010E"}, "belisarius", {"belisarius": "5610"})
    table.mark("a14", where=MAP, column=True)
    table.state = table.state.but(board=table.pos.board.but(coming=("a15",)))
    table.do(OrderUnit("a14"))
    assert table.offered("change_column", "facing") == []
    assert table.refused(ChangeColumn("W")) == ("6.1", "not_offered")
    table.state = table.state.but(board=table.pos.board.but(coming=()))
    assert len(table.offered("change_column", "facing")) == 2
