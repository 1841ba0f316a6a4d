"""The program: what positions are worth to it, and that it plays to win."""

from typing import Any

import pytest

from battles.schiere.bot.act import who_acts
from battles.schiere.bot.worth import DECIDED, evaluate
from battles.schiere.rules.system import SCHIERE
from battles.schiere.rules.turn.acting import Acting, TakeAction
from engine.bots import own, play_out
from engine.choices import sample_action
from engine.dice import Dice, Throw
from engine.game import Rules
from tests.battles.schiere.boards import at_work, battle

ARMY = ("r9 chief:solid c1n", "r1 legionaries c4n A", "c9 chief:solid c16s", "c1 punic_foot c8s B")


def at_random(rules: Rules[Any], state: Any, seat: str, dice: Dice) -> Any:
    """Any of the choices, with any values."""
    choices = rules.choices(state, seat)
    choice = choices[dice.roll(Throw(len(choices), "choice", low=0))]
    return SCHIERE.codec.read(sample_action(choice, dice))


def test_what_the_enemy_loses_is_worth_something() -> None:
    play = at_work(battle(*ARMY))
    before = evaluate(play.pos, "rome")
    play.hurt("c1", 2)
    assert evaluate(play.pos, "rome") > before
    play.lose("c9", "eliminated")
    assert evaluate(play.pos, "rome") == DECIDED == -evaluate(play.pos, "carthage")


def test_units_out_of_command_are_worth_less() -> None:
    astray = battle("r9 chief:solid p1n", *ARMY[1:])
    assert evaluate(astray, "rome") < evaluate(battle(*ARMY), "rome")


def test_whoever_stands_before_the_enemy_acts_first() -> None:
    pos = battle(*ARMY, "r2 legionaries d7n C", "r3 velites g4n D")
    assert who_acts(pos, Acting("rome")) == TakeAction(("r2",))


@pytest.mark.slow
@pytest.mark.parametrize("number", range(4))
def test_it_beats_whoever_plays_at_random(number: int) -> None:
    rules = SCHIERE.open(SCHIERE.scenario("open_field"), {"points": "20", "turns": "8"})
    seat = ("rome", "carthage")[number % 2]
    bots = {"rome": at_random, "carthage": at_random, seat: own}
    assert play_out(rules, bots, f"bot-{number}").winner == seat
