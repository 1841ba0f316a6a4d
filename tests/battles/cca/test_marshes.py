"""The effect of marshes on the odds, checked by trying every possible roll on the board."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from battles.cca.forecast.odds import exchanges, whole_combats
from battles.cca.forecast.replies import after_advance, escape
from battles.cca.rules.combat.exchange import Answers
from battles.cca.rules.combat.field import close_combat, fighter
from battles.cca.rules.fight.advancing import Advance
from battles.cca.rules.fight.evading import Evade
from battles.cca.rules.fight.flags import IgnoreFlags
from battles.cca.rules.fight.leader_away import Flee, LeaderAway
from battles.cca.rules.play.battle import Setting
from battles.cca.rules.play.state import State
from battles.cca.rules.position import Position
from battles.cca.rules.rules import CcaRules
from battles.cca.rules.terrain.board import HEXES, Side
from battles.cca.rules.turn.battling import Attack
from engine.dice import Roll, Throw
from tests.battles.cca.boards import battling

SPARE = "\nA1: bottom light_inf 4\nI13: top light_inf 4"
BEHIND = "\nG6: marsh\nG7: marsh"
DEEP = BEHIND + "\nH5: marsh\nH6: marsh\nH7: marsh"


class OneMore(Exception):
    """Raised when another die is needed."""


class Faces:
    """Dice that show these faces, and then ask for one more."""

    source = "scripted"

    def __init__(self, faces: tuple[int, ...]) -> None:
        self.faces, self.rolls = list(faces), list[Roll]()

    def roll(self, throw: Throw) -> int:
        if not self.faces:
            raise OneMore
        self.rolls.append(Roll(throw, face := self.faces.pop(0), self.source))
        return face

    def roll_all(self, throws: Any) -> tuple[int, ...]:
        return tuple(self.roll(throw) for throw in throws)


def attacked(board: str) -> tuple[CcaRules, State]:
    """Return a battle with the units and terrain of this board, before E6 attacks F6. The First Strike card
    has been played, so nobody asks about it.
    """
    rules, state = battling(board + SPARE, {"E6": 0})
    scenario = replace(rules.setting.scenario, position=Position.parse(board + SPARE))
    return CcaRules(Setting(scenario, rules.setting.options)), state.but(discards=("first_strike",))


def ends(rules: CcaRules, state: State, action: Any, by: str) -> Iterator[tuple[State, Fraction]]:
    """Yield every state after an action, with its chance. Nobody evades or ignores flags."""
    fresh: list[tuple[int, ...]] = [()]
    while fresh:
        faces = fresh.pop()
        try:
            after = rules.apply(state, by, action, Faces(faces)).state
        except OneMore:
            fresh += [(*faces, face) for face in range(1, 7)]
            continue
        owed = next(iter(rules.pending(after)), None)
        chance = Fraction(1, 6 ** len(faces))
        if owed is None or owed.kind not in ("evade", "flags", "go_back", "withdraw"):
            yield after, chance
            continue
        reply = IgnoreFlags(0) if owed.kind == "flags" else owed.default
        for last, share in ends(rules, after, reply, owed.seat):
            yield last, chance * share


def on_the_board(found: Iterator[tuple[State, Fraction]]) -> dict[tuple[int, bool], Fraction]:
    """Return the chance of each result for the top side: the blocks that it has left, not counting the spare
    unit, and whether it still has a leader.
    """
    told = Counter[tuple[int, bool]]()
    for state, chance in found:
        left = sum(unit.blocks for unit in state.units.values() if str(unit.side) == "top") - 4
        told[left, any(str(one.side) == "top" for one in state.leaders.values())] += chance
    return dict(told)


BOARDS = {
    "one marsh": "E6: bottom light_inf 4\nF6: top medium_inf 2" + BEHIND,
    "two marshes, a leader": "E6: bottom light_inf 4\nF6: top medium_inf 3; top leader Hanno" + DEEP,
    "the last block": "E6: bottom light_inf 4\nF6: top light_inf 1" + DEEP,
    "no room beyond": "E6: bottom light_inf 4\nF6: top light_cav 3\nG6: marsh\nG7: marsh\n"
    "H5: top medium_inf 1\nH6: top medium_inf 1\nH7: top medium_inf 1",
}


@pytest.mark.parametrize("name", BOARDS)
def test_a_retreat_through_marshes_costs_what_it_costs_on_the_board(name: str) -> None:
    rules, state = attacked(BOARDS[name])
    combat = close_combat(rules.position(state).board, HEXES["E6"], HEXES["F6"])
    odds = exchanges(combat, Answers(ignore=0, battle_back=False))
    others = (
        sum(unit.blocks for at, unit in state.units.items() if str(unit.side) == "top" and at != "F6") - 4
    )
    led = combat.target.leader == "attached"
    told = Counter[tuple[int, bool]]()
    for one, weight in odds.weights.items():
        killed = one.target_toll.leader_killed
        left = combat.target.blocks - one.target_toll.lost + others
        told[left, led and not killed] += Fraction(weight, odds.total)
    assert dict(told) == on_the_board(ends(rules, state, Attack("E6", "F6"), "bottom"))
    assert odds.chance(lambda one: one.attack is not None and one.attack.sunk > 0) > 0


def test_evading_through_marshes_costs_what_it_costs_on_the_board() -> None:
    rules, state = attacked("E6: bottom light_inf 4\nF6: top light_bow 2; top leader Hanno" + DEEP)
    combat = close_combat(rules.position(state).board, HEXES["E6"], HEXES["F6"])
    odds = exchanges(combat, Answers(evade=True))
    told = Counter[tuple[int, bool]]()
    for one, weight in odds.weights.items():
        toll = one.target_toll
        told[2 - toll.lost, not toll.leader_killed] += Fraction(weight, odds.total)
    asked = rules.apply(state, "bottom", Attack("E6", "F6"), Faces(())).state
    assert dict(told) == on_the_board(ends(rules, asked, Evade(), "top"))


def test_momentum_into_a_marsh_takes_a_die_before_the_bonus_combat() -> None:
    board = "E6: bottom warrior 1\nF6: marsh; top medium_inf 1\nG7: top medium_inf 2"
    rules, state = attacked(board)
    won = rules.apply(state, "bottom", Attack("E6", "F6"), Faces((2, 2))).state
    assert rules.pending(won)[0].kind == "advance"
    (odds,) = after_advance(rules.position(won), "E6", "F6").values()
    drowned = [
        (rules.pending(after)[0].kind != "fight_on", chance)
        for after, chance in ends(rules, won, Advance("F6"), "bottom")
    ]
    assert (
        odds.chance(lambda one: one.attack is None) == sum(c for gone, c in drowned if gone) == Fraction(1, 6)
    )
    position = rules.position(state).board
    combat = close_combat(position, HEXES["E6"], HEXES["F6"])
    target = fighter(position, HEXES["G7"], HEXES["F6"])
    whole = whole_combats(combat, Answers(), target, 0, Answers())
    entered = whole.chance(lambda one: one.waded is not None)
    assert whole.chance(lambda one: one.waded is not None and not one.waded.left) == entered / 6 > 0


def test_ways_back_count_the_fewest_marshes() -> None:
    position = Position.parse("F6: top medium_inf 4\nG6: marsh\nH5: marsh\nH6: marsh\nH7: marsh\nI6: marsh")
    found = fighter(position, HEXES["F6"], HEXES["E6"])
    assert found.room == 3 and found.marshes == ((0, False), (0, True), (1, False))
    assert fighter(Position.parse("F6: top medium_inf 4"), HEXES["F6"], HEXES["E6"]).marshes == ()


@pytest.mark.parametrize(
    ("board", "way", "chance"),
    [
        ("E6: top leader Hanno\nF6: marsh", ("F6",), Fraction(5, 6)),
        ("E6: top leader Hanno\nF6: marsh\nG6: marsh", ("F6", "G6"), Fraction(25, 36)),
        ("E6: top leader Hanno\nF6: bottom medium_inf 4\nG6: marsh", ("F6", "G6"), Fraction(5, 6) ** 5),
        ("E6: top leader Hanno\nF6: bottom warrior 4", ("F6", "G6"), Fraction(5, 6) ** 4),
        ("E6: top leader Hanno\nF6: top medium_inf 4", ("F6",), Fraction(1)),
    ],
)
def test_a_lone_leader_flees_as_often_as_on_the_board(
    board: str, way: tuple[str, ...], chance: Fraction
) -> None:
    rules, state = attacked(board + "\nE5: bottom light_inf 4\nF5: coast")
    state = state.but(stack=(*state.stack, LeaderAway("E6", "top")))
    assert list(way) in [choice.fixed["way"] for choice in rules.choices(state, "top")]
    alive = sum(share for after, share in ends(rules, state, Flee(way), "top") if after.leaders)
    assert alive == chance == escape(rules.position(state).board, Side.TOP, way)
