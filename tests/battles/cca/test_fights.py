"""Combats on the board, step by step, have the same results as combats resolved as plain values."""

import pytest

from battles.cca.rules.combat.exchange import Answers, fight
from battles.cca.rules.combat.field import close_combat
from battles.cca.rules.dice import Face
from battles.cca.rules.fight.advancing import Advance, FightOn
from battles.cca.rules.fight.evading import Stand
from battles.cca.rules.fight.fight import BattleBack
from battles.cca.rules.fight.first_strike import HoldBack, StrikeFirst
from battles.cca.rules.fight.flags import IgnoreFlags
from battles.cca.rules.play.state import State
from battles.cca.rules.rules import CcaRules
from battles.cca.rules.terrain.board import HEXES
from battles.cca.rules.turn.battling import Attack, EndBattles
from engine.dice import Seeded
from engine.game import IllegalAction
from tests.battles.cca.boards import battling, do, holding
from tests.found import some

PAIRS = (
    "E6: bottom heavy_inf 4; bottom leader Nero\nF6: top medium_inf 4",
    "E6: bottom medium_cav 3\nF6: top warrior 4; top leader Hanno\nF7: top light_inf 4\nG7: top auxilia 4",
    "E6: bottom elephant 2\nF6: top heavy_inf 3",
    "E6: bottom auxilia 2\nF6: top heavy_cav 1; top leader Maharbal",
    "E6: bottom warrior 4\nF6: top heavy_chariot 2\nD6: bottom light_inf 4\nD5: bottom leader Varro",
)
SPARE = "\nA1: bottom light_inf 4\nI13: top light_inf 4"


def fought(rules: CcaRules, state: State, seed: int) -> tuple[State, list[int]]:
    """Attack F6 from E6 with the default answers. Return the state and the dice rolled."""
    faces: list[int] = []
    action = Attack("E6", "F6")
    for step in range(12):
        dice = Seeded(b"fight", str(seed), step)
        seat = rules.pending(state)[0].seat
        state = rules.apply(state, seat, action, dice).state
        faces += [roll.face for roll in dice.rolls if not roll.throw.secret]
        if state.turn.seat != "bottom" or not state.turn.rolls or not rules.pending(state):
            break
        decision = rules.pending(state)[0]
        if decision.kind in ("card", "battle", "advance"):
            break
        action = decision.default
    return state, faces


def test_blocks_and_hexes_are_those_of_the_plain_value() -> None:
    for seed in some(range(150)):
        rules, state = battling(PAIRS[seed % len(PAIRS)] + SPARE, {"E6": 0})
        before = rules.position(state).board
        after, faces = fought(rules, state, seed)
        left = [Face.from_number(face) for face in faces]

        def throw(number: int, purpose: str, left: list[Face] = left) -> tuple[Face, ...]:
            taken = tuple(left[:number])
            del left[:number]
            return taken

        found = fight(close_combat(before, HEXES["E6"], HEXES["F6"]), Answers(), throw)
        assert found.attack is not None
        trampled = found.back is not None and found.back.rampage
        if trampled:  # a combat resolved as a plain value has no neighbours to trample
            continue
        assert left == []
        if seed % 5 != 1:
            assert _blocks(after) == found.attack.left
        assert ("F6" not in after.units) == found.attack.left_hex
        if found.back is not None:
            assert ("E6" not in after.units) == found.back.left_hex
            if not found.back.left_hex:
                assert after.units["E6"].blocks == found.back.left


def _blocks(state: State) -> int:
    """Return the blocks of the attacked unit. It is the only unit of the top side apart from the spare one in
    I13.
    """
    return sum(one.blocks for at, one in state.units.items() if str(one.side) == "top" and at != "I13")


def test_first_strike_rolls_first_and_neither_battles_back_nor_advances() -> None:
    rules, state = battling("E6: bottom medium_inf 4\nF6: top heavy_inf 4" + SPARE, {"E6": 0})
    state = holding(state, "top", "first_strike", "rally")
    asked = do(rules, state, Attack("E6", "F6"))
    assert rules.pending(asked)[0].covert
    held = do(rules, asked, HoldBack(), 1, 1, 1, 1)
    assert isinstance(rules.pending(held)[0].default, BattleBack)
    after = rules.apply(asked, "top", StrikeFirst(), Seeded(b"first", "strike", 3))
    kinds = [type(event).__name__ for event in after.events]
    assert kinds[0] == "FirstStrikePlayed" and "first_strike" in after.state.discards
    blows = [event.how for event in after.events if type(event).__name__ == "Struck"]
    assert blows[0] == "answer" and "answer" not in blows[1:]


def test_nobody_is_asked_for_a_card_that_lies_with_the_discards() -> None:
    rules, state = battling("E6: bottom medium_inf 4\nF6: top heavy_inf 4" + SPARE, {"E6": 0})
    seen = do(rules, state.but(discards=("first_strike",)), Attack("E6", "F6"), 1, 1, 1, 1)
    assert rules.pending(seen)[0].kind == "battle_back"


def test_cavalry_goes_a_hex_farther_and_fights_again() -> None:
    board = "E6: bottom heavy_cav 3\nF6: top light_bow 1\nG8: top auxilia 4" + SPARE
    rules, state = battling(board, {"E6": 0})
    state = state.but(discards=("first_strike",))
    state = do(rules, do(rules, state, Attack("E6", "F6")), Stand(), 1, 2, 2, 2)
    assert "F6" not in state.units and state.armies["bottom"].fallen == 1
    assert {c.fixed.get("to") for c in rules.choices(state, "bottom")} >= {"F6", "F7", "G7", "E6"}
    state = do(rules, state, Advance("F7"))
    assert [c.fixed.get("target") for c in rules.choices(state, "bottom")][0] == "G8"
    state = do(rules, state, FightOn("G8"), 6, 6, 6, 6)
    assert "G8" not in state.units
    assert {c.fixed.get("to") for c in rules.choices(state, "bottom")} == {"G8", None}


def test_an_elephant_that_cannot_go_back_pushes_those_behind_it() -> None:
    board = "E6: bottom heavy_inf 4\nF6: top elephant 2\nG6: top light_inf 1\nG7: top auxilia 4" + SPARE
    rules, state = battling(board, {"E6": 0})
    state = state.but(discards=("first_strike",))
    # two flags; the rampage misses three units (two dice each), then kills one and costs another two blocks
    state = do(rules, state, Attack("E6", "F6"), 5, 5, 2, 2, 2, *[6] * 6)
    assert state.units["F6"].blocks == 2 and "G6" not in state.units and state.units["G7"].blocks == 2
    assert state.armies["bottom"].fallen == 1


def test_ignored_flags_leave_the_unit_where_it_stands() -> None:
    board = "E6: bottom heavy_inf 4\nF6: top medium_inf 4\nG6: top light_inf 4\nG7: top auxilia 4" + SPARE
    rules, state = battling(board, {"E6": 0})
    asked = do(rules, state.but(discards=("first_strike",)), Attack("E6", "F6"), 5, 1, 1, 1, 1)
    assert rules.pending(asked)[0].kind == "flags"
    stood = do(rules, asked, IgnoreFlags(1))
    assert "F6" in stood.units and rules.pending(stood)[0].kind == "battle_back"
    pushed = do(rules, asked, IgnoreFlags(0))
    assert pushed.units["F6"].blocks == 3  # there is no free hex behind it


def test_warriors_who_ran_must_fight_before_the_turn_ends() -> None:
    rules, state = battling("E6: bottom warrior 4\nF6: top heavy_inf 4" + SPARE, {"E6": 2})
    kinds = {choice.kind for choice in rules.choices(state, "bottom")}
    assert kinds == {"attack"}
    with pytest.raises(IllegalAction) as refused:
        do(rules, state, EndBattles())
    assert refused.value.code == "must_fight"
