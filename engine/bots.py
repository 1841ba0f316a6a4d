"""Games between bots, played to their end."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, TypeVar

from engine.dice import Dice, Seeded
from engine.game import GM, Outcome, Rules
from engine.imagining import imagined
from engine.order import in_order

S = TypeVar("S")
Bot = Callable[[Rules[Any], Any, str, Dice], Any]  # the action of a seat that owes an answer


def never() -> bool:
    """Stop no thought early."""
    return False


class Endless(Exception):
    """Bots that came to no end."""


def own(rules: Rules[Any], state: Any, seat: str, dice: Dice) -> Any:
    """The bot that the rules bring."""
    return rules.bot(state, seat, dice)


def play_out(rules: Rules[Any], bots: Mapping[str, Bot], game: str, most: int = 20_000) -> Outcome:
    """Return the outcome of a game between bots: see :func:`positions`."""
    outcome = rules.outcome(list(positions(rules, bots, game, most))[-1])
    assert outcome is not None
    return outcome


def positions(rules: Rules[S], bots: Mapping[str, Bot], game: str, most: int = 20_000) -> Iterator[S]:
    """Every state of a game between bots, up to the end, each bot using states it imagines; equal names give
    equal games. Decisions of no seat get their default. Raises Endless."""
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
            world = imagined(rules, state, owed.seat, thoughts)
            action = bots[owed.seat](rules, world, owed.seat, thoughts)
        state = in_order(rules.apply(state, owed.seat, action, Seeded(b"game", game, number)).state)
    raise Endless(game)
