"""Standing orders make the decisions that the enemy's moves require (6.5, 7.14, 8.2, 10.21)."""

from __future__ import annotations

from django.utils import translation

from battles.cataphract.rules.battle.marching import March, ShootAt
from battles.cataphract.rules.battle.missiles.sheltering import Shelter
from battles.cataphract.rules.battle.ordering import LetLead, OrderUnit
from battles.cataphract.rules.battle.reacting import React
from battles.cataphract.rules.sheet.command.trumps import Trump
from battles.cataphract.rules.system import CATAPHRACT
from battles.cataphract.wording import CataphractWording
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


def test_units_withdraw_by_line_if_they_are_told_to() -> None:
    places = {"a1": "1805E", "b16": "2105W", "b17": "2106W"}
    table = MapTable(places, "longinus", {"longinus": "1805"}, battle="callinicum")
    table.do(OrderUnit("a1"))
    table.do(March("1905E"))
    decision = table.rules.pending(table.state)[0]
    orders = {"react": {"withdraw": "by_line", "turn": "never", "fire": "never"}}
    found = table.rules.standing(table.state, decision, orders)
    assert isinstance(found, React) and {one.split("|")[1] for one in found.reactions} == {"line"}
    table.do(found)
    assert min(int(table.at(unit)[:2]) for unit in ("b16", "b17")) > 22


def test_foot_forms_a_shieldwall_if_it_is_told_to() -> None:
    table = MapTable({"a1": "1806E", "b16": "2006W"}, "cabades", {"cabades": "2210"}, battle="callinicum")
    table.do(OrderUnit("b16"))
    table.do(ShootAt("a1"))
    decision = table.rules.pending(table.state)[0]
    for said, forms in (("always", True), ("never", False)):
        assert table.rules.standing(table.state, decision, {"shelter": {"wall": said}}) == Shelter(forms)


def test_a_seat_may_let_every_trump_pass() -> None:
    table = MapTable({"a1": "5504W", "b1": "3010E"}, "gara", {"gara": "3010", "belisarius": "5504"})
    table.do(Trump("gelimer"), 0)
    decision = table.rules.pending(table.state)[0]
    assert table.rules.standing(table.state, decision, {"trump": {"counter": "never"}}) == LetLead()


def test_only_games_on_the_map_have_standing_orders() -> None:
    kinds = {one.decision for one in MapTable().rules.order_kinds("first")}
    assert kinds == {"react", "shelter", "trump", "flee"}
    sheet = CATAPHRACT.open(CATAPHRACT.scenario("tricameron"), {})
    assert sheet.order_kinds("first") == ()


def test_standing_orders_have_italian_names() -> None:
    words = CataphractWording(CATAPHRACT.scenario("field-tricameron"))
    with translation.override("it"):
        assert [words.field(one) for one in ("withdraw", "feign")] == ["Ritirata Ordinata", "Finta Ritirata"]
        assert [words.value("feign", one) for one in ("never", "nearest")] == [
            "mai",
            "il più vicino possibile",
        ]
