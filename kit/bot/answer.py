"""A bot's answer with its reason, and a mind that finds both together."""

from __future__ import annotations

from abc import abstractmethod
from typing import Any, NamedTuple, TypeVar

from engine.dice import Dice
from engine.game import Facts
from engine.minds import Mind

R = TypeVar("R")
S = TypeVar("S")


class Answer(NamedTuple):
    """An action and the reason for it: a ``code`` and facts, which the shell words; None for a default that
    was compared with nothing."""

    action: Any
    why: Facts | None


def because(action: Any, code: str, **facts: Any) -> Answer:
    """The action, for that reason."""
    return Answer(action, {"code": code, **facts})


class AdvisingMind(Mind[R, S]):
    """A bot that does what it would advise."""

    @abstractmethod
    def advise(self, rules: R, state: S, seat: str, dice: Dice) -> Answer:
        """A legal action for a seat that owes a decision, and its reason."""

    def act(self, rules: R, state: S, seat: str, dice: Dice) -> Any:
        return self.advise(rules, state, seat, dice).action
