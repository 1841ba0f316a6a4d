"""What the chapters are made of, and where each decision registers itself.

A decision stands in one file: its frame, its actions and events, and the :class:`Duty` that carries the frame
on, who is asked included; its standing order with it. ``chapters.py`` lists the files.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from engine.game import Choice, Facts, Field, Option, OrderKind, Pick

if TYPE_CHECKING:
    from campaigns.justinian.rules.ground.play import Play
    from campaigns.justinian.rules.ground.position import Position
    from campaigns.justinian.rules.ground.state import State


@dataclass(frozen=True)
class Frame:
    """Something in progress, to be finished before what lies below it in ``State.stack`` goes on.

    The top frame either goes on by itself or owes a decision. Frames hold only ids and numbers, so that any
    moment of the game can be stored.
    """


@dataclass(frozen=True)
class Action:
    """What a player may do. Places and armies are ids."""


@dataclass(frozen=True)
class Event:
    """What happened. Dice are in the roll log of the entry; events name results."""


# --- carrying a frame on ---


class Ask(NamedTuple):
    """A decision without its id."""

    seat: str
    kind: str
    default: Action
    rule: str = ""
    facts: Facts = {}


class Routine(ABC):
    """Carry on a frame that never waits for anybody."""

    @abstractmethod
    def advance(self, play: Play, frame: Any) -> bool:
        """Do the next thing that needs no answer; False when an answer is needed first."""


class Duty(Routine):
    """Carry on a frame that may wait for an answer."""

    def advance(self, play: Play, frame: Any) -> bool:
        return False

    @abstractmethod
    def ask(self, pos: Position, frame: Any) -> Ask:
        """Say who is asked what, and what happens without an answer."""

    @abstractmethod
    def choices(self, pos: Position, frame: Any) -> tuple[Choice, ...]:
        """Offer what may be answered."""

    @abstractmethod
    def answer(self, play: Play, frame: Any, action: Action) -> None:
        """Carry out an answer, or refuse it."""


S = TypeVar("S", bound=Routine)
DUTIES: dict[type[Frame], Routine] = {}


def duty(frame: type[Frame]) -> Callable[[type[S]], type[S]]:
    """Register what carries on that kind of frame."""

    def register(found: type[S]) -> type[S]:
        DUTIES[frame] = found()
        return found

    return register


def asking(state: State) -> tuple[Duty, Frame]:
    """The frame that waits for an answer, and its duty."""
    frame = state.stack[-1]
    found = DUTIES[type(frame)]
    assert isinstance(found, Duty), frame  # a mere routine has gone on by itself
    return found, frame


# --- standing orders ---

Answer = Callable[["Position", Any, Facts], Action]
A = TypeVar("A", bound=Answer)


class Order(NamedTuple):
    """A standing order that a seat may give: its form, and what it answers while the seat is away."""

    kind: OrderKind
    chapter: str
    answer: Answer | None = None


ORDERS: dict[str, Order] = {}


def standing_order(decision: str, *fields: Field, rule: str) -> Callable[[A], A]:
    """Register the function that answers a kind of decision by an order with those fields."""

    def register(answer: A) -> A:
        ORDERS[decision] = Order(OrderKind(decision, fields, rule), answer.__module__, answer)
        return answer

    return register


def policy(*values: str) -> Pick:
    """The field of an order that says what to do, in a word."""
    return Pick("policy", tuple(Option(v) for v in values))
