"""A bot's answer with its reason, and a mind that finds both in one search."""

from __future__ import annotations

from abc import abstractmethod
from typing import Any, NamedTuple, TypeVar

from engine.dice import Dice
from engine.game import Facts
from engine.minds import Mind

R = TypeVar("R")
S = TypeVar("S")


class Answer(NamedTuple):
    """An action and the reason for it: a ``code`` and facts, which the shell words. The reason is None for a
    default that was not compared with anything.
    """

    action: Any
    why: Facts | None


def because(action: Any, code: str, **facts: Any) -> Answer:
    """Return the action with its reason."""
    return Answer(action, {"code": code, **facts})


class AdvisingMind(Mind[R, S]):
    """A bot that does what it would advise."""

    @abstractmethod
    def advise(self, rules: R, state: S, seat: str, dice: Dice) -> Answer:
        """Return a legal action for a seat that owes a decision, and the reason for it."""

    def act(self, rules: R, state: S, seat: str, dice: Dice) -> Any:
        return self.advise(rules, state, seat, dice).action
