"""Tests of nerve, retreat, rout, rally, disorder, surrender (L346, L360-364, L401-413)."""

from typing import Any

from battles.schiere.rules.board.play import PieceLost
from battles.schiere.rules.melee.aftermath import Aftermath, StrikeBack, answers
from battles.schiere.rules.melee.charge import Receive
from battles.schiere.rules.melee.clash import BlowStruck, DuelEnded, Lay
from battles.schiere.rules.melee.flight import SchieraDisordered, havens, retreat, way_off
from battles.schiere.rules.melee.routing import Nerves, NerveTested, Rally, Routing, UnitRallied, rout_unit
from battles.schiere.rules.melee.routing import TestNerve as AskForTest
from battles.schiere.rules.melee.surround import UnitShutIn, capture_surrounded, surrounding_units
from battles.schiere.rules.turn.acting import TakeAction
from battles.schiere.rules.turn.going import Going
from battles.schiere.rules.turn.march import MoveAlong
from tests.battles.schiere.boards import at_work, battle
from tests.battles.schiere.fights import Fight

CHIEFS = ("r9 chief:astute a1n", "c9 chief:astute p16s")
SOLID = ("r9 chief:astute a1n", "c9 chief:solid h16s")
WORN = ("r1 legionaries d4n", "c1 punic_foot d5s 3")


def asked_to_stand(card: int, *pieces: str, **more: Any) -> Fight:
    """Return a position in which Rome has asked for c1's nerve to be tested. Deck D holds a feint, a shield
    and a sword, in that order.
    """
    found = Fight(battle(*pieces, **more), card)
    found.pos = found.pos._replace(
        state=found.pos.state.but(stack=(*found.pos.state.stack, Nerves("rome", "c1")))
    )
    return found.does("rome", AskForTest(True))


def result(found: Fight) -> str:
    return str(found.happened(NerveTested)[0].result)


def lost(found: Fight) -> list[tuple[str, str]]:
    return [(event.piece, event.why) for event in found.happened(PieceLost)]


# --- the test ---


def test_a_shield_card_lets_the_unit_stand() -> None:
    found = asked_to_stand(2, *WORN, *CHIEFS)
    assert result(found) == "stands" and found.pos.piece("c1").at == "d5"


def test_a_feint_falls_back_with_all_its_points_and_rests_a_turn() -> None:
    found = asked_to_stand(1, *WORN, *CHIEFS)
    assert result(found) == "retreats" and found.pos.piece("c1").at == "d11"
    assert found.pos.piece("c1").rests == 2


def test_who_cannot_fall_back_any_more_surrenders() -> None:
    found = asked_to_stand(1, *WORN, *CHIEFS, left={"c1": 0}, orders=("carthage sword2 c1",))
    assert result(found) == "surrenders" and lost(found) == [("c1", "surrendered")]
    assert [order.seat for order in found.pos.state.orders.values()] == ["rome"]  # taken with it (L168)


def test_a_sword_routs_off_the_board() -> None:
    found = asked_to_stand(3, *WORN, *CHIEFS)
    assert result(found) == "routs" and lost(found) == [("c1", "routed")]


def test_who_has_to_touch_an_enemy_in_flight_surrenders() -> None:
    ring = ("r2 velites b7n", "r3 velites d8n", "r4 velites f7n", "r5 velites b5n", "r6 velites f5n")
    found = asked_to_stand(3, *WORN, *ring, *CHIEFS)
    assert lost(found) == [("c1", "surrendered")]
    assert way_off(battle(*WORN, *ring, *CHIEFS), "c1") is not None


# --- rally (L220, L405) ---


def test_a_solid_chief_is_always_asked_and_rallies_with_a_shield() -> None:
    for card in ("shield", "sword1"):
        found = asked_to_stand(3, *WORN, *SOLID, orders=(f"carthage {card}",))
        (ask,) = found.owed()
        assert (ask.seat, ask.kind, ask.covert) == ("carthage", "rally", True)
        assert ask.default == Rally("o1" if card == "shield" else None)
    stopped = asked_to_stand(3, *WORN, *SOLID, orders=("carthage shield",)).does("carthage", Rally("o1"))
    assert stopped.happened(UnitRallied) and not lost(stopped) and not stopped.pos.state.orders


def test_only_a_solid_chief_is_asked_to_rally() -> None:
    assert lost(asked_to_stand(3, *WORN, *CHIEFS, orders=("carthage shield",))) == [("c1", "routed")]


# --- friends in the way (L405) ---


def test_light_units_that_flee_disorder_the_friends_they_cross() -> None:
    wall = tuple(f"c{n} punic_foot {column}7s W" for n, column in enumerate("abcdefghijklmnop", 20))
    play = at_work(battle("c1 libyans d6s", *wall, *CHIEFS))
    rout_unit(play, "c1")
    (told,) = (event for event in play.events if isinstance(event, SchieraDisordered))
    assert set(told.units) == {f"c{n}" for n in range(20, 36)} and "c23" in play.state.today.shaken
    assert play.pos.piece("c23").at == "d9"  # the unit retreated two squares
    heavy = at_work(battle("c1 punic_foot d6s", *wall, *CHIEFS))
    rout_unit(heavy, "c1")
    assert not any(isinstance(event, SchieraDisordered) for event in heavy.events)


def test_a_retreat_costs_what_is_left_of_the_turn() -> None:
    play = at_work(battle(*WORN, *CHIEFS))
    retreat(play, "c1", havens(play.pos, "c1")[1], "gave_ground")
    assert play.pos.piece("c1").at == "d7" and play.pos.points_left("c1") == 4


# --- surrounded (L346, L362, L413) ---


def test_three_on_three_sides_take_a_unit() -> None:
    army = ("r1 legionaries c5e", "r2 legionaries e5w", "r3 legionaries d3n", "c1 punic_foot d5s")
    found = Fight(battle(*army, *CHIEFS)).does("rome", TakeAction(("r3",)), MoveAlong("r3", ("d4",), "n"))
    assert found.happened(UnitShutIn) and lost(found) == [("c1", "surrendered")]
    assert surrounding_units(battle(*army, *CHIEFS), "c1") == ()


def test_a_chief_who_is_shut_in_with_his_unit_loses_the_battle() -> None:
    army = ("r1 legionaries c5e", "r2 legionaries e5w", "r3 legionaries d4n", "c1 punic_foot d5s")
    play = at_work(battle(*army, "r9 chief:astute a1n", "c9 chief:astute d5s @c1"))
    capture_surrounded(play)
    assert play.state.ended == "chief_lost" and "c1" not in play.state.pieces


# --- after a duel ---


def test_who_is_out_of_command_does_not_strike_back() -> None:
    frame = Aftermath("r1", "c1", (0, 0), counted=True)
    pos = battle(*WORN, "r9 chief:astute a1n", "c9 chief:astute p5s")
    acting = Going("rome", ("r1",), {"r1": 3}, {"r1": 2})
    pos = pos._replace(state=pos.state.but(stack=(*pos.state.stack, acting, frame)))
    assert answers(pos, frame, {"answer": "strike_back"}) == StrikeBack()
    far = battle("r1 legionaries a4n", "c1 punic_foot a5s", "r9 chief:astute a1n", "c9 chief:astute p16s")
    far = far._replace(state=far.state.but(stack=(*far.state.stack, acting, frame)))
    assert answers(far, frame, {"answer": "strike_back"}) != StrikeBack()


def test_a_rout_ends_the_duel() -> None:
    """After the fourth printed blow the defender has one shield left; it routs before the fifth."""
    found = Fight(battle("r1 legionaries d3n", "c1 punic_foot d5s 2", *CHIEFS), 3)
    found.does("rome", TakeAction(("r1",)), MoveAlong("r1", ("d4",), "n"))
    found.does("carthage", Receive(("c1",))).does("rome", Lay("sword1")).does("carthage", Lay("sword1"))
    assert found.asked() == {"rome": "test_nerve"} and isinstance(found.pos.state.stack[-1], Nerves)
    found.does("rome", AskForTest(True))
    assert len(found.happened(BlowStruck)) == 1 and found.happened(DuelEnded)[0].harm == (0, 1)
    assert lost(found) == [("c1", "routed")] and found.asked() == {"rome": "move"}
    assert Routing("c1") not in found.pos.state.stack
