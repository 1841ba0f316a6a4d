"""Trials of a bot's actions. Each action is carried out in a world imagined for the seat. The dice are the
same for all actions.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final, TypeVar

from engine.dice import Dice, Seeded, Throw
from engine.game import Refusal, Rules

S = TypeVar("S")
Onward = Callable[[S, Dice], S]  # plays for the other seats until the seat can choose again

LUCK: Final = 1 << 30
REFUSED: Final = float("-inf")


def luck(dice: Dice, trials: int = 1) -> list[int]:
    """Draw the random seeds for a number of trials, one for each trial."""
    return [dice.roll(Throw(LUCK, "luck", low=0)) for _ in range(trials)]


def try_out(
    rules: Rules[S], world: S, seat: str, action: Any, luck: int, onward: Onward[S]
) -> tuple[S, bool] | None:
    """Return the state after the action and the answers to it, and whether a die was rolled.

    Return None if the action is refused.
    """
    dice = Seeded(luck.to_bytes(4, "big"), "trial", 0)
    try:
        state = onward(rules.apply(world, seat, action, dice).state, dice)
    except Refusal:
        return None
    return state, bool(dice.rolls)


def mean_worths(
    trial: Callable[[Any, int], tuple[float, bool]],
    actions: Sequence[Any],
    lucks: Sequence[int],
    short: float,
    rival: float = REFUSED,
) -> list[float]:
    """Return the mean worth of each action.

    ``trial``: returns an action's worth under a random seed, and whether a die was rolled. Each action is
    tried once. If a die was rolled, actions within ``short`` of the best (or of a known ``rival``) are tried
    again with the remaining seeds.
    """
    tried = [trial(action, lucks[0]) for action in actions]
    least = max([rival, *(worth for worth, _ in tried)]) - short
    close = (rival >= least) + sum(worth >= least for worth, _ in tried) > 1
    found = []
    for action, (worth, chancy) in zip(actions, tried, strict=True):
        again = lucks[1:] if close and chancy and worth >= least else ()
        found.append((worth + sum(trial(action, one)[0] for one in again)) / (1 + len(again)))
    return found


def tenths(gain: float) -> int:
    """Express a gain in tenths, as the reason for a choice shows it.

    >>> tenths(0.04), tenths(1.26), tenths(float("inf"))
    (0, 13, 9999)
    """
    return 9999 if gain > 999 else round(10 * gain)
