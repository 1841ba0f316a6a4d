"""Standing orders by class of unit: the answers that they give, and when the player is asked instead."""

from __future__ import annotations

from typing import Any

import pytest
from django.utils import translation

from battles.cca.rules.chapters import CODEC, ORDER_KINDS
from battles.cca.rules.fight.standing_orders import GROUPS, LED
from battles.cca.rules.play.state import State
from battles.cca.rules.rules import CcaRules
from battles.cca.rules.turn.battling import Attack
from battles.cca.wording import CcaWording
from engine.dice import Seeded
from tests.battles.cca.boards import battling, do

SPARE = "\nA1: bottom light_inf 4\nI13: top light_inf 4"


def answered(rules: CcaRules, state: State, **said: Any) -> Any:
    """Return the answer that this order gives to the current question as JSON, or None if the player is
    asked.
    """
    decision = rules.pending(state)[0]
    found = rules.standing(state, decision, {decision.kind: said})
    if found is None:
        return None
    rules.apply(state, decision.seat, found, dice())  # the rules must accept the answer
    return CODEC.write(found)


def dice() -> Any:
    return Seeded(b"standing", "order", 0)


def attacked(board: str, *faces: int) -> tuple[CcaRules, State]:
    """Return a battle in which E6 attacks F6 and the question about the First Strike card has been
    answered.
    """
    rules, state = battling(board + SPARE, {"E6": 0})
    return rules, do(rules, state.but(discards=("first_strike",)), Attack("E6", "F6"), *faces)


def test_evading_by_class_by_leader_and_in_general() -> None:
    rules, state = attacked("E6: bottom heavy_inf 4\nF6: top light_inf 4")
    general = {"how": "never", "blocks": 2, "against": "any"}
    assert answered(rules, state, **general) == {"kind": "stand"}
    assert answered(rules, state, **general, light_foot="always") == {"kind": "evade"}
    assert answered(rules, state, **general, light_mounted="always") == {"kind": "stand"}
    assert answered(rules, state, **general, light_foot="below") == {"kind": "stand"}
    assert answered(rules, state, **general, light_foot="ask") is None
    assert answered(rules, state, **{**general, "how": "ask"}) is None
    assert answered(rules, state, **general, led="always") == {"kind": "stand"}
    rules, led = attacked("E6: bottom heavy_inf 4\nF6: top light_inf 4; top leader Hanno")
    assert answered(rules, led, **general, light_foot="never", led="always") == {"kind": "evade"}


def test_an_order_of_before_there_were_classes_still_answers() -> None:
    rules, state = attacked("E6: bottom heavy_inf 4\nF6: top light_inf 2")
    assert answered(rules, state, how="below", blocks=2, against="heavy") == {"kind": "evade"}
    assert answered(rules, state, how="below", blocks=2, against="light") == {"kind": "stand"}


def test_flags_are_ignored_by_class() -> None:
    board = "E6: bottom heavy_inf 4\nF6: top medium_inf 4\nG6: top light_inf 4\nG7: top auxilia 4"
    rules, state = attacked(board, 5, 1, 1, 1, 1)
    assert answered(rules, state, ignore="all")["number"] == 1
    assert answered(rules, state, ignore="all", medium_foot="none")["number"] == 0
    assert answered(rules, state, ignore="none", medium_foot="ask") is None


def test_battling_back_by_class() -> None:
    rules, state = attacked("E6: bottom heavy_inf 4\nF6: top medium_inf 4", 1, 1, 1, 1, 1)
    assert rules.pending(state)[0].kind == "battle_back"
    assert answered(rules, state, how="never", medium_foot="always") == {
        "kind": "battle_back",
        "strike": True,
    }
    assert answered(rules, state, how="always", medium_foot="never") == {
        "kind": "battle_back",
        "strike": False,
    }


def test_a_retreat_goes_to_friends_or_away_from_the_enemy() -> None:
    board = "E6: bottom heavy_inf 4\nF6: top medium_inf 4\nG8: top auxilia 4\nH7: top auxilia 4"
    board += "\nF7: bottom light_inf 4"
    rules, state = attacked(board, 5, 1, 1, 1, 1)
    assert rules.pending(state)[0].kind == "go_back"
    ends = {str(choice.fixed["to"]) for choice in rules.choices(state, "top")}
    assert ends == {"G6", "G7"}
    assert answered(rules, state, way="friends")["to"] == "G7"
    assert answered(rules, state, way="away")["to"] == "G6"
    assert answered(rules, state, way="away", medium_foot="friends")["to"] == "G7"
    assert answered(rules, state, way="ask") is None


def test_momentum_and_the_bonus_combat() -> None:
    board = "E6: bottom heavy_cav 3\nF6: top medium_inf 1\nG6: top auxilia 4\nG7: top warrior 4"
    rules, state = attacked(board, 2, 2, 2, 2)
    assert answered(rules, state, how="enter") == {"kind": "advance", "to": "F6"}
    assert answered(rules, state, how="enter", heavy_mounted="stay") == {"kind": "stay_put"}
    entered = do(rules, state, CODEC.read({"kind": "advance", "to": "F6"}))
    assert rules.pending(entered)[0].kind == "fight_on"
    assert answered(rules, entered, how="most")["kind"] == "fight_on"
    assert answered(rules, entered, how="most", heavy_mounted="rest") == {"kind": "rest"}
    assert answered(rules, entered, how="ask") is None


def test_a_leader_flees_to_friends_back_or_over_his_edge() -> None:
    board = "D6: bottom heavy_inf 4\nE6: top leader Hanno\nF5: top medium_inf 4"
    rules, state = battling(board + SPARE, {"D6": 0})
    state = do(rules, state.but(discards=("first_strike",)), Attack("D6", "E6"), 1, 1, 1, 1, 1)
    assert rules.pending(state)[0].kind == "flee"
    assert answered(rules, state, way="friends")["way"][-1] == "F5"
    assert len(answered(rules, state, way="away")["way"]) == 3
    assert answered(rules, state, way="ask") is None
    rules, state = battling(
        "G6: bottom heavy_inf 4\nH6: top leader Hanno\nI6: top medium_inf 4" + SPARE, {"G6": 0}
    )
    state = do(rules, state.but(discards=("first_strike",)), Attack("G6", "H6"), 1, 1, 1, 1, 1)
    assert answered(rules, state, way="off")["way"][-1] == "off"
    assert answered(rules, state, way="friends")["way"][-1] == "I6"


@pytest.mark.parametrize("language", ["en", "it"])
def test_every_order_and_every_answer_has_words(language: str) -> None:
    kinds = [kind.decision for kind in ORDER_KINDS]
    assert {"evade", "withdraw", "flags", "battle_back", "go_back", "flee", "advance", "fight_on"} <= set(
        kinds
    )
    with translation.override(language):
        wording = CcaWording()
        for kind in ORDER_KINDS:
            assert wording.order(kind) and wording.order_help(kind), kind.decision
        assert {wording.nothing(group) for group in (*GROUPS, LED)} == {
            "as above" if language == "en" else "come sopra"
        }
