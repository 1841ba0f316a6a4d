"""Play games between bots to the end."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, TypeVar

from engine.canonical_order import in_order
from engine.dice import Dice, Seeded
from engine.game import GM, Outcome, Rules
from engine.imagining import imagine_state

S = TypeVar("S")
Bot = Callable[[Rules[Any], Any, str, Dice], Any]  # chooses the action for a seat that owes an answer


def never() -> bool:
    """A stop condition that never cuts a bot's thinking short."""
    return False


class Endless(Exception):
    """Raised when a game between bots does not end."""


def ask_own_bot(rules: Rules[Any], state: Any, seat: str, dice: Dice) -> Any:
    """Let the system's own bot choose the action."""
    return rules.bot(state, seat, dice)


def play_out(rules: Rules[Any], bots: Mapping[str, Bot], game: str, most: int = 20_000) -> Outcome:
    """Play a game between bots and return its outcome; see :func:`positions`."""
    outcome = rules.outcome(list(positions(rules, bots, game, most))[-1])
    assert outcome is not None
    return outcome


def positions(rules: Rules[S], bots: Mapping[str, Bot], game: str, most: int = 20_000) -> Iterator[S]:
    """Yield every state of a game between bots, up to the end. Each bot sees only a state it could imagine.
    Equal names give equal games; decisions that belong to no seat get their default. Raises Endless.
    """
    state = rules.setup(Seeded(b"game", game, 0)).state
    for number in range(1, most):
        yield state
        if rules.outcome(state) is not None:
            return
        owed = rules.pending(state)[0]
        if owed.seat == GM:
            action = owed.default
        else:
            thoughts = Seeded(b"thoughts", f"{game}|{owed.seat}", number)
            world = imagine_state(rules, state, owed.seat, thoughts)
            action = bots[owed.seat](rules, world, owed.seat, thoughts)
        state = in_order(rules.apply(state, owed.seat, action, Seeded(b"game", game, number)).state)
    raise Endless(game)
