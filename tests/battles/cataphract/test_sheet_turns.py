"""The end of a turn and the end of a battle on the sheet (3.0, 12.0)."""

from battles.cataphract.rules.sheet.command.activation import Activate
from battles.cataphract.rules.sheet.command.ending import BattleEnded, CloseTurn, EndBattle, EndTurn
from battles.cataphract.rules.sheet.units.moving import MarkUnits, RemoveUnits, RoutUnits
from tests.battles.cataphract.tables import SheetTable


def close(table: SheetTable, *faces: int, gone: tuple[str, ...] = (), reload: tuple[str, ...] = ()) -> None:
    table.do(EndTurn())
    table.do(CloseTurn(gone, reload), *faces)


def test_a_turn_flips_reloads_and_counts_who_left_the_map() -> None:
    table = SheetTable()
    table.do(MarkUnits("moved", True, ("a1",)))
    table.do(MarkUnits("low", True, ("a1", "a2")))
    table.do(RoutUnits(("a3", "a4")))
    close(table, gone=("a3",), reload=("a1",))
    assert (
        not table.unit("a1").moved and table.unit("a1").supply == "full" and table.unit("a2").supply == "low"
    )
    assert table.unit("a3").where == "eliminated" and table.unit("a4").routed
    assert table.pos.rout_points("first") == 7 and table.state.turn == 2


def test_a_leader_who_is_active_holds_up_the_end_of_the_turn() -> None:
    table = SheetTable()
    table.do(Activate("gara"))
    assert table.refused(EndTurn()) == ("3.0", "another_is_active")


def test_only_those_who_fit_are_told_at_the_end_of_a_turn() -> None:
    table = SheetTable()
    table.do(EndTurn())
    assert table.refused(CloseTurn(gone=("a1",))) == ("10.23", "not_routed")
    assert table.refused(CloseTurn(reload=("a1",))) == ("8.18", "does_not_reload")


def test_at_dara_nobody_reloads() -> None:
    table = SheetTable("dara")
    table.do(MarkUnits("low", True, ("a1",)))
    table.do(EndTurn())
    assert table.refused(CloseTurn(reload=("a1",))) == ("8.18", "does_not_reload")


def test_an_army_withdraws_at_its_level() -> None:
    table = SheetTable()
    table.do(RemoveUnits(("b1", "b2", "b3", "b4", "b8"), "off_map"))
    assert table.pos.rout_points("second") == 25
    table.do(RemoveUnits(("b9",), "off_map"))
    close(table)
    assert table.told(BattleEnded)[0].winner == "first"
    outcome = table.rules.outcome(table.state)
    assert outcome is not None and outcome.winners == ("first",) and outcome.reason == "withdrawal"


def test_where_both_withdraw_the_smaller_excess_wins() -> None:
    table = SheetTable()
    table.do(RemoveUnits(tuple(f"a{n}" for n in range(1, 6)), "off_map"))  # losses of 35, level 35
    table.do(RemoveUnits(("b1", "b2", "b3", "b4", "b8", "b9", "b10"), "off_map"))  # losses of 35, level 30
    close(table)
    assert (table.state.ended, table.state.winner) == ("both_withdraw", "first")


def test_the_foederati_desert_a_side_that_loses_more() -> None:
    table = SheetTable()
    table.do(RemoveUnits(("a1",), "off_map"))
    close(table)
    assert {table.unit(u).where for u in ("a12", "a13")} == {"left"}
    assert table.pos.rout_points("first") == 7


def test_the_fast_at_callinicum_weakens_for_good_from_the_third_turn_on() -> None:
    table = SheetTable("callinicum")
    before = table.pos.limit("a1")
    close(table)
    close(table)
    close(table, 1)
    assert table.pos.limit("a1") == before - 1
    close(table)  # nobody rolls after that
    assert table.pos.limit("a1") == before - 1


def test_a_battle_may_be_stopped() -> None:
    table = SheetTable()
    table.do(EndBattle("second"))
    assert table.rules.pending(table.state) == ()
    outcome = table.rules.outcome(table.state)
    assert outcome is not None and outcome.winners == ("second",)
