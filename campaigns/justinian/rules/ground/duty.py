"""How a frame is carried on: each kind of frame has one Duty, found in duties.py."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from campaigns.justinian.rules.ground.play import Play, Table, refuse
from campaigns.justinian.rules.ground.state import State
from engine.codec import tag_of
from engine.game import Choice, Facts, Option


class Ask(NamedTuple):
    """A decision without its id."""

    seat: str
    kind: str
    default: Any
    rule: str = ""
    facts: Facts = {}


class Duty:
    """Carries a frame on. The base class suits frames that never wait.

    A frame that waits has ``ask``, ``choices`` and ``answer`` of its own; the errors name one that has not.
    """

    def advance(self, play: Play, frame: Any) -> bool:
        """Do the next thing that needs no answer; False when an answer is needed first."""
        return False

    def ask(self, table: Table, state: State, frame: Any) -> Ask:
        raise NotImplementedError(type(frame).__name__)

    def choices(self, table: Table, state: State, frame: Any) -> tuple[Choice, ...]:
        raise NotImplementedError(type(frame).__name__)

    def answer(self, play: Play, frame: Any, action: Any) -> None:
        raise NotImplementedError(type(frame).__name__)


def not_now(action: Any) -> None:
    """Refuse an action that the pending decision does not take."""
    refuse("", "not_now", action=tag_of(type(action)))


def options(values: Any) -> tuple[Option, ...]:
    return tuple(Option(v) for v in values)


def clean(amounts: Mapping[str, int]) -> dict[str, int]:
    """Without zeros; a negative number is refused."""
    for unit, number in amounts.items():
        if number < 0:
            refuse("", "negative", unit=unit)
    return {unit: number for unit, number in amounts.items() if number}
