"""Orders in battle: sent along the chain of command, intercepted, stolen (L166-172, L222-226, L242)."""

from typing import Any

import pytest

from battles.schiere.rules.command.sending import Intercept, OrderSent, SendOrder, intercepts, receivers
from battles.schiere.rules.command.stealing import StealOrder
from battles.schiere.rules.command.thwarting import StealAction, steals
from battles.schiere.rules.setup.assignment import Assigning, AssignOrders
from battles.schiere.rules.turn.acting import Acting, TakeAction
from battles.schiere.rules.turn.going import EndAction
from battles.schiere.rules.turn.turns import GameTurn
from engine.dice import Scripted
from engine.game import IllegalAction
from tests.battles.schiere.boards import battle
from tests.battles.schiere.fights import Fight

ROME = ("r9 chief:solid a1n", "r8 wing:resolute a4n", "r1 legionaries d3n", "r2 legionaries e3n >resolute")
SOLID = ("c9 chief:solid p16s", "c1 punic_foot p14s")
ASTUTE = ("c9 chief:astute p16s", "c1 punic_foot p14s")


def fight(*pieces: str, **more: Any) -> Fight:
    return Fight(battle(*pieces, **more))


def holder(found: Fight, order: str = "o1") -> str:
    return found.pos.state.orders[order].holder


def test_the_chief_sends_to_his_units_and_costs_no_action() -> None:
    found = fight(*ROME, *SOLID, orders=("rome sword2",)).does("rome", SendOrder("chief", "sword2", "r1"))
    assert holder(found) == "r1" and found.asked() == {"rome": "act"}
    assert found.pos.state.today.actions["rome"] == 3
    assert found.happened(OrderSent) == [OrderSent("rome", "chief", "r1")]  # the event reveals neither


def test_units_of_a_wing_are_reached_through_its_commander_a_turn_later() -> None:
    found = fight(*ROME, *SOLID, orders=("rome sword2",))
    with pytest.raises(IllegalAction):
        found.does("rome", SendOrder("chief", "sword2", "r2"))
    found.does("rome", SendOrder("chief", "sword2", "r8"))
    with pytest.raises(IllegalAction):
        found.does("rome", SendOrder("r8", "sword2", "r2"))
    turn = found.pos.state.but(turn=2, stack=(GameTurn(True, "rome"), Acting("rome")))
    found.pos = found.pos._replace(state=turn)
    assert holder(found.does("rome", SendOrder("r8", "sword2", "r2"))) == "r2"


def test_a_wing_commander_sends_one_a_turn_of_those_given_before_the_battle() -> None:
    army = (*ROME, "r3 legionaries f3n >resolute", *SOLID)
    found = fight(*army, orders=("rome sword1 r8", "rome sword2 r8"))
    found.does("rome", SendOrder("r8", "sword1", "r2"))
    with pytest.raises(IllegalAction):
        found.does("rome", SendOrder("r8", "sword2", "r3"))


def test_three_orders_a_turn() -> None:
    army = (*ROME, *(f"r{n} legionaries {'ghi'[n - 3]}3n" for n in (3, 4, 5)), *SOLID)
    found = fight(*army, orders=("rome shield",) * 4)
    found.does("rome", *(SendOrder("chief", "shield", id) for id in ("r1", "r3", "r4")))
    with pytest.raises(IllegalAction):
        found.does("rome", SendOrder("chief", "shield", "r5"))


def test_none_reaches_a_unit_that_fights_or_has_one_or_is_out_of_command() -> None:
    pos = battle(
        "r9 chief:solid a1n",
        "r1 legionaries d3n",
        "r2 legionaries d9n",
        "r3 legionaries p15n",
        "r4 legionaries f3n",
        "c1 punic_foot d10s",
        "c9 chief:solid p5s",
        orders=("rome feint r4",),
    )
    assert receivers(pos, "rome", "chief") == ("r1",)


# --- intercepted and stolen ---


def test_an_astute_enemy_is_asked_whatever_they_hold() -> None:
    for card in ("feint", "sword1"):
        found = fight(*ROME, *ASTUTE, orders=("rome sword2", f"carthage {card}"))
        found.does("rome", SendOrder("chief", "sword2", "r1"))
        (ask,) = found.owed()
        assert (ask.seat, ask.kind, ask.covert) == ("carthage", "intercept", True)
    solid = fight(*ROME, *SOLID, orders=("rome sword2", "carthage feint"))
    assert solid.does("rome", SendOrder("chief", "sword2", "r1")).asked() == {"rome": "act"}


def test_an_intercepted_order_is_known_to_both_sides() -> None:
    found = fight(*ROME, *ASTUTE, orders=("rome sword2", "carthage feint"))
    found.does("rome", SendOrder("chief", "sword2", "r1")).does("carthage", Intercept(True))
    (order,) = found.pos.state.orders.values()
    assert (order.seat, order.holder, order.card, order.known) == ("carthage", "chief", "sword2", ("rome",))
    assert found.asked() == {"rome": "act"} and found.pos.state.today.robbed == ("carthage",)


def test_one_theft_a_turn_and_not_without_a_feint() -> None:
    found = fight(*ROME, *ASTUTE, orders=("rome sword2", "rome sword2", "carthage feint", "carthage feint"))
    found.does("rome", SendOrder("chief", "sword2", "r1")).does("carthage", Intercept(True))
    assert found.does("rome", SendOrder("chief", "sword2", "r1")).asked() == {"rome": "act"}
    without = fight(*ROME, *ASTUTE, orders=("rome sword2", "carthage sword1"))
    without.does("rome", SendOrder("chief", "sword2", "r1"))
    with pytest.raises(IllegalAction):
        without.does("carthage", Intercept(True))
    assert intercepts(without.pos, without.pos.state.stack[-1], {"catch": True}) == Intercept(False)


def test_an_order_that_nobody_has_yet_is_stolen_unseen() -> None:
    found = fight(*ROME, *ASTUTE, acts="carthage", orders=("rome sword2", "rome sword3 r1", "carthage feint"))
    found.dice = Scripted([0])
    found.does("carthage", StealOrder())
    assert sorted(o.card for o in found.pos.orders("carthage").values()) == ["sword2"]
    assert [o.card for o in found.pos.orders("rome").values()] == ["sword3"]
    assert "steal_order" not in found.kinds("carthage")


# --- stealing an action (L202, L224) ---

LION = ("c9 chief:enterprising p16s", "c1 punic_foot p14s")


def acted(card: str, **more: Any) -> Fight:
    """Return a position in which Rome has acted and Carthage holds an order with this face."""
    found = fight(*ROME, *LION, orders=(f"carthage {card}",), **more)
    return found.does("rome", TakeAction(("r1",)), EndAction())


def test_an_enterprising_enemy_is_asked_after_an_action_whatever_they_hold() -> None:
    for card in ("sword1", "feint"):
        (ask,) = acted(card).owed()
        assert (ask.seat, ask.kind, ask.covert) == ("carthage", "steal_action", True)
    assert fight(*ROME, *SOLID, orders=("carthage sword1",)).does(
        "rome", TakeAction(("r1",)), EndAction()
    ).asked() == {"rome": "act"}


def test_a_stolen_action_is_the_enemys_loss_alone() -> None:
    found = acted("sword1").does("carthage", StealAction(True))
    assert dict(found.pos.state.today.actions) == {"carthage": 3, "rome": 1}
    assert not found.pos.state.orders and found.asked() == {"rome": "act"}
    assert found.does("rome", TakeAction(("r2",)), EndAction()).asked() == {"carthage": "act"}


def test_it_takes_an_order_of_one_sword() -> None:
    found = acted("sword2")
    with pytest.raises(IllegalAction):
        found.does("carthage", StealAction(True))
    frame = found.pos.state.stack[-1]
    assert steals(found.pos, frame, {"when_left": 9}) == StealAction(False)
    lion = acted("sword1")
    assert steals(lion.pos, lion.pos.state.stack[-1], {"when_left": 2}) == StealAction(True)
    assert steals(lion.pos, lion.pos.state.stack[-1], {"when_left": 1}) == StealAction(False)


def test_before_the_battle_one_order_lies_under_a_unit_and_any_number_with_a_wing_commander() -> None:
    """Before the battle one order can be assigned to a unit, and any number to a wing commander. Orders that
    are assigned to nobody stay with the chief (ruling C18).
    """
    pos = battle(*ROME, *SOLID, orders=("rome sword2", "rome shield", "rome sword1", "rome feint"))
    found = Fight(pos._replace(state=pos.state.but(stack=(Assigning(),))))
    found.does("rome", AssignOrders(("sword2>r1", "shield>r1", "sword1>r8", "feint>r8")))
    found.does("carthage", AssignOrders())
    assert [holder(found, f"o{n}") for n in (1, 2, 3, 4)] == ["r1", "chief", "r8", "r8"]


def test_reserved_actions_are_at_the_enemys_disposal_too_and_may_be_stolen() -> None:
    bold = ("c9 chief:enterprising p16s", "c1 punic_foot p14s")
    pos = battle(*ROME, *bold, orders=("carthage sword1",), actions=1)
    sides = {**pos.state.sides, "rome": pos.side("rome").but(banked=1)}
    found = Fight(pos._replace(state=pos.state.but(sides=sides)))
    found.does("rome", TakeAction(("r1",)), EndAction())
    assert found.asked() == {"carthage": "steal_action"}
    assert found.does("carthage", StealAction(True)).pos.side("rome").banked == 0
