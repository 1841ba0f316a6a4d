"""Try an action in an imagined world, with its usual consequences, and evaluate the result."""

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
OWN_PACE: Final = ("act", "move", "lay_order")  # a trial ends here: the next choice is free
SHORT: Final = 2.0  # points, a little more than what a shield is worth: closer is close
ANY_CARD: Final = LeaveTo("any", whole=True)  # in a trial: any card is quick, and fair to both


def worths(
    rules: SchiereRules,
    state: State,
    seat: str,
    actions: Sequence[Any],
    lucks: Sequence[int],
    approach: Approach,
    rival: float = float("-inf"),
) -> list[float]:
    """The average value of the position after each action, very low for refused ones. ``rival``: the value of
    the best alternative. All use the same luck: once, and close contenders with chance in them as often as
    there is luck."""
    tried = [_trial(rules, state, seat, action, lucks[0], approach) for action in actions]
    least = max([rival, *(worth for worth, _ in tried)]) - SHORT
    close = (rival >= least) + sum(worth >= least for worth, _ in tried) > 1
    found = []
    for action, (worth, chance) in zip(actions, tried, strict=True):
        again = lucks[1:] if close and chance and worth >= least else ()
        total = worth + sum(_trial(rules, state, seat, action, one, approach)[0] for one in again)
        found.append(total / (1 + len(again)))
    return found


def luck(dice: Dice, trials: int) -> list[int]:
    """The dice for a number of trials."""
    return [dice.roll(Throw(LUCK, "luck", low=0)) for _ in range(trials)]


def _trial(
    rules: SchiereRules, state: State, seat: str, action: Any, luck: int, approach: Approach
) -> tuple[float, bool]:
    dice = Seeded(luck.to_bytes(4, "big"), "trial", 0)
    try:
        after = _onward(rules, rules.apply(state, seat, action, dice).state, dice)
    except Refusal:
        return float("-inf"), False
    return evaluate(rules.position(after), seat, approach), bool(dice.rolls)


def _onward(rules: SchiereRules, state: State, dice: Dice) -> State:
    """Continue until someone has a free choice: duels with any card, everything else by default."""
    for _ in range(MOST_ANSWERS):
        owed = rules.pending(state)
        if not owed or owed[0].kind in OWN_PACE:
            break
        action = ANY_CARD if owed[0].kind == "blow" else owed[0].default
        state = rules.apply(state, owed[0].seat, action, dice).state
    return state
