"""A bot that needs no knowledge of the game. It tries the possible actions on states imagined for its seat,
and takes the best action.

A system supplies ``evaluate(state, seat)``, the worth of a position to a seat, and a limit on the search
(:class:`Work`). The limit is counted in trials, so that equal dice give equal results. Callers who have a
clock can pass ``enough`` to stop sooner.

The bot suits rules under which everything offered is a real decision. It does not suit decisions in which
players report what they see on their table. There it would choose the report with the highest worth, for
example that the enemy has fled, whether or not the report is true.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from engine.bots import never
from engine.canonical_order import sort_keys
from engine.choices import sample_action
from engine.codec import Codec, canonical
from engine.dice import Dice, Throw
from engine.game import GM, Choices, Decision, Refusal, Rules
from engine.imagining import imagine_state
from kit.bot.trial import luck, try_out

S = TypeVar("S")
Evaluate = Callable[[S, str], float]  # the worth of a position to a seat: higher is better


@dataclass(frozen=True)
class Work:
    """The limits on a bot's search. ``actions``: the number of actions tried. ``trials``: the total number of
    trials. ``onward``: the maximum number of random answers that other seats give in a trial before the seat
    decides again.
    """

    actions: int = 24
    trials: int = 96
    onward: int = 0


def one_ply(
    rules: Rules[S],
    codec: Codec,
    state: S,
    seat: str,
    evaluate: Evaluate[S],
    dice: Dice,
    work: Work = Work(),
    enough: Callable[[], bool] = never,
) -> Any:
    """Sample the possible actions and return the one that leads to the best position.

    All actions are tried in the same worlds and with the same luck. The better half gets more trials,
    until one action is left or the limit is reached (sequential halving). The dice are separate from the
    game's.
    """
    if seat == GM:  # the referee takes no side
        return _owed_decision(rules, state, seat).default
    trial = _Trial(rules, codec, seat, evaluate, work.onward)
    left = list(sample_actions(rules, codec, state, seat, dice, work.actions))
    worth = [0.0] * len(left)
    rounds = max(1, (len(left) - 1).bit_length())
    standing = list(range(len(left)))
    for _ in range(rounds):
        for _ in range(max(1, work.trials // (rounds * len(standing)))):
            world, (chance,) = imagine_state(rules, state, seat, dice), luck(dice)
            found = {one: trial.worth(world, left[one], chance) for one in standing}
            standing = [one for one in standing if found[one] is not None]
            for one in standing:
                worth[one] += found[one] or 0.0
            if len(standing) < 2 or enough() or not (trial.chancy or world is not state):
                break
        standing = sorted(standing, key=lambda one: -worth[one])[: (len(standing) + 1) // 2]
        if len(standing) < 2 or enough():
            break
    return left[standing[0]] if standing else _owed_decision(rules, state, seat).default


def sample_actions(
    rules: Rules[S], codec: Codec, state: S, seat: str, dice: Dice, most: int
) -> Iterator[Any]:
    """Yield a sample of the actions that a seat can take.

    The default comes first, then each choice in turn with randomly drawn fields.
    """
    default, choices = _owed_decision(rules, state, seat).default, rules.choices(state, seat)
    seen = {canonical(codec.write(default))}
    yield default
    for number in range(most * 3):
        if len(seen) >= most or not choices:
            return
        written = sample_action(choices[number % len(choices)], dice)
        action = sort_keys(codec.read(written))
        mark = canonical(codec.write(action))
        if mark not in seen:
            seen.add(mark)
            yield action


def _owed_decision(rules: Rules[S], state: S, seat: str) -> Decision:
    return next(decision for decision in rules.pending(state) if decision.seat == seat)


class _Trial(Generic[S]):
    """A trial that carries out an action in an imagined world and lets the other seats answer."""

    def __init__(self, rules: Rules[S], codec: Codec, seat: str, evaluate: Evaluate[S], onward: int) -> None:
        self.rules, self.codec, self.seat, self.evaluate, self.onward = rules, codec, seat, evaluate, onward
        self.chancy = False  # whether any die has been rolled so far

    def worth(self, world: S, action: Any, chance: int) -> float | None:
        """Return the worth of the position after an action, or None if the action is refused."""
        found = try_out(self.rules, world, self.seat, action, chance, self._play_onward)
        if found is None:
            return None
        self.chancy = self.chancy or found[1]
        return self.evaluate(found[0], self.seat)

    def _play_onward(self, state: S, dice: Dice) -> S:
        for _ in range(self.onward):
            owed = self.rules.pending(state)
            if not owed or owed[0].seat == self.seat:
                break
            state = self._answer_decision(state, owed[0], dice)
        return state

    def _answer_decision(self, state: S, owed: Decision, dice: Dice) -> S:
        choices: Choices = () if owed.seat == GM else self.rules.choices(state, owed.seat)
        if choices:
            choice = choices[dice.roll(Throw(len(choices), "answer", low=0))]
            try:
                action = sort_keys(self.codec.read(sample_action(choice, dice)))
                return self.rules.apply(state, owed.seat, action, dice).state
            except Refusal:  # the content of a Given field can still be refused
                pass
        return self.rules.apply(state, owed.seat, owed.default, dice).state
