"""Carry an action out in an imagined world, what follows as usual, and see what it is worth."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

from battles.schiere.bot.approach import Approach
from battles.schiere.bot.worth import evaluate
from battles.schiere.rules.board.state import State
from battles.schiere.rules.melee.clash import LeaveTo
from engine.dice import Dice, Seeded, Throw
from engine.game import Refusal

if TYPE_CHECKING:
    from battles.schiere.rules.opened import SchiereRules

LUCK: Final = 1 << 30
MOST_ANSWERS: Final = 24
OWN_PACE: Final = ("act", "move", "lay_order")  # where a trial ends: somebody chooses freely again
ANY_CARD: Final = LeaveTo("any", whole=True)  # in a trial: any card is quick, and fair to both


def worths(
    rules: SchiereRules, state: State, seat: str, actions: Sequence[Any], dice: Dice, trials: int = 2
) -> list[float]:
    """What the position is worth after each action, all tried with the same luck."""
    lucks, approach = luck(dice, trials), Approach(rules.position(state), seat)
    return [worth(rules, state, seat, action, lucks, approach) for action in actions]


def luck(dice: Dice, trials: int) -> list[int]:
    """The luck of so many trials."""
    return [dice.roll(Throw(LUCK, "luck", low=0)) for _ in range(trials)]


def worth(
    rules: SchiereRules, state: State, seat: str, action: Any, luck: Sequence[int], approach: Approach
) -> float:
    """What the position is worth afterwards, on average; very little for what is refused. An action without
    chance is tried once."""
    total, tried = 0.0, 0
    for one in luck:
        dice = Seeded(one.to_bytes(4, "big"), "trial", 0)
        try:
            after = _onward(rules, rules.apply(state, seat, action, dice).state, dice)
        except Refusal:
            return float("-inf")
        total, tried = total + evaluate(rules.position(after), seat, approach), tried + 1
        if not dice.rolls:
            break
    return total / tried


def _onward(rules: SchiereRules, state: State, dice: Dice) -> State:
    """Until somebody chooses freely: duels with any card, all else as usual."""
    for _ in range(MOST_ANSWERS):
        owed = rules.pending(state)
        if not owed or owed[0].kind in OWN_PACE:
            break
        action = ANY_CARD if owed[0].kind == "blow" else owed[0].default
        state = rules.apply(state, owed[0].seat, action, dice).state
    return state
