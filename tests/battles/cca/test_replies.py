"""The odds shown for each reply within a combat, compared with every possible roll on the board."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from battles.cca.forecast.odds import exchanges
from battles.cca.forecast.replies import (
    BystanderLosses,
    after_advance,
    battling_back,
    bonus_combat,
    evading,
    strays,
)
from battles.cca.pages.position import ReadersBoard
from battles.cca.rules.combat.exchange import Answers
from battles.cca.rules.combat.field import close_combat
from battles.cca.rules.fight.advancing import Advance, FightOn
from battles.cca.rules.fight.declaration import Fight
from battles.cca.rules.fight.evading import Evade, Stand
from battles.cca.rules.fight.fight import BattleBack, BattlingBack
from battles.cca.rules.play.state import State
from battles.cca.rules.rules import CcaRules
from battles.cca.rules.terrain.board import HEXES, Side
from battles.cca.rules.turn.battling import Attack
from battles.cca.rules.units import UNITS
from engine.dice import Scripted
from games import services
from games.models import Game
from tests.battles.cca.begun import asked, play_on, shown, stored_battle
from tests.battles.cca.boards import battling, do

BATTLES = 8
SPARE = "\nA1: bottom light_inf 4\nI13: top light_inf 4"


def attacked(board: str, *faces: int) -> tuple[CcaRules, State]:
    rules, state = battling(board + SPARE, {"E6": 0})
    return rules, do(rules, state.but(discards=("first_strike",)), Attack("E6", "F6"), *faces)


def blocks(state: State, seat: str) -> int:
    return sum(unit.blocks for unit in state.units.values() if str(unit.side) == seat)


def results(rules: CcaRules, state: State, action: Any, number: int) -> Iterator[State]:
    """Yield the state after every roll of these dice, and after any retreat that follows."""
    seat = rules.pending(state)[0].seat
    for faces in product(range(1, 7), repeat=number):
        after = rules.apply(state, seat, action, Scripted(list(faces))).state
        if rules.pending(after)[0].kind == "go_back":
            owed = rules.pending(after)[0]
            after = rules.apply(after, owed.seat, owed.default, Scripted([])).state
        yield after


def mean(found: list[int]) -> Fraction:
    return Fraction(sum(found), len(found))


def test_evading_loses_what_it_loses_on_the_board() -> None:
    rules, state = attacked("E6: bottom light_inf 4\nF6: top light_bow 2")
    fight = state.stack[-2]
    assert isinstance(fight, Fight)
    away, stand = evading(rules.position(state), fight)
    before = blocks(state, "top")
    lost = [before - blocks(after, "top") for after in results(rules, state, Evade(), 2)]
    assert away.expectation(lambda one: one.target_toll.lost) == mean(lost) > 0
    gone = away.chance(lambda one: one.target_toll.eliminated)
    assert gone == Fraction(sum(number == 2 for number in lost), 36) > 0
    held = [before - blocks(after, "top") for after in results(rules, state, Stand(), 2)]
    assert stand.expectation(lambda one: one.target_toll.lost) == mean(held) >= mean(lost)


def test_battling_back_costs_what_it_costs_on_the_board() -> None:
    rules, state = attacked(
        "E6: bottom medium_cav 1\nF6: top light_inf 4",
    )
    state = do(rules, state, Stand(), 2, 2, 2)
    assert rules.pending(state)[0].kind == "battle_back"
    frame = state.stack[-1]
    assert isinstance(frame, BattlingBack)
    odds = battling_back(rules.position(state), frame.blow)
    assert {one.back_dice for one in odds.weights} == {2}
    gone = [
        "E6" not in after.units and after.armies["top"].fallen == 1
        for after in results(rules, state, BattleBack(True), 2)
    ]
    assert odds.chance(lambda one: one.attacker_toll.eliminated) == Fraction(sum(gone), 36) > 0


def test_a_bonus_combat_after_an_advance() -> None:
    rules, state = attacked("E6: bottom heavy_cav 3\nF6: top medium_inf 1\nG7: top warrior 1", 2, 2, 2, 2)
    assert rules.pending(state)[0].kind == "advance"
    found = after_advance(rules.position(state), "E6", "F6")
    assert set(found) == {"G7"}
    entered = do(rules, state, Advance("F6"))
    there = bonus_combat(rules.position(entered), "F6", "G7")
    assert there == found["G7"]
    fallen = entered.armies["bottom"].fallen
    killed = [after.armies["bottom"].fallen > fallen for after in results(rules, entered, FightOn("G7"), 4)]
    assert there.chance(lambda one: one.target_toll.eliminated) == Fraction(sum(killed), 6**4)
    assert after_advance(rules.position(state), "E6", "E6") == {}


def test_others_next_to_elephants_are_counted() -> None:
    """Each of two dice hits a neighbouring unit only with that unit's symbol, so the unit loses a third of a
    block on average.
    """
    board = "E6: bottom light_inf 4\nF6: top elephant 2\nF7: top light_bow 4\nF5: bottom auxilia 4"
    rules, state = battling(board + SPARE, {"E6": 0})
    position = rules.position(state).board
    odds = exchanges(close_combat(position, HEXES["E6"], HEXES["F6"]), Answers())
    wild = odds.chance(lambda one: one.attack is not None and one.attack.rampage)
    found = strays(position, odds, HEXES["E6"], HEXES["F6"])
    assert found == {Side.TOP: BystanderLosses(wild / 3), Side.BOTTOM: BystanderLosses(wild / 3)} and wild > 0


def test_leaders_next_to_elephants_are_counted() -> None:
    """A helmet on either of two dice kills a lone leader. A leader with a unit is checked only if the unit
    loses a block; if the unit survives, two dice are rolled.
    """
    board = "E6: bottom light_inf 4\nF6: top elephant 2\nF7: top leader Hanno"
    board += "\nF5: bottom auxilia 4; bottom leader Nero"
    rules, state = battling(board + SPARE, {"E6": 0})
    position = rules.position(state).board
    odds = exchanges(close_combat(position, HEXES["E6"], HEXES["F6"]), Answers())
    wild = odds.chance(lambda one: one.attack is not None and one.attack.rampage)
    found = strays(position, odds, HEXES["E6"], HEXES["F6"])
    assert found[Side.TOP] == BystanderLosses(Fraction(0), wild * Fraction(11, 36))
    hit = Fraction(11, 36)
    assert found[Side.BOTTOM] == BystanderLosses(wild / 3, wild * hit / 36) and wild > 0


def test_a_leader_who_flees_in_the_enemys_turn_fears_the_enemy_not_friends() -> None:
    board = "D6: bottom heavy_inf 4\nE6: top leader Hanno\nG5: top medium_inf 4\nF5: bottom light_inf 4"
    rules, state = battling(board + SPARE, {"D6": 0})
    state = do(rules, state.but(discards=("first_strike",)), Attack("D6", "E6"), 1, 1, 1, 1, 1)
    (owed,) = rules.pending(state)
    assert owed.kind == "flee" and owed.seat == "top"
    seen = ReadersBoard(rules.setting, rules.view(state, "top"))
    assert seen.survival(("F6", "G5")) == 1.0  # the last hex holds a friend
    dice = UNITS["light_inf"].dice
    assert seen.survival(("F5", "G5")) == pytest.approx((5 / 6) ** dice)


def battle_with(kind: str) -> Game:
    """Return a battle in which a seat owes a decision of this kind. Several may end without one."""
    for number in range(BATTLES):
        battle = stored_battle(name=f"Akragas {number}")
        battle = play_on(battle, lambda table: asked(kind)(table) or not table.decisions())
        if asked(kind)(services.table(battle)):
            return battle
    raise AssertionError(f"no {kind} came up in {BATTLES} battles")


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("kind", "english", "italian"),
    [
        ("evade", "to lose the unit", "di perdere l'unità"),
        ("battle_back", "to eliminate", "eliminato"),
        ("flee", "to survive", "sopravvive al"),
    ],
)
def test_the_buttons_of_an_answer_tell_its_chances(kind: str, english: str, italian: str) -> None:
    game = battle_with(kind)
    assert english in shown(game) and italian in shown(game, language="it")
