"""Activation and orders on the map (4.2, 4.3, 5.1 to 5.5). Tricameron: a1-a5 are Thracians, a11 Bucellarii
(HC, MA 8), a12 Huns (LC, MA 9), a13 Heruli (LN); b1-b12 Vandal LN, b6, b7 and b12 in order of their counters.
"""

from __future__ import annotations

from battles.cataphract.bot.general import GENERAL
from battles.cataphract.rules.battle.marching import Halt, March
from battles.cataphract.rules.battle.melee.designating import FightShock, JoinShock
from battles.cataphract.rules.battle.muster import ForgoElite, InitiativeRolled
from battles.cataphract.rules.battle.ordering import Countering, EndOrders, HaltLine, LetLead, OrderUnit
from battles.cataphract.rules.battle.ranks import CommandRank
from battles.cataphract.rules.battle.riding import OrderLeader, Ride
from battles.cataphract.rules.sheet.command.activation import Activate, OpenElite
from battles.cataphract.rules.sheet.command.momentum import FinishLeader, TryMomentum
from battles.cataphract.rules.sheet.command.trumps import Trump
from battles.cataphract.rules.sheet.command.uncontrolled_advance import LineTested
from battles.cataphract.rules.sheet.play.state import LEFT
from engine.dice import Scripted
from tests.battles.cataphract.on_map.tables import MapTable

FAR = "3010E"


def test_a_turn_begins_with_the_elite_phase_or_without() -> None:
    table = MapTable()
    assert (table.asked, table.seat) == ("muster", "first")
    assert "martinus" in table.offered("open_elite", "leader")  # in the first turn anybody (5.51)
    assert table.refused(Activate("gara")) == ("5.12", "other_side_first")
    table.do(ForgoElite(), 1, 9)
    assert table.told(InitiativeRolled)[0].seat == "second"
    assert table.offered("activate", "leader") == ["gara"]


def test_sides_alternate_among_leaders_of_equal_initiative() -> None:
    table = MapTable()
    table.do(ForgoElite(), 9, 1)
    table.do(Activate("pharas"))
    table.do(EndOrders())
    table.do(FinishLeader())
    assert table.offered("activate", "leader") == ["gara"]


def test_an_order_reaches_only_units_in_range_of_a_leader_who_commands_them() -> None:
    places = {"a1": "5510W", "a6": "5520W", "a13": "5511W", "b1": FAR}
    table = MapTable(places, "a_john", {"a_john": "5510"})
    assert table.offered("order_unit", "unit") == ["a1", "a13"]
    assert table.refused(OrderUnit("a6")) == ("4.21", "out_of_command_range")
    table = MapTable(places, "sunicas", {"sunicas": "5511"})
    assert table.refused(OrderUnit("a13")) == ("4.5", "foreign_unit")


def test_a_leader_in_an_enemy_zone_gives_no_orders_unless_overall() -> None:
    places = {"a1": "5010W", "b1": "4910E"}
    table = MapTable(places, "a_john", {"a_john": "5010"})
    assert table.refused(OrderUnit("a1")) == ("5.26", "leader_in_a_zone")
    assert table.refused(CommandRank("1|a1")) == ("4.33", "leader_in_a_zone")
    table = MapTable(places, "belisarius", {"belisarius": "5010"})
    assert table.offered("order_unit", "unit") == ["a1"]


def test_orders_are_as_many_as_the_initiative() -> None:
    places = {f"a{n}": f"55{2 * n + 2:02}W" for n in range(1, 6)}
    table = MapTable({**places, "b1": FAR}, "pharas", {"pharas": "5506"})
    assert table.pos.rating("pharas", "initiative") == 3
    assert table.refused(OrderUnit("a1")) == ("4.5", "foreign_unit")  # Heruli alone obey Pharas
    table = MapTable({**places, "b1": FAR}, "martinus", {"martinus": "5506"})
    for unit in ("a1", "a2", "a3", "a4"):
        table.do(OrderUnit(unit))
        table.do(March(f"54{int(table.at(unit)[2:]) + 0:02}W"))
        table.do(Halt())
    assert table.refused(OrderUnit("a5")) == ("5.21", "no_orders_left")
    assert table.refused(OrderUnit("a1")) == ("5.24", "ordered_already")


def test_a_line_command_moves_its_units_and_nobody_else() -> None:
    places = {"a1": "5504W", "a2": "5506W", "a12": "5505W", "b1": FAR}
    table = MapTable(places, "belisarius", {"belisarius": "5506"})
    assert table.offered("command_rank", "rank") == []  # a12 is in between (4.32)
    table = MapTable({**places, "a3": "5508W", "a12": "5710W"}, "belisarius", {"belisarius": "5506"})
    table.do(CommandRank("1|a1"))
    assert table.offered("order_unit", "unit") == ["a1", "a2", "a3"]
    assert table.refused(OrderUnit("a12")) == ("4.32", "not_of_this_line")
    assert table.refused(EndOrders()) == ("8.21", "halt_the_line_first")
    table.do(HaltLine())
    table.do(EndOrders())


def test_an_undisciplined_line_that_closes_in_gets_out_of_hand() -> None:
    places = {"b1": "4504E", "b2": "4506E", "a1": "5505W"}
    table = MapTable(places, "gelimer", {"gelimer": "4505"})
    table.do(CommandRank("1|b1"))
    table.do(OrderUnit("b1"))
    table.do(March("4704E"))
    table.do(Halt())
    table.do(HaltLine())
    assert table.told(LineTested)[0].controlled is False
    assert table.pos.uncontrolled_units() == {"b1"}


def test_a_successful_trump_can_be_countered() -> None:
    table = MapTable({"a1": "5504W", "b1": "3010E"}, "gara", {"gara": "3010", "belisarius": "5504"})
    table.do(Trump("gelimer"), 0)
    assert isinstance(table.state.stack[-1], Countering)
    assert table.seat == "first"
    table.do(LetLead())
    phase = table.state.phase
    assert phase is not None and phase.leader == "gelimer"


def test_a_leader_rides_for_an_order_and_stops_in_no_zone_alone() -> None:
    table = MapTable({"a1": "5510W", "b1": "5012E"}, "a_john", {"a_john": "5510"})
    table.do(OrderLeader("a_john"))
    hexes = table.offered("ride", "to")
    assert "5112" not in hexes and "5212" in hexes  # 5112 is in the zone of b1 (4.61)
    table.do(Ride("5212"))
    assert table.pos.board.posts["a_john"] == "5212"
    assert table.state.phase is not None and table.state.phase.orders == 1
    assert table.refused(OrderLeader("martinus")) == ("4.4", "not_the_overall_commander")


def test_elite_is_for_leaders_in_range_after_the_first_turn() -> None:
    table = MapTable({"a1": "5510W", "b1": "3012E"}, "", {"belisarius": "5510", "a_john": "5310"})
    table.state = table.state.but(turn=2)
    assert table.offered("open_elite", "leader") == ["belisarius", "a_john"]
    assert table.refused(OpenElite("martinus")) == ("5.51", "outside_the_range")
    table.do(OpenElite("belisarius"))
    assert table.asked == "orders"


def test_a_leader_who_began_in_an_enemy_zone_has_no_momentum() -> None:
    """The enemy has left the zone since, but a leader who "was in one before" has no Momentum
    either (5.31).
    """
    for post, refusal in (("5010", ("5.31", "leader_in_a_zone")), ("4010", None)):
        table = MapTable({"a1": "5110W", "b3": "5010E"}, posts={"gara": post, "belisarius": "5610"})
        table.do(ForgoElite(), 3, 5)  # Gara before Pharas (5.12)
        table.do(Activate("gara"))
        assert table.pos.board.pinned is (refusal is not None)
        table.mark("a1", where=LEFT)
        table.do(EndOrders())
        if refusal is not None:
            assert table.refused(TryMomentum()) == refusal
        else:
            table.do(TryMomentum(), 0)


def test_the_bot_knows_when_momentum_is_barred() -> None:
    table = MapTable({"a1": "5110W", "b3": "5010E"}, posts={"gara": "5010", "belisarius": "5610"})
    table.do(ForgoElite(), 3, 5)
    table.do(Activate("gara"))
    table.mark("a1", where=LEFT)
    table.do(EndOrders())
    assert GENERAL.act(table.rules, table.state, "second", Scripted([])) == FinishLeader()


def test_a_leader_who_has_trumped_must_do_something() -> None:
    """A leader who has trumped another cannot end an order or the phase before a unit has moved or shot. The
    default action is such a move (5.45).
    """
    places = {"a1": "5504W", "b1": "3010E"}
    posts = {"gara": "3010", "gelimer": "3010", "belisarius": "5504"}
    table = MapTable(places, "gara", posts)
    table.do(Trump("gelimer"), 0)
    table.do(LetLead())
    assert table.refused(EndOrders()) == ("5.45", "must_act_after_trump")
    table.do(OrderUnit("b1"))
    assert table.refused(Halt()) == ("5.45", "must_act_after_trump")
    default = table.rules.pending(table.state)[0].default
    assert isinstance(default, March)
    table.do(default)
    table.do(Halt())
    table.do(EndOrders())


def test_a_leader_who_has_trumped_may_let_a_unit_attack_instead() -> None:
    places, posts = {"a1": "5004W", "b1": "4904E"}, {"gara": "4804", "gelimer": "4804"}
    table = MapTable(places, "gara", posts)
    table.do(Trump("gelimer"), 0)
    if table.rules.pending(table.state)[0].kind == "trump":
        table.do(LetLead())
    table.do(EndOrders())
    assert table.refused(FightShock()) == ("5.45", "must_act_after_trump")
    table.do(JoinShock(("b1",)))
    table.do(FightShock())
