"""Try out an action in an imagined state, play on with default answers, and evaluate the result."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

from battles.schiere.bot.approach import Approach
from battles.schiere.bot.worth import evaluate
from battles.schiere.rules.board.state import State
from battles.schiere.rules.melee.clash import LeaveTo
from engine.dice import Dice
from kit.bot.trial import REFUSED, mean_worths, try_out

if TYPE_CHECKING:
    from battles.schiere.rules.rules import SchiereRules

MOST_ANSWERS: Final = 24
OWN_PACE: Final = ("act", "move", "lay_order")  # free decisions, at which a trial ends
SHORT: Final = 2.0  # actions this close to the best in value are tried again with other seeds
ANY_CARD: Final = LeaveTo("any", whole=True)  # used in trials because it is quick and fair to both sides


def worths(
    rules: SchiereRules,
    state: State,
    seat: str,
    actions: Sequence[Any],
    lucks: Sequence[int],
    approach: Approach,
    rival: float = REFUSED,
) -> list[float]:
    """Return the mean value of the position after each action; a refused action gets the value REFUSED.
    ``lucks``: random seeds for the trials. ``rival``: the value of the best alternative so far.
    """

    def onward(after: State, dice: Dice) -> State:
        return _play_until_free(rules, after, dice)

    def trial(action: Any, luck: int) -> tuple[float, bool]:
        found = try_out(rules, state, seat, action, luck, onward)
        if found is None:
            return REFUSED, False
        return evaluate(rules.position(found[0]), seat, approach), found[1]

    return mean_worths(trial, actions, lucks, SHORT, rival)


def _play_until_free(rules: SchiereRules, state: State, dice: Dice) -> State:
    """Play on until a side has a free choice. Duels are fought with random cards; every other decision gets
    its default.
    """
    for _ in range(MOST_ANSWERS):
        owed = rules.pending(state)
        if not owed or owed[0].kind in OWN_PACE:
            break
        action = ANY_CARD if owed[0].kind == "blow" else owed[0].default
        state = rules.apply(state, owed[0].seat, action, dice).state
    return state
