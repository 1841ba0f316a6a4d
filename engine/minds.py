"""The bots of systems. The rules do not depend on their bot: a system's plugin names the bot's module, which
is loaded when the bot first has to act.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Any, Generic, TypeVar

from engine.dice import Dice
from engine.refusals import Facts

R = TypeVar("R")  # a system's rules
S = TypeVar("S")  # a system's state

_LOADED: dict[str, Mind[Any, Any]] = {}
_ANNOUNCED: dict[str, Callable[[], Mind[Any, Any]]] = {}


class NoMind(LookupError):
    """Raised when a system has no registered bot."""


class Mind(ABC, Generic[R, S]):
    """The bot of a system. It acts on a state imagined for its seat, so it cannot see hidden facts. Its dice
    are separate from the game's.
    """

    @abstractmethod
    def act(self, rules: R, state: S, seat: str, dice: Dice) -> Any:
        """Return a legal, sensible action for a seat that owes a decision."""

    def why(self, rules: R, state: S, action: Any) -> Facts | None:
        """Return the bot's reason for an action: a ``code`` and facts. By default return None."""
        return None

    def advise(self, rules: R, state: S, seat: str, dice: Dice) -> tuple[Any, Facts | None]:
        """Return the bot's action and its reason. A bot that finds both in one search should override this
        method.
        """
        action = self.act(rules, state, seat, dice)
        return action, self.why(rules, state, action)


def announce(system: str, load: Callable[[], Mind[Any, Any]]) -> None:
    """Register the bot of a system, to be loaded on first use."""
    _ANNOUNCED[system] = load
    _LOADED.pop(system, None)


def mind_of(system: str) -> Mind[Any, Any]:
    """Return the bot of a system. Raises NoMind if none is registered."""
    found = _LOADED.get(system)
    if found is None:
        if system not in _ANNOUNCED:
            raise NoMind(f"no bot plays {system!r}: its plugin names none")
        found = _LOADED[system] = _ANNOUNCED[system]()
    return found
