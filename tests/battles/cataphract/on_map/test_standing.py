"""Standing orders answer what the enemy's moves ask (6.5, 7.14, 8.2, 10.21)."""

from __future__ import annotations

from battles.cataphract.rules.battle.marching import March
from battles.cataphract.rules.battle.ordering import LetLead, OrderUnit
from battles.cataphract.rules.battle.reacting import React
from battles.cataphract.rules.sheet.command.leaders import Trump
from battles.cataphract.rules.system import CATAPHRACT
from tests.battles.cataphract.on_map.tables import MapTable


def _asked(withdraw: str, turn: str, fire: str) -> React:
    table = MapTable({"b1": "5010E", "a12": "5310W"}, "gelimer", {"gelimer": "5010"})
    table.do(OrderUnit("b1"))
    table.do(March("5110E"))
    decision = table.rules.pending(table.state)[0]
    orders = {"react": {"withdraw": withdraw, "turn": turn, "fire": fire}}
    found = table.rules.standing(table.state, decision, orders)
    assert isinstance(found, React)
    table.do(found, *([5] if "harry" in str(found.reactions) else []))
    return found


def test_units_withdraw_if_they_are_told_to() -> None:
    assert _asked("always", "never", "never").reactions == ("a12|withdraw|5411W",)
    assert _asked("always", "never", "always").reactions == ("a12|harry|5411W",)
    assert _asked("never", "never", "always").reactions == ()
    assert _asked("from_foot", "never", "always").reactions == ()  # the Vandals ride


def test_a_seat_may_let_every_trump_pass() -> None:
    table = MapTable({"a1": "5504W", "b1": "3010E"}, "gara", {"gara": "3010", "belisarius": "5504"})
    table.do(Trump("gelimer"), 0)
    decision = table.rules.pending(table.state)[0]
    assert table.rules.standing(table.state, decision, {"trump": {"counter": "never"}}) == LetLead()


def test_only_the_map_takes_standing_orders() -> None:
    assert {one.decision for one in MapTable().rules.order_kinds("first")} == {"react", "trump", "flee"}
    sheet = CATAPHRACT.open(CATAPHRACT.scenario("tricameron"), {})
    assert sheet.order_kinds("first") == ()
