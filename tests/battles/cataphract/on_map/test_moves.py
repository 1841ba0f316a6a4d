"""Moves hex by hex, and the enemy's reactions (6.0, 6.5, 7.0, 8.1, 8.2, 4.62)."""

from __future__ import annotations

import pytest

from battles.cataphract.rules.battle.marching import ChangeColumn, Halt, March, ShootAt
from battles.cataphract.rules.battle.ordering import EndOrders, OrderUnit
from battles.cataphract.rules.battle.play import UnitStepped
from battles.cataphract.rules.battle.reacting import React
from battles.cataphract.rules.sheet.command.momentum import FinishLeader
from battles.cataphract.rules.sheet.play.play import HitsTaken, LeaderHurt
from battles.cataphract.rules.sheet.shooting.fire import ShotFired
from battles.cataphract.rules.sheet.units.checking import QualityChecked
from tests.battles.cataphract.on_map.tables import MapTable

# a1: Thracian cataphracts (HC, TQ 7, bow C, MA 8); a12: Huns (LC, MA 9); b1: Vandal HC; b3: Vandal LN (MA 8)
POSTS = {"belisarius": "5510"}


def test_a_unit_moves_along_its_way_and_stops_in_a_zone() -> None:
    table = MapTable({"a1": "5510W", "b3": "5010E"}, "belisarius", POSTS)
    table.do(OrderUnit("a1"))
    assert "5010W" not in table.offered("march", "to")
    table.do(March("5110W"))
    while table.asked == "react":
        table.do(React())
    assert table.at("a1") == "5110"
    assert table.refused(March("5210W")) == ("7.23", "stops_in_a_zone")
    assert table.refused(Halt(False)) == ("7.31", "heavy_unit_must_attack")
    table.do(Halt(True))
    assert table.pos.board.charging == ("a1",)


def test_out_of_reach_is_refused_with_its_section() -> None:
    table = MapTable({"a1": "5510W", "b3": "3010E"}, "belisarius", POSTS)
    table.do(OrderUnit("a1"))
    assert table.refused(March("4010W")) == ("6.25", "out_of_reach")
    assert table.refused(March("here")) == ("6.25", "out_of_reach")
    assert table.refused(ShootAt("b3")) == ("8.13", "no_such_target")


def test_moving_again_in_a_turn_costs_a_hit() -> None:
    table = MapTable({"a1": "5510W", "b3": "3010E"}, "belisarius", POSTS)
    table.mark("a1", moved=True)
    table.do(OrderUnit("a1"))
    table.do(March("5410W"))
    assert [(e.unit, e.cause) for e in table.told(HitsTaken)] == [("a1", "moved_again")]


def test_a_faster_unit_may_withdraw_when_the_enemy_comes_within_two() -> None:
    table = MapTable({"b1": "5010E", "a12": "5310W"}, "gelimer", {"gelimer": "5010"})
    assert table.pos.piece("a12").allowance > table.pos.piece("b1").allowance
    table.do(OrderUnit("b1"))
    table.do(March("5110E"))
    assert (table.asked, table.seat) == ("react", "first")
    offered = table.offered("react", "reactions")
    away = {f"a12|{how}|{to}" for how in ("withdraw", "harry") for to in ("5410W", "5411W")}
    assert set(offered) == {"a12|stay", *away}
    table.do(React(("a12|withdraw|5410W",)))
    assert table.at("a12") == "5410"
    assert [e.how for e in table.told(UnitStepped) if e.unit == "a12"] == ["withdraw"]


@pytest.mark.parametrize("answer", [("fire", "withdraw|5311NW"), ("withdraw|5311NW", "fire")])
def test_a_unit_that_withdraws_does_not_shoot_as_well_in_whatever_order(answer: tuple[str, str]) -> None:
    table = MapTable({"b1": "5010E", "a12": "5211NW"}, "gelimer", {"gelimer": "5010"})
    table.do(OrderUnit("b1"))
    table.do(March("5210E"))
    while "a12|fire" not in table.offered("react", "reactions"):
        table.do(React())
    table.do(React(tuple(f"a12|{one}" for one in answer)))
    assert table.at("a12") == "5311"
    assert table.told(ShotFired) == []


def test_a_unit_of_the_same_speed_stays() -> None:
    table = MapTable({"b1": "5010E", "a1": "5310W"}, "gelimer", {"gelimer": "5010"})
    assert table.pos.piece("a1").allowance <= table.pos.piece("b1").allowance
    table.do(OrderUnit("b1"))
    table.do(March("5110E"))
    assert table.asked == "march"


def test_foot_that_turns_in_reaction_takes_a_hit_even_if_it_passes() -> None:
    table = MapTable({"a1": "5510W", "b3": "5110SE"}, "belisarius", POSTS)
    table.do(OrderUnit("a1"))
    table.do(March("5210W"))
    while table.asked == "react" and "b3|turn|E" not in table.offered("react", "reactions"):
        table.do(React())
    table.do(React(("b3|turn|E",)))
    assert table.pos.board.places["b3"].facing == 1
    assert not table.told(QualityChecked)  # cavalry turns freely (7.14)
    assert table.pos.board.turned == ("b3",)


def test_entry_fire_strikes_before_anything_else_happens() -> None:
    table = MapTable({"b1": "5010E", "a1": "5310W"}, "gelimer", {"gelimer": "5010"})
    table.do(OrderUnit("b1"))
    table.do(March("5210E"))
    assert table.asked == "react"
    assert "a1|fire" in table.offered("react", "reactions")
    table.do(React(("a1|fire",)), 3)
    shot = table.told(ShotFired)[0]
    assert (shot.firer, shot.target, shot.distance, shot.reason) == ("a1", "b1", 1, "reaction")


def _shot_at_after_entry(*answer: str) -> MapTable:
    """Return a battle in which b13 has moved next to a1, a1 has reacted with ``answer``, and b13 has shot its
    javelins at a1.
    """
    table = MapTable({"b13": "5010E", "a1": "5310W"}, "gelimer", {"gelimer": "5010"})
    table.do(OrderUnit("b13"))
    table.do(March("5210E"))
    table.do(React(answer), *([9] if answer else []))
    table.do(ShootAt("a1", True), 8)
    return table


def test_who_has_shot_on_entry_does_not_shoot_back_as_well() -> None:
    assert _shot_at_after_entry().offered("react", "reactions") == ["a1|stay", "a1|fire"]  # see rule 8.23
    table = _shot_at_after_entry("a1|fire")
    assert table.pos.board.met == ("b13",)
    assert table.asked == "march"


def test_return_fire_answers_a_shot_in_range() -> None:
    table = MapTable({"a1": "5310W", "a12": "5710W", "b3": "5010E"}, "belisarius", {"belisarius": "5510"})
    table.do(OrderUnit("a1"))
    table.do(ShootAt("b3"), 9)
    assert table.asked == "march"  # the Vandals' javelins do not reach three hexes
    assert table.unit("a1").supply == "low"
    assert table.refused(March("5210W")) == ("8.15", "shot_without_moving")


def test_a_shot_after_a_move_has_to_follow_a_step_forward() -> None:
    table = MapTable({"a12": "5310W", "b3": "5010E", "a1": "5810W"}, "belisarius", {"belisarius": "5510"})
    table.do(OrderUnit("a12"))
    while table.asked == "react":
        table.do(React())
    assert table.offered("shoot_at", "target") == ["b3"]
    table.do(March("5311NW"))
    while table.asked == "react":
        table.do(React())
    assert table.offered("shoot_at", "target") == [] or table.at("a12") == "5310"


def test_a_lone_leader_next_to_an_enemy_retires_or_is_caught() -> None:
    places = {"a1": "5510W", "b3": "3010E"}
    table = MapTable(places, "belisarius", {**POSTS, "gara": "5110"})
    table.do(OrderUnit("a1"))
    table.do(March("5210W"))
    assert table.asked == "react"
    assert any(one.startswith("gara|retire|") for one in table.offered("react", "reactions"))
    table.do(React())
    assert [(e.leader, e.fate) for e in table.told(LeaderHurt)] == [("gara", "killed")]
    assert table.pos.rout_points("second") == 15


def test_a_lone_leader_is_caught_by_a_step_only() -> None:
    """An enemy that shoots, or that begins to move away, has not moved next to the leader (4.62)."""
    places = {"a1": "5210W", "b3": "4910E"}
    posts = {"belisarius": "5510", "gara": "5110"}
    table = MapTable(places, "belisarius", posts)
    table.do(OrderUnit("a1"))
    table.do(ShootAt("b3"), 9)
    assert table.told(ShotFired) and not table.told(LeaderHurt)
    assert "gara" in table.pos.living_leaders("second")


def test_a_phase_without_orders_ends() -> None:
    table = MapTable({"a1": "5510W", "b3": "3010E"}, "a_john", {"a_john": "5510"})
    table.state = table.state.but(elite=("first",))
    assert table.refused(FinishLeader()) == ("5.28", "shock_first")
    table.do(EndOrders())
    table.do(FinishLeader(), 5, 3)  # then Gara and Pharas roll who goes first (5.12)
    assert table.state.phase is None and table.leader_status("a_john") == "finished"


def test_a_unit_that_routs_as_it_moves_again_forms_no_column() -> None:
    whole = MapTable(battle="callinicum")
    foot = next(id for id, one in whole.rules.setting.base.items() if one.seat == "first" and one.unit.foot)
    table = MapTable({foot: "3010W"}, "belisarius", {"belisarius": "3010"}, battle="callinicum")
    quality = table.pos.unit(foot).tq
    table.mark(foot, moved=True, hits=quality - 1)
    table.do(OrderUnit(foot))
    table.do(ChangeColumn(table.offered("change_column", "facing")[0]))
    assert table.unit(foot).routed and not table.unit(foot).column
    assert table.asked == "flee" and not table.told(UnitStepped)
