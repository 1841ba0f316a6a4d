"""Shock from the map: who fights whom, rout moves, the advance (7.3, 9.1, 9.2, 10.2)."""

from __future__ import annotations

import pytest

from battles.cataphract.rules.battle.flight.fleeing import Flee
from battles.cataphract.rules.battle.melee.advancing import Advance
from battles.cataphract.rules.battle.melee.designating import (
    Engage,
    FightShock,
    JoinShock,
    assign_remaining,
    units_left_out,
)
from battles.cataphract.rules.battle.ordering import EndOrders
from battles.cataphract.rules.sheet.clashing.charge import CancelClash, ClashDeclared
from battles.cataphract.rules.sheet.clashing.segment import NextStep
from battles.cataphract.rules.sheet.play.play import UnitEliminated, UnitRouted
from battles.cataphract.rules.sheet.units.checking import QualityChecked
from tests.battles.cataphract.on_map.tables import MapTable

POSTS = {"belisarius": "5210"}
FACING = {"a1": "5110W", "b3": "5010E"}


def test_units_in_range_join_without_a_check() -> None:
    table = MapTable(FACING, "belisarius", POSTS)
    table.do(EndOrders())
    assert table.asked == "designate"
    assert table.offered("join_shock", "units") == ["a1"]
    table.do(JoinShock(("a1",)))
    table.do(FightShock())
    declared = table.told(ClashDeclared)[0]
    assert (declared.attackers, declared.defenders) == (("a1",), ("b3",))
    assert table.state.clashes[0].attackers[0].check is False


def test_a_unit_of_a_line_that_has_only_shot_joins_out_of_range() -> None:
    """A unit outside the leader's command range may join a shock only if it was ordered to shoot and did not
    move (7.33).
    """
    table = MapTable(FACING, "belisarius", {"belisarius": "5910"})
    assert table.pos.piece("a1").at not in table.pos.command_range
    table.do(EndOrders())
    assert table.state.phase is not None and table.state.phase.fought  # nobody can join
    table = MapTable(FACING, "belisarius", {"belisarius": "5910"})
    table.mark("a1", ordered=("fire",))
    table.do(EndOrders())
    assert table.offered("join_shock", "units") == ["a1"]


def test_without_a_joiner_the_segment_is_empty() -> None:
    table = MapTable(FACING, "belisarius", POSTS)
    table.do(EndOrders())
    table.do(FightShock())
    assert table.state.phase is not None and table.state.phase.fought


def test_every_enemy_in_a_zone_is_fought_once() -> None:
    """Two attackers, three enemies: one attacker takes two of them (9.12)."""
    places = {"a1": "5110W", "a2": "5112W", "b3": "5010E", "b4": "5011E", "b5": "5012E"}
    table = MapTable(places, "belisarius", POSTS)
    table.do(EndOrders())
    table.do(JoinShock(("a1", "a2")))
    reach = {u: {o.id for o in table.pos.opponents(u)} for u in ("a1", "a2")}
    found = assign_remaining(table.pos)
    fought = [d for _units, defenders in found for d in defenders]
    assert sorted(fought) == sorted(set().union(*reach.values())) and len(fought) == len(set(fought))
    assert units_left_out(table.pos) == []


def test_a_clash_that_leaves_an_enemy_out_has_to_be_taken_back() -> None:
    places = {"a1": "5110W", "b3": "5010E", "b4": "5011E"}
    table = MapTable(places, "belisarius", POSTS)
    table.do(EndOrders())
    table.do(JoinShock(("a1",)))
    assert {o.id for o in table.pos.opponents("a1")} == {"b3", "b4"}
    table.do(Engage(("a1",), ("b3",)))
    assert table.refused(FightShock()) == ("9.12", "enemy_left_out")
    table.do(CancelClash(1))
    table.do(FightShock())
    assert [sorted(e.defenders) for e in table.told(ClashDeclared)] == [["b3", "b4"]]


def routed(**friends: str) -> MapTable:
    """Return a battle in which a1 has routed b3, with these friends of b3 nearby."""
    table = MapTable({**FACING, **friends}, "belisarius", POSTS)
    table.mark("b3", hits=5)
    table.do(EndOrders())
    table.do(JoinShock(("a1",)))
    table.do(FightShock())
    table.do(NextStep())
    table.do(NextStep(), *([5] if table.pos.leaders_at("a1") else []))
    table.do(NextStep(), 5)
    table.do(NextStep(), 0)  # the Vandals check whether the whole army loses heart (11.2)
    return table


def test_the_loser_flees_two_hexes_and_the_victor_advances() -> None:
    table = routed()
    assert [e.unit for e in table.told(UnitRouted)] == ["b3"]
    assert sorted(table.offered("flee", "to")) == ["4809", "4810", "4811"]  # where its two hexes can end
    table.do(Flee("4810"))
    assert table.at("b3") == "4810"
    assert table.asked == "advance"
    places = table.offered("advance", "to")
    assert sorted(places) == ["5010NW", "5010SW", "5010W"]
    table.do(Advance("a1", "5010W"))
    assert table.at("a1") == "5010"


@pytest.mark.parametrize(("through", "other"), [("b5", "b6"), ("b6", "b5")])
def test_the_owner_chooses_the_friends_that_a_unit_runs_through(through: str, other: str) -> None:
    """Two ways end in 4810, each through a different friend, who then checks quality (10.21, 10.24)."""
    table = routed(b5="4909E", b6="4910E")
    assert {"4810|b5", "4810|b6"} <= set(table.offered("flee", "to"))
    assert table.refused(Flee("4810"))[0] == "10.21"
    before = len(table.told(QualityChecked))
    table.do(Flee(f"4810|{through}"), 5)
    assert table.at("b3") == "4810"
    checked = {check.unit for check in table.told(QualityChecked)[before:]}
    assert through in checked and other not in checked


def test_a_unit_that_cannot_flee_is_eliminated() -> None:
    """The unit is surrounded by enemies and their zones, so it has nowhere to flee (10.21)."""
    ring = {"a1": "5110W", "a2": "4909SE", "a3": "4910NE", "a4": "5009SE", "a5": "5011NE"}
    table = MapTable({**ring, "b3": "5010E"}, "belisarius", POSTS)
    table.mark("b3", hits=5)
    table.do(EndOrders())
    table.do(JoinShock(("a1",)))
    table.do(FightShock())
    table.do(NextStep())
    table.do(NextStep())
    table.do(NextStep(), 5)
    table.do(NextStep(), 0)
    assert [(e.unit, e.cause) for e in table.told(UnitEliminated)] == [("b3", "trapped")]
    assert table.pos.rout_points("second") == table.pos.counter("b3").rp
