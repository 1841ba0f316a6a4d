"""A bot's answer with its reason, and a bot that finds both in one search."""

from __future__ import annotations

from abc import abstractmethod
from typing import Any, NamedTuple, TypeVar

from engine.dice import Dice
from engine.game import Facts
from engine.minds import Mind

R = TypeVar("R")
S = TypeVar("S")


class Answer(NamedTuple):
    """An action and the reason for it.

    The reason is a ``code`` with facts, which the web application puts into words. It is None for a default
    that was not compared with anything.
    """

    action: Any
    why: Facts | None


def give_reason(action: Any, code: str, **facts: Any) -> Answer:
    """Return the action with its reason, made of a code and facts."""
    return Answer(action, {"code": code, **facts})


class AdvisingMind(Mind[R, S]):
    """A bot that takes the action that it would advise."""

    @abstractmethod
    def advise(self, rules: R, state: S, seat: str, dice: Dice) -> Answer:
        """Return a legal action for a seat that owes a decision, and the reason for it."""

    def act(self, rules: R, state: S, seat: str, dice: Dice) -> Any:
        return self.advise(rules, state, seat, dice).action
