"""The bot rates positions and plays to win."""

from typing import Any

import pytest

from battles.schiere.bot.act import who_acts
from battles.schiere.bot.approach import Approach
from battles.schiere.bot.worth import DECIDED, evaluate
from battles.schiere.rules.board.position import Position
from battles.schiere.rules.rules import SchiereRules
from battles.schiere.rules.system import SCHIERE
from battles.schiere.rules.turn.acting import Acting, Reserve, TakeAction
from battles.schiere.rules.turn.attaching import Attach
from battles.schiere.rules.turn.hastening import Hasten
from battles.schiere.rules.turn.march import MoveAlong
from engine.bots import ask_own_bot, play_out
from engine.choices import sample_action
from engine.dice import Dice, Seeded, Throw
from engine.game import Rules
from tests.battles.schiere.boards import PLAIN, at_work, battle, done, setting

ARMY = ("r9 chief:solid c1n", "r1 legionaries c4n A", "c9 chief:solid c16s", "c1 punic_foot c8s B")


def at_random(rules: Rules[Any], state: Any, seat: str, dice: Dice) -> Any:
    """Return a random choice with random values."""
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


def test_whoever_stands_before_a_weakened_enemy_acts_first() -> None:
    worn = (*ARMY[:3], "c1 punic_foot c8s B 2")
    pos = battle(*worn, "r2 legionaries d7n C", "r3 velites g1n D")
    assert acts(pos) == TakeAction(("r2",))


def acts(pos: Position) -> Any:
    return who_acts(SchiereRules(pos.setting), pos.state, Acting("rome"), Seeded(b"", "thoughts", 1))


def test_who_gains_nothing_by_an_action_leaves_it_for_later() -> None:
    """The bot does not act with horse that cannot cross the river and has no enemy on its own bank."""
    river = {**PLAIN, "water": [{"kind": "river", "column": c, "row": 0, "side": "n"} for c in (0, 1)]}
    army = ("r9 chief:solid c5n", "r1 heavy_cavalry c7n A", "c9 chief:solid c16s", "c1 punic_foot c9s B")
    assert acts(battle(*army, on=setting(river))) == Reserve()
    assert acts(battle(*army)) != Reserve()


def test_a_chief_within_reach_of_the_enemy_joins_a_heavy_unit() -> None:
    raided = battle("r9 chief:solid c3n", "r1 legionaries d3n A", "c1 horse c9s B", "c9 chief:solid c16s")
    assert acts(raided) == TakeAction(("r9",))
    state = done(raided, TakeAction(("r9",))).state
    rules = SchiereRules(raided.setting)
    assert rules.bot(state, "rome", Seeded(b"", "thoughts", 1)) == Attach("r1")


def test_units_look_for_the_way_round_water() -> None:
    """The bot's distances follow the routes that units can take. A square at a bridge is therefore nearer the
    enemy than the bank straight opposite.
    """
    river = {
        **PLAIN,
        "water": [{"kind": "river", "column": c, "row": 0, "side": "n"} for c in (0, 1)],
        "crossings": [{"kind": "bridge", "at": "h8"}],
    }
    pos = battle(*ARMY[1:3], "r9 chief:solid c1n", "c1 punic_foot c9s B", on=setting(river))
    found = Approach(pos, "rome")
    assert found.far(pos.troop("r1"), "h7") < found.far(pos.troop("r1"), "c7")


def test_a_schiera_that_is_far_away_hastens() -> None:
    far = ("r1 legionaries c2n A >resolute", "r5 wing:resolute d1n", "c1 punic_foot c15s B", *ARMY[2:3])
    pos = done(
        battle("r9 chief:solid c1n", *far),
        TakeAction(("r1",)),
        MoveAlong("r1", ("c3", "c4", "c5", "c6", "c7", "c8"), "n"),
    )
    rules = SchiereRules(pos.setting)
    assert rules.bot(pos.state, "rome", Seeded(b"", "thoughts", 1)) == Hasten()


@pytest.mark.parametrize("number", range(4))
def test_it_beats_whoever_plays_at_random(number: int) -> None:
    rules = SCHIERE.open(SCHIERE.scenario("open_field"), {"points": "20", "turns": "8"})
    seat = ("rome", "carthage")[number % 2]
    bots = {"rome": at_random, "carthage": at_random, seat: ask_own_bot}
    assert play_out(rules, bots, f"bot-{number}").winner == seat
