"""Play games between bots to the end."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, TypeVar

from engine.canonical_order import sort_keys
from engine.dice import Dice, Seeded
from engine.game import GM, Outcome, Rules
from engine.imagining import imagine_state

S = TypeVar("S")
Bot = Callable[[Rules[Any], Any, str, Dice], Any]  # chooses the action for a seat that owes an answer


def never() -> bool:
    """Return False. As a stop condition, this lets a bot think as long as it likes."""
    return False


class EndlessGame(Exception):
    """Raised when a game between bots exceeds its limit of steps."""


def ask_own_bot(rules: Rules[Any], state: Any, seat: str, dice: Dice) -> Any:
    """Return the action that the system's own bot chooses."""
    return rules.bot(state, seat, dice)


def play_out(rules: Rules[Any], bots: Mapping[str, Bot], game: str, most: int = 20_000) -> Outcome:
    """Play a game between bots to the end and return its outcome. See :func:`positions`."""
    outcome = rules.outcome(list(positions(rules, bots, game, most))[-1])
    assert outcome is not None
    return outcome


def positions(rules: Rules[S], bots: Mapping[str, Bot], game: str, most: int = 20_000) -> Iterator[S]:
    """Yield every state of a game between bots, up to the end. Each bot sees only an imagined state, never
    the hidden facts.

    ``game``: a name from which all dice derive, so that equal names give equal games. ``most``: the limit of
    steps. Decisions that belong to no seat get their default answer. Raises EndlessGame at the limit.
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
        state = sort_keys(rules.apply(state, owed.seat, action, Seeded(b"game", game, number)).state)
    raise EndlessGame(game)
