"""The registry of the better bot's answers to each kind of frame, and of the reasons for its actions."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

from campaigns.justinian.rules.state.state import State
from engine.frames import Frame
from engine.game import Decision, Facts
from kit.rules.decisions import Action

if TYPE_CHECKING:
    from campaigns.justinian.rules.system import JustinianRules

Answer = Callable[["JustinianRules", State, Any, Decision], Any]
Why = Callable[["JustinianRules", State, Any, Any], Facts | None]
A = TypeVar("A", bound=Answer)
W = TypeVar("W", bound=Why)

ANSWERS: dict[type[Frame], Answer] = {}
REASONS: dict[tuple[type[Frame], type[Action]], Why] = {}


def answers(frame: type[Frame]) -> Callable[[A], A]:
    """Register the function that answers a kind of frame."""

    def register(answer: A) -> A:
        ANSWERS[frame] = answer
        return answer

    return register


def explains(frame: type[Frame], *actions: type[Action]) -> Callable[[W], W]:
    """Register the function that explains actions in a kind of frame. A function registered for ``Frame``
    explains the actions in every frame that has no function of its own.
    """

    def register(why: W) -> W:
        REASONS.update({(frame, action): why for action in actions})
        return why

    return register


def always(frame: type[Frame], code: str, *actions: type[Action]) -> None:
    """Register a reason without facts for actions in a kind of frame."""
    explains(frame, *actions)(lambda *_: {"code": code})
