"""In the enemy's bound a player chooses only the targets of their own shooters, and a standing order can
choose for them.
"""

import pytest
from django.urls import reverse

from battles.dba.rules.board import aiming
from battles.dba.rules.board.actions import ShootOnBoard
from battles.dba.rules.field.bases import Base
from battles.dba.rules.system import DBA
from battles.dba.rules.table import actions as act
from engine.dice import Scripted
from engine.game import IllegalAction
from tests.battles.dba.board.begun import board_battle
from tests.battles.dba.board.fought import a_board, stood
from tests.web.cast import browser

RED = ("Bd", "Bd", "Bd")
BLUE = ("Art", "Bd", "Bd")


def shooting(**more):
    """Return a battle in Red's bound in which Blue's artillery can shoot at two of Red's elements."""
    rules = a_board(red=RED, blue=BLUE)
    bases = {
        "r1": Base("4Bd", 30_000, 40_000, 0),
        "r2": Base("4Bd", 34_000, 40_000, 0),
        "b1": Base("2Art", 36_000, 33_000, 360),
        **more,
    }
    return rules, stood(rules, **bases).but(phase="shooting")


def red_ends(rules, state):
    return rules.apply(state, "red", act.EndShooting(), Scripted([])).state


def test_the_side_whose_bound_it_is_shoots_first_and_only_with_its_own():
    rules, state = shooting()
    (decision,) = rules.pending(state)
    assert (decision.seat, decision.kind) == ("red", "dba_shooting")
    assert [choice.kind for choice in rules.choices(state, "red")][:1] == ["end_shooting"]
    with pytest.raises(IllegalAction) as refused:
        rules.apply(state, "red", ShootOnBoard(("b1",), "r1"), Scripted([3, 3]))
    assert refused.value.code == "not_your_element"


def test_the_other_side_is_asked_for_targets_of_its_shooters_and_for_nothing_else():
    rules, state = shooting()
    state = red_ends(rules, state)
    (decision,) = rules.pending(state)
    assert (decision.seat, decision.kind, state.phase) == ("blue", "dba_targets", "shooting")
    offered = [choice for choice in rules.choices(state, "blue") if choice.rule == "shooting"]
    assert {tuple(one.fixed.get("shooters", ())) for one in offered} == {("b1",), ()}
    assert {one.fixed["target"] for one in offered if "target" in one.fixed} == {"r1", "r2"}
    assert rules.view(state, None)["asked"] == "blue"
    with pytest.raises(IllegalAction) as refused:
        rules.apply(state, "red", act.EndShooting(), Scripted([]))
    assert refused.value.code == "not_your_bound"
    shot = rules.apply(state, "blue", ShootOnBoard(("b1",), "r1"), Scripted([4, 3])).state
    assert rules.apply(shot, "blue", act.EndShooting(), Scripted([])).state.phase == "combat"


def test_denizens_of_no_town_are_no_target():
    rules, state = shooting()
    with pytest.raises(IllegalAction, match="no_such_element"):
        rules.apply(red_ends(rules, state), "blue", ShootOnBoard(("b1",), "denizens"), Scripted([]))


def test_the_view_names_only_elements_that_have_shot():
    """The view lists only elements among the shooters. In the state, this list also records that a side has
    ended its shooting.
    """
    rules, state = shooting()
    after = red_ends(rules, state)
    assert aiming.passive_side_shoots(after) and rules.view(after, None)["shot"] == []


def test_who_has_no_target_is_not_asked():
    rules, state = shooting(b1=Base("2Art", 36_000, 5_000, 360))
    assert red_ends(rules, state).phase == "combat"


@pytest.mark.parametrize(
    ("how", "answer"),
    [
        ("best", ShootOnBoard(("b1",), "r2")),
        ("nearest", ShootOnBoard(("b1",), "r1")),
        ("hold", act.EndShooting()),
    ],
)
def test_a_standing_order_aims(how, answer):
    rules, state = shooting()
    (kind,) = rules.order_kinds("blue")
    assert kind.decision == aiming.ASKED
    orders = {kind.key: {"aim": how}}
    assert rules.standing(state, rules.pending(state)[0], orders) is None, "its own bound is the player's"
    state = red_ends(rules, state)
    (decision,) = rules.pending(state)
    assert rules.standing(state, decision, {}) is None
    assert rules.standing(state, decision, orders) == answer
    rules.apply(state, "blue", answer, Scripted([3, 3]))


def test_without_an_order_a_deadline_takes_the_best_shot_and_then_ends():
    rules, state = shooting()
    state = red_ends(rules, state)
    default = rules.pending(state)[0].default
    assert isinstance(default, ShootOnBoard)
    state = rules.apply(state, "blue", default, Scripted([2, 2])).state
    assert rules.pending(state)[0].default == act.EndShooting()
    assert DBA.codec.write(default)["kind"] == "shoot_on_board"


@pytest.mark.django_db
def test_the_page_of_orders_offers_it():
    game = board_battle(rival="bruno")
    address = reverse("game-orders", args=[game.pk])
    page = browser("bruno").get(address).content.decode()
    assert "Targets in the enemy&#x27;s bound" in page and "at the nearest target" in page


@pytest.mark.parametrize("how", ["best", "nearest"])
def test_an_order_lets_shooters_shoot_together(how):
    """The standing order lets both elements shoot at r1 together. The second one supports the first, because
    it may not shoot at the same target afterwards (L320).
    """
    rules = a_board(red=RED, blue=("Art", "Art", "Bd"))
    bases = {
        "r1": Base("4Bd", 32_000, 40_000, 0),
        "b1": Base("2Art", 36_000, 33_000, 360),
        "b2": Base("2Art", 40_000, 33_000, 360),
    }
    state = red_ends(rules, stood(rules, **bases).but(phase="shooting"))
    (decision,) = rules.pending(state)
    (kind,) = rules.order_kinds("blue")
    found = rules.standing(state, decision, {kind.key: {"aim": how}})
    assert found.target == "r1" and set(found.shooters) == {"b1", "b2"}
