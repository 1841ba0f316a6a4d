"""Leaders on the sheet: activation, number of orders, Lines, Momentum and Trumps (4.0, 5.0)."""

from battles.cataphract.rules.sheet.command.activation import Activate, OpenElite
from battles.cataphract.rules.sheet.command.leader_dangers import EndangerLeader, PlaceLeader
from battles.cataphract.rules.sheet.command.line_commands import CommandLine
from battles.cataphract.rules.sheet.command.momentum import FinishLeader, TryMomentum
from battles.cataphract.rules.sheet.command.trumps import Trump
from battles.cataphract.rules.sheet.units.moving import MoveUnits
from tests.battles.cataphract.tables import SheetTable


def test_the_lowest_initiative_goes_first() -> None:
    table = SheetTable()
    assert table.refused(Activate("gelimer")) == ("5.11", "lower_initiative_first")
    table.do(Activate("gara"))
    assert table.refused(Activate("pharas")) == ("5.1", "another_is_active")
    table.do(FinishLeader())
    assert table.leader("gara").status == "finished"
    assert table.refused(Activate("gara")) == ("5.14", "not_inactive")


def test_orders_are_as_many_as_the_initiative() -> None:
    table = SheetTable()
    table.do(Activate("gara"))
    assert table.refused(MoveUnits(("b1", "b2", "b3", "b4"))) == ("5.22", "too_many_orders")
    table.do(MoveUnits(("b1", "b2", "b3")))
    assert table.refused(MoveUnits(("b4",))) == ("6.1", "no_orders_left")
    assert table.refused(MoveUnits(("b1",))) == ("6.1", "ordered_already")
    assert table.refused(MoveUnits(("a1",))) == ("6.1", "other_side_active")


def test_without_an_active_leader_nobody_moves() -> None:
    assert SheetTable().refused(MoveUnits(("a1",))) == ("6.1", "nobody_active")


def test_a_line_takes_a_die_of_a_subordinate() -> None:
    table = SheetTable()
    table.do(Activate("gara"))
    table.do(CommandLine("inside"), 0)
    table.do(MoveUnits(("b1", "b2", "b3", "b4")))
    assert table.state.phase is not None and table.state.phase.orders == 0
    assert table.leader("gara").lines == "yes"


def test_a_line_outside_the_range_finishes_the_leader_who_misses() -> None:
    table = SheetTable()
    table.do(Activate("gara"))
    table.do(CommandLine("outside"), 1)
    assert table.state.phase is None and table.leader("gara").status == "finished"


def test_a_contingent_leader_gives_no_line_and_gets_no_momentum() -> None:
    table = SheetTable()
    table.do(Activate("pharas"))
    assert table.refused(CommandLine()) == ("4.3", "contingent_leader")
    assert table.refused(TryMomentum()) == ("5.3", "contingent_leader")


def test_a_line_and_individual_orders_never_mix() -> None:
    table = SheetTable()
    table.do(Activate("gara"))
    table.do(MoveUnits(("b1",)))
    assert table.refused(CommandLine()) == ("4.3", "orders_given")


def test_momentum_gives_three_phases_at_most() -> None:
    table = SheetTable()
    table.do(Activate("gara"))
    for number in (2, 3):
        table.do(TryMomentum(), 3)
        assert table.state.phase is not None and table.state.phase.number == number
    assert table.refused(TryMomentum()) == ("5.3", "three_phases")


def test_a_nine_for_momentum_is_doom() -> None:
    table = SheetTable()
    table.do(Activate("gara"))
    table.do(TryMomentum(), 9, 9)
    assert table.pos.waiting_leaders() == []


def test_doom_may_finish_one_side_only() -> None:
    table = SheetTable()
    table.do(Activate("gara"))
    table.do(TryMomentum(), 9, 1)
    assert table.pos.waiting_leaders("second") == [] and "belisarius" in table.pos.waiting_leaders("first")


def test_a_trump_sets_aside_and_bypasses_the_slower() -> None:
    """Belisarius trumps John at Callinicum: all leaders of lower Initiative act once, without Momentum
    (5.44).
    """
    table = SheetTable("callinicum")
    for leader in ("longinus", "arethas", "azarethes"):
        table.do(Activate(leader))
        table.do(FinishLeader())
    table.do(Activate("a_john"))
    table.do(Trump("belisarius"), 6)
    assert table.state.phase is not None and table.state.phase.leader == "belisarius"
    bypassed = {id for id, one in table.state.leaders.items() if one.status == "bypassed"}
    assert bypassed == {"a_john", "bouzes", "alamoundaras", "cabades"}
    table.do(FinishLeader())
    table.do(Activate("a_john"))
    assert table.refused(TryMomentum()) == ("5.3", "no_momentum_after_bypassed")


def test_a_failed_trump_finishes_the_one_who_tried() -> None:
    table = SheetTable("dara")
    table.do(Activate("pitames"))
    table.do(Trump("perozes"), 6)
    assert table.leader("perozes").status == "finished"
    assert table.state.phase is not None and table.state.phase.leader == "pitames"
    assert table.refused(Trump("perozes")) == ("5.4", "no_trump")


def test_a_counter_trump_answers_a_trump_that_succeeded() -> None:
    table = SheetTable("dara")
    table.do(Activate("pitames"))
    table.do(Trump("perozes"), 5)
    table.do(Trump("belisarius"), 8)
    assert table.leader("belisarius").status == "finished"
    assert table.state.phase is not None and table.state.phase.leader == "perozes"


def test_a_trump_of_momentum_takes_over() -> None:
    table = SheetTable()
    table.do(Activate("gara"))
    table.do(TryMomentum(), 0)
    table.do(Trump("belisarius"), 3)
    assert table.state.phase is not None and table.state.phase.leader == "belisarius"
    assert table.leader("gara").status == "finished"


def test_nobody_trumps_once_orders_were_given() -> None:
    table = SheetTable()
    table.do(Activate("gara"))
    table.do(MoveUnits(("b1",)))
    assert table.refused(Trump("tzazon")) == ("5.4", "no_trump")


def test_the_elite_phase_comes_first_and_costs_nothing() -> None:
    table = SheetTable()
    table.do(OpenElite("martinus"))
    assert table.refused(TryMomentum()) == ("5.3", "no_momentum_after_elite")
    table.do(FinishLeader())
    assert table.leader("martinus").status == "inactive"
    assert table.refused(OpenElite("martinus")) == ("5.5", "no_elite_phase")


def test_a_wounded_leader_is_finished_and_a_second_wound_kills() -> None:
    table = SheetTable()
    table.do(PlaceLeader("gelimer", "b14"))
    table.do(EndangerLeader("gelimer", "hit"), 0, 0)
    assert table.leader("gelimer").wounded and table.leader("gelimer").status == "finished"
    assert table.pos.rating("gelimer", "initiative") == 3
    table.do(EndangerLeader("gelimer", "hit"), 0)
    assert table.leader("gelimer").status == "dead"
    assert table.pos.rout_points("second") == 20


def test_in_the_first_turn_of_taginae_only_the_two_commanders_act() -> None:
    table = SheetTable("taginae")
    assert set(table.pos.waiting_leaders()) == {"totila", "narses"}
