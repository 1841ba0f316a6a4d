"""Captured ballistae, and boat bridges built and broken (L43, L192, L316-322)."""

from typing import Any

import pytest

from battles.schiere.rules.board.ground import BOAT_BRIDGE, BUILDING, RIVER
from battles.schiere.rules.shooting.overwatch import LetPass
from battles.schiere.rules.turn.acting import Reserve, TakeAction
from battles.schiere.rules.turn.march import MoveAlong
from battles.schiere.rules.works.ballistae import BallistaTaken
from battles.schiere.rules.works.bridges import BreakBridge, BuildBridge
from engine.game import IllegalAction
from tests.battles.schiere.boards import battle, setting
from tests.battles.schiere.fights import Fight

CHIEFS = ("r9 chief:astute a1n", "c9 chief:astute p16s")


def fight(*pieces: str, **more: Any) -> Fight:
    return Fight(battle(*pieces, *CHIEFS, **more))


def test_a_ballista_changes_hands_to_whoever_comes_beside_it() -> None:
    found = fight("r1 ballistae d3n", "c1 punic_foot d6s", acts="carthage", orders=("rome shield r1",))
    found.does("carthage", TakeAction(("c1",)), MoveAlong("c1", ("d5", "d4"), "s"))
    found.does("rome", LetPass())  # the ballista could have shot
    assert found.happened(BallistaTaken) == [BallistaTaken("r1", "c1", "carthage")]
    piece = found.pos.piece("r1")
    assert (piece.seat, piece.captured) == ("carthage", "carthage")
    assert [order.seat for order in found.pos.state.orders.values()] == ["carthage"]


def test_a_bridge_of_boats_costs_two_actions_and_stands_in_the_next_turn() -> None:
    found = fight("r1 legionaries c7n", on=setting("ford")).does("rome", BuildBridge("c8"))
    assert found.pos.state.today.actions["rome"] == 1 and found.pos.ground.kind("c8") == BUILDING
    assert found.pos.ground.is_barred("c8")
    found.does("rome", Reserve()).does("carthage", Reserve())
    assert found.pos.turn == 2 and found.pos.ground.kind("c8") == BOAT_BRIDGE


def test_none_is_built_where_the_enemy_could_come() -> None:
    with pytest.raises(IllegalAction):
        fight("r1 legionaries c7n", "c1 punic_foot c10s", on=setting("ford")).does("rome", BuildBridge("c8"))
    with pytest.raises(IllegalAction):
        fight("r1 legionaries c7n", actions=1, on=setting("ford")).does("rome", BuildBridge("c8"))


def test_a_bridge_is_broken_for_one_action() -> None:
    found = fight("r1 legionaries m7n", on=setting("ford")).does("rome", BreakBridge("m8"))
    assert found.pos.ground.kind("m8") == RIVER and found.pos.state.today.actions["rome"] == 2
    with pytest.raises(IllegalAction):
        found.does("rome", BreakBridge("m8"))
