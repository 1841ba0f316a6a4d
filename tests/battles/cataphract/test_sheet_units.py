"""Units on the sheet: movement, markers, missiles, recovery and rally (6.0, 8.0, 10.0)."""

from battles.cataphract.rules.sheet.command.activation import Activate
from battles.cataphract.rules.sheet.command.leader_dangers import PlaceLeader
from battles.cataphract.rules.sheet.command.momentum import FinishLeader
from battles.cataphract.rules.sheet.shooting.fire import Fire, HoldFire, ImpetuosityRolled, Shoot, ShotFired
from battles.cataphract.rules.sheet.units.checking import CheckQuality, Rally, Recover
from battles.cataphract.rules.sheet.units.moving import (
    CallReserves,
    MarkUnits,
    MoveUnits,
    RemoveUnits,
    RoutUnits,
    TakeHits,
)
from tests.battles.cataphract.tables import SheetTable


def active(leader: str = "gara", battle: str = "tricameron") -> SheetTable:
    table = SheetTable(battle)
    while leader not in table.pos.next_leaders():
        table.do(Activate(table.pos.next_leaders()[0]))
        table.do(FinishLeader())
    table.do(Activate(leader))
    return table


def test_a_unit_that_moves_again_takes_a_hit() -> None:
    table = active()
    table.do(MoveUnits(("b1",), 1))
    assert table.unit("b1").moved and table.unit("b1").hits == 1
    table.do(FinishLeader())
    table.do(Activate("pharas"))
    table.do(FinishLeader())
    table.do(Activate("gelimer"))
    table.do(MoveUnits(("b1",)))
    assert table.unit("b1").hits == 2


def test_hits_at_the_quality_rout_and_clear() -> None:
    table = SheetTable()
    table.do(TakeHits(("a1",), 7, "terrain"))
    assert table.unit("a1").routed and table.unit("a1").hits == 0


def test_a_routed_unit_that_is_hit_is_eliminated_and_counts() -> None:
    table = SheetTable()
    table.do(RoutUnits(("a1",)))
    table.do(TakeHits(("a1",), 1, "other"))
    assert table.unit("a1").where == "eliminated" and table.pos.rout_points("first") == 7


def test_units_taken_off_without_points_do_not_count() -> None:
    table = SheetTable()
    table.do(RemoveUnits(("a1",), "no_points"))
    assert table.pos.rout_points("first") == 0
    assert table.refused(TakeHits(("a1",), 1, "other")) == ("10.1", "not_on_map")


def test_only_disciplined_foot_forms_column() -> None:
    table = SheetTable("taginae")
    lombards = next(u for u in table.pos.units_on_map("first") if "Lombards" in table.pos.counter(u).name)
    goths = next(iter(table.pos.units_on_map("second")))
    assert table.refused(MarkUnits("column", True, (goths,)))[1] == "only_disciplined_foot_forms_column"
    table.do(MarkUnits("column", True, (lombards,)))
    assert table.pos.limit(lombards) == table.pos.counter(lombards).tq - 2


def test_a_shot_hits_and_an_unmodified_nine_leaves_one_shot() -> None:
    table = active("a_john")
    table.do(Fire("a1", "b1"))
    table.do(Shoot(3), 4)
    assert table.told(ShotFired)[0].hits == 1 and table.unit("b1").hits == 1
    assert table.refused(Fire("a1", "b1")) == ("8.11", "ordered_already")
    table.do(Fire("a2", "b1"))
    table.do(Shoot(3), 9)
    assert table.unit("a2").supply == "low"


def test_a_shot_out_of_range_is_refused_and_one_may_hold_fire() -> None:
    table = active("a_john")
    table.do(Fire("a1", "b1"))
    assert table.refused(Shoot(8)) == ("8.13", "out_of_range")
    table.do(HoldFire())
    assert table.unit("a1").ordered == ()


def test_reaction_needs_no_order_but_an_enemy_phase() -> None:
    table = active()
    table.do(Fire("a1", "b1", "reaction"))
    table.do(Shoot(1), 0)
    assert table.unit("a1").ordered == ()
    assert table.refused(Fire("b5", "a1", "reaction"))[1] in ("no_missiles", "nothing_to_react_to")


def test_foot_with_composite_bows_that_never_moved_fires_twice() -> None:
    table = active("narses", "taginae")
    archer = next(u for u in table.pos.units_on_map("first") if "composite" in table.pos.counter(u).name)
    target = next(iter(table.pos.units_on_map("second")))
    table.do(Fire(archer, target))
    table.do(Shoot(1), 9, 9)
    assert len(table.told(ShotFired)) == 2 and table.unit(archer).supply == "no"
    table.do(MarkUnits("full", True, (archer,)))
    other = next(
        u for u in table.pos.units_on_map("first") if "composite" in table.pos.counter(u).name and u != archer
    )
    table.do(MarkUnits("moved", True, (other,)))
    table.do(Fire(other, target))
    table.do(Shoot(1), 9)
    assert len(table.told(ShotFired)) == 1


def test_harassment_counts_as_a_move_and_may_draw_infantry_out() -> None:
    table = SheetTable("casilinum")
    sunicas = table.leader("sunicas").but(status="inactive")  # the normal status from the second turn on
    table.state = table.state.but(leaders={**table.state.leaders, "sunicas": sunicas})
    table.do(Activate("sunicas"))
    hun = next(u for u in table.pos.units_on_map("first") if table.pos.counter(u).type == "LC")
    frank = next(u for u in table.pos.units_on_map("second") if table.pos.counter(u).tq == 5)
    table.do(Fire(hun, frank, "harass"))
    table.do(Shoot(3), 2, 6)
    assert table.unit(hun).moved and table.unit(frank).hits == 1
    assert table.told(ImpetuosityRolled)[0].charges


def test_a_natural_zero_endangers_the_leader_in_the_hex() -> None:
    table = active("a_john")
    table.do(PlaceLeader("gara", "b1"))
    table.do(Fire("a1", "b1"))
    table.do(Shoot(3), 0, 0, 9)
    assert table.leader("gara").status == "dead" and table.pos.rout_points("second") == 15


def test_recovery_excludes_moving_and_removes_two_hits() -> None:
    table = active()
    table.do(TakeHits(("b1", "b2"), 3, "other"))
    table.do(Recover("b1", 2))
    assert table.unit("b1").hits == 1
    assert table.refused(MoveUnits(("b1",))) == ("6.1", "ordered_already")
    table.do(MoveUnits(("b2",)))
    assert table.refused(Recover("b2", 1)) == ("10.16", "ordered_already")


def test_a_rally_costs_half_the_quality_on_foot_a_third_mounted() -> None:
    table = active("a_john")
    table.do(RoutUnits(("a1", "a2")))
    table.do(Rally("a1"), 2)
    assert not table.unit("a1").routed and table.unit("a1").hits == 2 and table.unit("a1").rallied
    assert table.refused(MoveUnits(("a1",))) == ("6.1", "rallied")
    table.do(Rally("a2"), 3)
    assert table.unit("a2").where == "eliminated"


def test_routed_friends_passing_through_cost_at_least_a_hit() -> None:
    table = SheetTable()
    table.do(CheckQuality("a1", "passed_by_routed"), 0)
    assert table.unit("a1").hits == 1
    table.do(CheckQuality("a1", "passed_by_routed"), 9)
    assert table.unit("a1").hits == 3


def test_reinforcements_come_on_a_zero_in_column() -> None:
    table = SheetTable()
    table.do(CallReserves("first"), 4)
    assert table.refused(CallReserves("first")) == ("L3410", "no_reserves_now")
    assert len(list(table.pos.reserves("first"))) == 15
    table = SheetTable()
    table.do(CallReserves("first"), 0)
    assert not list(table.pos.reserves("first")) and table.unit("a14").column
