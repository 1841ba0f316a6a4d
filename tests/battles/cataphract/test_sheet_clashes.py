"""The clashes of a segment on the sheet; each step is resolved for all of them (9.11 to 9.17)."""

from battles.cataphract.rules.sheet.clashing.charge import (
    CancelClash,
    Charge,
    DescribeClash,
    JudgeBy,
    NoteUnit,
    TurnAttacker,
)
from battles.cataphract.rules.sheet.clashing.segment import ClashSettled, ClashTold, NextStep, ResolveSegment
from battles.cataphract.rules.sheet.command.activation import Activate
from battles.cataphract.rules.sheet.command.leader_dangers import PlaceLeader
from battles.cataphract.rules.sheet.command.momentum import FinishLeader
from battles.cataphract.rules.sheet.units.moving import MoveUnits, RoutUnits, TakeHits
from tests.battles.cataphract.tables import SheetTable


def charging(*units: str) -> SheetTable:
    """Return a sheet on which Gara is active and these Vandals have moved into contact."""
    table = SheetTable()
    table.do(Activate("gara"))
    table.do(MoveUnits(units))
    return table


def declare(
    table: SheetTable, attackers: tuple[str, ...], defenders: tuple[str, ...], aspect: str = "front"
) -> None:
    table.do(Charge(attackers, defenders))
    table.do(DescribeClash(aspect))


def test_every_unit_attacks_once_and_is_attacked_once() -> None:
    table = charging("b1", "b2")
    declare(table, ("b1",), ("a1",))
    assert table.refused(Charge(("b1",), ("a2",))) == ("9.12", "attacks_already")
    assert table.refused(Charge(("b2",), ("a1",))) == ("9.12", "attacked_already")
    assert table.refused(Charge(("a2",), ("b2",))) == ("9.12", "other_side_active")
    assert table.refused(Charge(("b2",), ("b3",))) == ("9.12", "own_unit")
    assert table.refused(FinishLeader()) == ("9.1", "resolve_clashes_first")
    table.do(CancelClash(1))
    declare(table, ("b2",), ("a1",))


def test_routed_units_never_attack() -> None:
    table = charging("b1")
    table.do(RoutUnits(("b2",)), 0)
    assert table.refused(Charge(("b2",), ("a1",))) == ("7.3", "routed_never_attacks")


def test_a_step_is_resolved_for_all_clashes_before_the_next() -> None:
    """Two lancers charge two cataphracts. The four checks of quality come first, then both combat rolls, and
    last the losses of both clashes.
    """
    table = charging("b1", "b2")
    declare(table, ("b1",), ("a1",))
    declare(table, ("b2",), ("a2",))
    table.do(ResolveSegment())
    table.do(NextStep(), 0, 9, 0, 0)
    assert [(one.unit, one.amount) for one in table.told(ClashTold)] == [
        ("b1", 0),
        ("a1", 2),
        ("b2", 0),
        ("a2", 0),
    ]
    assert table.unit("a1").hits == 0  # hits do not count before the end of the segment
    table.do(NextStep())
    table.do(NextStep(), 5, 5)
    table.do(NextStep())
    settled = table.told(ClashSettled)
    assert [one.clash for one in settled] == [1, 2]
    for one in settled:
        assert list(one.hits) == [table.unit(unit).hits for unit in one.units]
    assert table.unit("a1").hits == table.unit("a2").hits + 2
    assert table.state.clashes == ()


def test_after_the_segment_nobody_is_ordered_any_more() -> None:
    table = charging("b1")
    declare(table, ("b1",), ("a1",))
    table.do(ResolveSegment())
    table.do(NextStep(), 0, 0)
    table.do(NextStep())
    table.do(NextStep(), 5)
    table.do(NextStep())
    assert table.refused(MoveUnits(("b2",))) == ("6.1", "segment_over")
    assert table.refused(Charge(("b2",), ("a2",))) == ("9.1", "segment_over")
    table.do(FinishLeader())


def test_a_unit_that_was_in_contact_checks_nothing() -> None:
    table = charging("b2")
    table.do(Charge(("b1",), ("a1",)))
    table.do(DescribeClash("front"))
    assert not table.state.clashes[0].attackers[0].check
    table.do(ResolveSegment())
    table.do(NextStep())
    table.do(NextStep())
    table.do(NextStep(), 5)


def test_details_of_a_clash_are_told_unit_by_unit() -> None:
    table = charging("b1", "b2")
    table.do(Charge(("b1", "b2"), ("a1",)))
    table.do(TurnAttacker("b2", "rear"))
    table.do(NoteUnit("b1", "check", False))
    table.do(JudgeBy("a", "b1"))
    table.do(DescribeClash("front", "all_higher", 1))
    clash = table.state.clashes[0]
    assert [one.aspect for one in clash.attackers] == ["front", "rear"]
    assert [one.check for one in clash.attackers] == [False, True]
    assert (clash.terrain, clash.advance_hits, dict(clash.judged)) == ("all_higher", 1, {"a": "b1"})


def test_a_leader_in_a_clash_falls_with_rout_points() -> None:
    table = charging("b1")
    table.do(PlaceLeader("gara", "b1"))
    declare(table, ("b1",), ("a1",))
    table.do(ResolveSegment())
    table.do(NextStep(), 0, 0)
    table.do(NextStep(), 0, 9)
    table.do(NextStep(), 5)
    table.do(NextStep())
    assert table.leader("gara").status == "dead" and table.pos.rout_points("second") == 15
    assert table.state.phase is None


def test_a_charge_breaks_a_shaken_defender_and_the_attacker_advances() -> None:
    table = charging("b1")
    table.do(TakeHits(("a1",), 6, "other"))
    declare(table, ("b1",), ("a1",))
    table.do(ResolveSegment())
    table.do(NextStep(), 0, 8)
    for _step in range(3):
        table.do(NextStep())
    assert table.unit("a1").routed
    assert table.told(ClashSettled)[0].advances == ("b1",)


def test_one_rout_may_take_the_heart_of_the_whole_army() -> None:
    """A rout lowers the quality of all Vandals from seven to five. A Vandal with six hits, who held before,
    then routs at once (11.2).
    """
    table = SheetTable()
    table.do(TakeHits(("b2", "b3"), 6, "other"))
    table.do(RoutUnits(("b1",)), 9)
    assert table.state.heart == ()
    assert table.unit("b2").routed and table.unit("b3").routed


def test_discipline_is_kept_up_to_the_initiative_of_the_commander() -> None:
    table = SheetTable()
    table.do(RoutUnits(("b1",)), 4)
    assert table.state.heart == ("second",)
