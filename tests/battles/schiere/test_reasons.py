"""The reasons for the bot's advice. Every code has words, the reasons come from the bot's own comparison, and
no state causes an error.
"""

import re
from typing import Any

import pytest
from django.utils.translation import override

from battles.schiere.bot.answers import ReasonedAnswer
from battles.schiere.bot.reasons import CODES, of_answer
from battles.schiere.rules.rules import SchiereRules
from battles.schiere.rules.system import SCHIERE
from battles.schiere.rules.turn.acting import Reserve, TakeAction
from battles.schiere.rules.turn.attaching import Attach
from battles.schiere.wording import SchiereWording
from engine.bots import positions
from engine.choices import sample_action
from engine.codec import canonical
from engine.dice import Dice, Seeded, Throw
from engine.game import GM, Rules
from engine.imagining import imagine_state
from kit.bot.trial import tenths
from tests.battles.schiere.boards import battle, done
from tests.found import some

FACTS = {
    "unit": "r1",
    "target": "c1",
    "units": ["r1", "r2"],
    **dict.fromkeys(("gain", "next", "tried", "before", "after", "held", "left", "falls", "damage"), 7),
}


@pytest.mark.parametrize("language", ["en", "it"])
def test_every_code_has_words(language: str) -> None:
    with override(language):
        said = {code: SchiereWording().reason({"code": code, **FACTS}) for code in CODES}
    for code, text in some(said.items()):
        assert code not in text and "%" not in text and len(text) > 20
    assert len(set(said.values())) == len(CODES)


def test_the_two_languages_differ() -> None:
    for code in CODES:
        with override("en"):
            english = SchiereWording().reason({"code": code, **FACTS})
        with override("it"):
            assert SchiereWording().reason({"code": code, **FACTS}) != english


def advised(pos: Any, seat: str = "rome") -> tuple[Any, Any]:
    return SchiereRules(pos.setting).advice(pos.state, seat, Seeded(b"", "thoughts", 1))


def test_a_chief_who_may_be_caught_is_told_so() -> None:
    raided = battle("r9 chief:solid c3n", "r1 legionaries d3n A", "c1 horse c9s B", "c9 chief:solid c16s")
    action, why = advised(raided)
    assert action == TakeAction(("r9",)) and why["code"] == "commander_shelters" and why["units"] == ["r9"]
    state = done(raided, TakeAction(("r9",)))
    action, why = advised(state)
    assert action == Attach("r1") and why == {"code": "joins_host", "unit": "r1"}


def test_the_bots_advice_equals_its_move() -> None:
    """The advice comes from the same reasoning as the bot's moves."""
    for number, (rules, state, seat) in enumerate(some(asked(1, 40))):
        action, _why = rules.advice(state, seat, Seeded(b"", "thoughts", number))
        assert action == rules.bot(state, seat, Seeded(b"", "thoughts", number))


def test_the_bots_default_answer_has_no_reason() -> None:
    pos = battle("r9 chief:solid c1n", "c9 chief:solid c16s")
    assert of_answer(pos, "rome", ReasonedAnswer(Reserve())) is None and tenths(-0.26) == -3


def at_random(rules: Rules[Any], state: Any, seat: str, dice: Dice) -> Any:
    choices = rules.choices(state, seat)
    choice = choices[dice.roll(Throw(len(choices), "choice", low=0))]
    return SCHIERE.codec.read(sample_action(choice, dice))


def asked(number: int, most: int) -> Any:
    """Yield up to ``most`` decisions of random battle ``number`` as tuples (rules, state, seat). Each state
    is imagined by the seat that owes the answer. Only every fifth step of the battle is considered.
    """
    rules = SCHIERE.open(SCHIERE.scenario("open_field"), {"points": "20", "turns": "8"})
    bots = {"rome": at_random, "carthage": lambda *asked: asked[0].bot(*asked[1:])}
    every = 5
    for step, state in enumerate(positions(rules, bots, f"reasons-{number}")):
        owed = rules.pending(state)
        if step % every == number % every and owed and owed[0].seat != GM:
            seat = owed[0].seat
            yield rules, imagine_state(rules, state, seat, Seeded(b"", "imagined", step)), seat
            most -= 1
        if not most:
            return


@pytest.mark.parametrize("number", range(3))
def test_the_advice_is_always_legal_and_worded(number: int) -> None:
    codes = set()
    for rules, state, seat in some(asked(number, 150)):
        dice = Seeded(b"", "thoughts", number)
        action, why = rules.advice(state, seat, dice)
        rules.apply(state, seat, action, Seeded(b"", "trial", 0))
        if why is None:
            continue
        canonical(why)  # would raise if it were not JSON
        codes.add(why["code"])
        with override("it"):
            text = SchiereWording().reason(why)
        assert why["code"] in CODES and not re.search(r"%\(|_", text)
    assert len(codes) > 2
