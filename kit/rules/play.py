"""An action in progress: the state so far, the events, and the dice.

Rules functions receive a Play and replace its frozen values. A Play does not outlive ``apply``.
"""

from __future__ import annotations

from typing import Any, Protocol, TypeVar

from engine.dice import Dice
from engine.frames import Stacked, Work

S = TypeVar("S", bound=Stacked)


class Located(Protocol):
    """A position: the scenario and the state. Its class can build another position from a scenario and a
    state.
    """

    @property
    def setting(self) -> Any: ...

    @property
    def state(self) -> Any: ...


P = TypeVar("P", bound=Located)


class Play(Work[S, P]):
    """The working copy of ``apply`` in a system whose position consists of a setting and a state."""

    def __init__(self, pos: P, dice: Dice) -> None:
        super().__init__(pos.state, dice)
        self.setting = pos.setting
        self._pos = pos
        self._found: Any = type(pos)

    @property
    def pos(self) -> P:
        if self._pos.state is not self.state:
            self._pos = self._found(self.setting, self.state)
        return self._pos
