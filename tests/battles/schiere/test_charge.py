"""Charge, countercharge and the duel on the board (L134-156, L186, L298, L336-366)."""

from typing import Any

import pytest

from battles.schiere.rules.board.position import Position
from battles.schiere.rules.cards import CARDS
from battles.schiere.rules.melee.aftermath import GiveGround, HoldGround, MoveStolen, StrikeBack
from battles.schiere.rules.melee.charge import Attack, ChargeDeclared, Receive, attack_is_free, may_attack
from battles.schiere.rules.melee.clash import BlowStruck, Clash, DuelBegan, DuelEnded, Lay, LeaveTo
from battles.schiere.rules.melee.contact import meet, supporters
from battles.schiere.rules.melee.duel import Fighter
from battles.schiere.rules.melee.flight import havens
from battles.schiere.rules.melee.policies import first_left, mixture
from battles.schiere.rules.melee.routing import TestNerve as AskForTest
from battles.schiere.rules.melee.solution import Duel, Solution
from battles.schiere.rules.turn.acting import TakeAction
from battles.schiere.rules.turn.going import EndAction, Going
from battles.schiere.rules.turn.march import MoveAlong
from engine.game import IllegalAction
from tests.battles.schiere.boards import battle, setting
from tests.battles.schiere.fights import Fight, blows

CHIEFS = ("r9 chief:astute a1n", "c9 chief:astute p16s")
PRINTED = [("sword1", "feint"), ("feint", "shield"), ("sword3", "sword2"), ("sword2", "sword3")]


def fight(*pieces: str, faces: tuple[int, ...] = (), **more: Any) -> Fight:
    return Fight(battle(*pieces, *CHIEFS, **more), *faces)


def charge(*pieces: str, way: tuple[str, ...] = ("d4",), facing: str = "n", **more: Any) -> Fight:
    """Return a position in which r1 moves along this way into contact."""
    found = fight(*pieces, **more)
    return found.does("rome", TakeAction(("r1",)), MoveAlong("r1", way, facing))


def duel(*pieces: str, received: tuple[str, ...] = ("c1",), **more: Any) -> Fight:
    """Return a position in which r1 charges c1 and c1 countercharges."""
    found = charge(*pieces, **more)
    return found.does("carthage", Receive(received)) if "receive" in found.asked().values() else found


FOOT = ("r1 legionaries d3n", "c1 punic_foot d5s")


# --- moving into contact ----------------------------------------------------------------------------------


def test_a_march_that_ends_side_by_side_is_a_charge() -> None:
    found = charge(*FOOT)
    assert found.happened(ChargeDeclared) == [ChargeDeclared("rome", ("r1",), ("c1",), True)]
    assert found.asked() == {"carthage": "receive"}


def test_the_printed_duel_on_the_board() -> None:
    """After four cards both sides know the fifth ones, so neither is asked to lay one (L144-156)."""
    found = duel(*FOOT)
    blows(found, PRINTED)
    struck = found.happened(BlowStruck)
    # none of the remaining cards does damage, so the clash is over in practice (L156)
    assert [blow.totals for blow in struck] == [
        ((2, 4), (2, 4)),
        ((2, 4), (2, 5)),
        ((5, 4), (4, 4)),
        ((4, 4), (5, 3)),
    ]
    assert [blow.damage for blow in struck] == [(0, 0), (0, 0), (0, 1), (1, 1)]
    assert found.happened(DuelEnded) == [DuelEnded("r1", "c1", (1, 2))]
    assert (found.pos.defence("r1"), found.pos.defence("c1")) == (3, 2)


def test_who_stands_strikes_worse_at_the_first_blow() -> None:
    found = duel(*FOOT, received=())
    blows(found, [("feint", "feint"), ("shield", "shield")])
    assert [blow.totals[1][0] for blow in found.happened(BlowStruck)] == [1, 2]


def test_who_countercharges_comes_down_from_the_height() -> None:
    """A unit that countercharges fights on the attacker's ground (ruling S32)."""
    high = {"kind": "height", "at": "c5"}
    on = setting({"title": "Height", "points": 30, "turns": 5, "layout": ["##", "##"], "tiles": [high]})
    for received, defence in (((), 5), (("c1",), 4)):
        found = duel(*FOOT, "c8 wing:resolute f8s", received=received, on=on)
        blows(found, [("feint", "feint")])
        assert found.happened(BlowStruck)[0].totals[1][1] == defence


def test_nobody_sees_a_card_before_both_lie_there() -> None:
    found = duel(*FOOT).does("rome", Lay("sword3"))
    assert found.asked() == {"carthage": "blow"} and not found.happened(BlowStruck)
    with pytest.raises(IllegalAction):
        found.does("carthage", Lay("sword4"))


def test_each_card_once_a_duel() -> None:
    found = duel(*FOOT)
    blows(found, [("sword1", "sword1")])
    with pytest.raises(IllegalAction):
        found.does("rome", Lay("sword1"))


# --- flank charges and joint charges ----------------------------------------------------------------------


def test_heavy_foot_struck_in_the_flank_has_no_attack_and_half_its_defence() -> None:
    found = charge("r1 legionaries d3n", "c1 punic_foot d5w", way=("d4",))
    assert found.asked() == {"rome": "blow", "carthage": "blow"}  # the target cannot countercharge
    blows(found, [("feint", "sword3")])
    assert found.happened(BlowStruck)[0].totals == ((2, 4), (0, 2))


def test_horse_turns_and_strikes_worse_once() -> None:
    found = charge("r1 heavy_cavalry d3n", "c1 horse d5w", way=("d4",))
    blows(found, [("feint", "feint")])
    assert found.happened(BlowStruck)[0].totals == ((2, 4), (1, 4))


def test_two_from_two_sides_fight_one_duel_together() -> None:
    pieces = ("r1 legionaries d3n", "r2 velites c5e", "c1 punic_foot d5s", "c2 greek_foot e6s")
    found = duel(*pieces)
    blows(found, [("feint", "feint")])
    assert found.happened(DuelBegan)[0].second == "r2"
    assert found.happened(BlowStruck)[0].totals == ((3, 4), (2, 2))


def test_a_unit_attacked_only_from_flank_or_rear_cannot_strike_back() -> None:
    """No attacker is in front of the heavy foot, so it cannot strike back at all (ruling S30)."""
    found = charge("r1 legionaries d3n", "r2 legionaries e5w", "c1 punic_foot d5w", "c2 greek_foot c6w")
    blows(found, [("feint", "sword3")])
    assert found.happened(BlowStruck)[0].totals == ((4, 4), (0, 2))


def test_a_corner_that_is_opposed_to_nobody_supports() -> None:
    pos = battle("r1 legionaries d4n", "r2 legionaries e4n", "c1 punic_foot d5s", *CHIEFS)
    assert supporters(pos, "c1", "rome") == ("r2",)
    opposed = battle("r1 legionaries d4n", "r2 legionaries e4n", "c1 punic_foot d5s", "c2 punic_foot e5s")
    assert supporters(opposed, "c1", "rome") == ()
    meeting = meet(pos, "c1", ("r1",))
    assert meeting is not None and meeting.support == 1


def test_a_schiera_comes_up_before_its_duels_begin() -> None:
    army = ("r1 legionaries d3n A", "r2 legionaries e3n A", "c1 punic_foot d5s B", "c2 punic_foot e5s B")
    found = fight(*army).does("rome", TakeAction(("r1", "r2")), MoveAlong("r1", ("d4",), "n"))
    assert found.happened(ChargeDeclared)[0].targets == ("c1", "c2")
    found.does("carthage", Receive(("c1", "c2")))
    assert len(found.happened(DuelBegan)) == 1
    blows(found, PRINTED)
    assert found.asked() == {"carthage": "aftermath"}
    found.does("carthage", HoldGround())
    assert len(found.happened(DuelBegan)) == 2


def test_foot_does_not_charge_horse_but_horse_charges_foot() -> None:
    with pytest.raises(IllegalAction):
        charge("r1 legionaries d3n", "c1 horse d5s")
    found = charge("r1 heavy_cavalry d3n", "c1 punic_foot d5s")
    assert found.asked() == {"rome": "blow", "carthage": "blow"}  # foot cannot countercharge


def test_any_unit_may_kill_a_commander() -> None:
    found = Fight(battle("r1 legionaries d3n", "r9 chief:astute a1n", "c9 chief:astute d5s"))
    found.does("rome", TakeAction(("r1",)), MoveAlong("r1", ("d4",), "n"))
    found.does("carthage", Receive(()))
    blows(found, [("sword3", "sword1")])
    assert found.pos.state.ended == "chief_lost"


# --- after the duel ---------------------------------------------------------------------------------------


def test_a_harmless_attack_gives_the_next_move_to_the_enemy() -> None:
    found = duel("r1 legionaries d3n", "c1 punic_foot d5s", *())
    blows(found, [("sword3", "feint"), ("feint", "sword3")])
    assert found.happened(DuelEnded)[0].harm == (0, 0)
    assert found.kinds("carthage") == {"hold_ground", "strike_back", "give_ground"}
    found.does("carthage", StrikeBack())
    assert found.happened(MoveStolen) == [MoveStolen("r1", "c1")]
    began = found.happened(DuelBegan)[1]
    assert (began.attacker, began.defender, began.received) == ("c1", "r1", "already_fighting")


def test_who_was_hurt_may_give_ground_and_who_hurt_attacks_again() -> None:
    found = duel(*FOOT)
    blows(found, PRINTED)
    assert found.kinds("carthage") == {"hold_ground", "give_ground"}
    found.does("carthage", HoldGround())
    assert found.kinds("rome") >= {"attack", "end_action"}
    again = duel(*FOOT)
    blows(again, PRINTED)
    again.does("carthage", GiveGround("d9"))
    assert again.pos.piece("c1").at == "d9" and "attack" not in again.kinds("rome")
    assert again.kinds("rome") >= {"move_along"}  # a pursuit with the movement points that are left


def test_nobody_attacks_three_times() -> None:
    found = duel(*FOOT)
    blows(found, PRINTED)
    found.does("carthage", HoldGround())
    going = found.pos.state.stack[-1]
    assert "attack" in found.kinds("rome")
    found.does("rome", Attack("r1", "c1"))
    assert going != found.pos.state.stack[-1] and found.pos.state.in_progress(Clash) is not None


def test_a_retreat_goes_home_and_round_the_enemy() -> None:
    pos = battle("r1 legionaries d4n", "c1 punic_foot d5s", "c2 punic_foot d7s", *CHIEFS)
    ends = [way.end for way in havens(pos, "c1")]
    assert ends[0] == "d6" and all(pos.ground.places[square].row > 4 for square in ends)
    assert "d7" not in ends  # d7 is occupied


# --- orders during a duel ---------------------------------------------------------------------------------


def test_an_order_is_turned_up_with_the_first_card_and_counts_to_the_end() -> None:
    found = duel(*FOOT, orders=("rome sword2 r1", "carthage shield c1"))
    found.does("rome", Lay("feint", order="o1")).does("carthage", Lay("feint"))
    found.does("rome", Lay("shield")).does("carthage", Lay("shield"))
    assert [blow.totals[0][0] for blow in found.happened(BlowStruck)] == [4, 4]
    assert "o2" in found.pos.state.orders and not any(
        field.name == "order" for choice in found.offered("carthage") for field in choice.fields
    )


def test_a_player_without_orders_gets_the_same_question() -> None:
    with_order, without = duel(*FOOT, orders=("carthage shield c1",)), duel(*FOOT)
    assert with_order.asked() == without.asked()
    assert with_order.offered("rome") == without.offered("rome")


def test_the_order_of_the_winner_is_kept_for_a_second_attack() -> None:
    found = duel(*FOOT, orders=("rome sword1 r1",))
    found.does("rome", Lay("sword1", order="o1")).does("carthage", Lay("shield"))
    blows(found, [("sword2", "feint"), ("sword3", "sword1"), ("feint", "sword3")])
    assert found.asked() == {"rome": "test_nerve"}
    found.does("rome", AskForTest(False))  # then the last cards are turned
    assert found.happened(DuelEnded)[0].harm[1] > 0 and found.pos.state.orders["o1"].open
    found.does("rome", EndAction())
    assert "o1" not in found.pos.state.orders


# --- cards laid in advance --------------------------------------------------------------------------------


def test_cards_are_laid_ahead() -> None:
    found = duel(*FOOT)
    found.does("rome", Lay("sword1", then=("feint", "sword3", "sword2")))
    for card in ("feint", "shield", "sword2", "sword3"):
        assert found.asked() == {"carthage": "blow"}
        found.does("carthage", Lay(card))
    assert found.happened(DuelEnded) == [DuelEnded("r1", "c1", (1, 2))]


def test_a_duel_is_left_to_policies() -> None:
    found = duel(*FOOT).does("rome", LeaveTo("net", whole=True)).does("carthage", LeaveTo("any", whole=True))
    struck = found.happened(BlowStruck)
    assert 1 <= len(struck) <= 5 and found.happened(DuelEnded)
    assert all(len({blow.cards[side] for blow in struck}) == len(struck) for side in (0, 1))


# --- standing orders --------------------------------------------------------------------------------------


def test_a_policy_lays_the_mixture_of_the_solved_duel_and_no_card_twice() -> None:
    heavy = Fighter("heavy")
    first = mixture(heavy, heavy, CARDS, CARDS, "net", 0)
    best = Solution(Duel(heavy, heavy), "net").best()
    assert first == {card: round(1000 * often) for card, often in best.a.items() if round(1000 * often)}
    assert set(mixture(heavy, heavy, ("shield", "feint"), ("sword1", "feint"), "any", 1)) == {
        "sword1",
        "feint",
    }


def test_who_wants_to_survive_plays_against_who_wants_to_eliminate() -> None:
    a, d = Fighter("heavy"), Fighter("light")
    best = Solution(Duel(a, d), "eliminate").best()
    assert set(mixture(a, d, CARDS, CARDS, "survive", 1)) <= {
        card for card, often in best.d.items() if often > 0
    }


def test_the_first_card_of_an_order_that_is_left() -> None:
    assert first_left(["sword3", "sword1"], ("sword1", "feint")) == "sword1"
    assert first_left([], ("sword1", "feint")) == "sword1"


# --- urged on (L238) ---


def test_horse_urged_on_attacks_three_times_and_other_horse_twice() -> None:
    def allowed(pos: Position, attacks: int, made: int) -> tuple[bool, bool]:
        going = Going("rome", ("r1",), {"r1": 9}, {"r1": made}, attacks={"r1": attacks}, harmed=("r1",))
        return may_attack(pos, going, "r1"), bool(attack_is_free(pos, going, "r1"))

    horse = ("r1 heavy_cavalry d6n A >impetuous", "c1 punic_foot d7s", "r8 wing:impetuous a3n", *CHIEFS)
    urged, usual = battle(*horse), battle(horse[0].split(" >")[0], *horse[1:])
    assert [allowed(urged, n, made) for n, made in ((1, 2), (2, 2), (3, 2))] == [
        (True, True),  # after a march and a charge no move is left
        (True, False),  # the third attack is also the third move
        (False, False),
    ]
    assert [allowed(usual, n, 2) for n in (1, 2)] == [(True, False), (False, False)]
