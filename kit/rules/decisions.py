"""The building blocks of decisions: actions, events, refusals, and the handlers that ask for them.

Each decision has one file. It holds the frame, its actions and events, its standing order, and the
handler of the frame, which is registered with the system's :class:`engine.frames.Frames`. If one frame
offers many kinds of actions (move, charge, shoot), each has an :class:`ActionHandler` in a separate file,
registered with that frame.

:mod:`kit.rules.chapters` builds the registries from the files.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable
from typing import Any, Generic, NoReturn, TypeVar

from engine.choices import permits
from engine.codec import tag_of
from engine.frames import Ask, Frame, FrameHandler, JointHandler, Work
from engine.game import Choice, Choices, IllegalAction, Json, Option, Pick
from engine.values import dataclass

P = TypeVar("P")
W = TypeVar("W", bound=Work[Any, Any])


@dataclass(frozen=True)
class Action:
    """An action of a player. It refers to everything on the map by id."""


@dataclass(frozen=True)
class Event:
    """An event of the game. An event holds only results; the dice are recorded with the entry."""

    def seen_by(self, seat: str | None) -> Event | None:
        """Return the event as a seat or a spectator sees it. By default nothing of it is hidden."""
        return self


def refuse(rule: str, code: str, **facts: Json) -> NoReturn:
    """Refuse an action, naming the section that forbids it."""
    raise IllegalAction(rule, code, **facts)


def not_offered(rule: str, action: Action) -> NoReturn:
    """Refuse an action that the pending decision does not offer."""
    refuse(rule, "not_offered", action=tag_of(type(action)))


def action_json(action: Action) -> dict[str, Any]:
    """Return an action as JSON without using its codec."""
    fields = {key: list(value) if isinstance(value, tuple) else value for key, value in vars(action).items()}
    return {"kind": tag_of(type(action)), **fields}


def options(values: Iterable[Json]) -> tuple[Option, ...]:
    """Return these values as options."""
    return tuple(Option(value) for value in values)


def pick(name: str, values: Iterable[Json], *, optional: bool = False) -> Pick:
    """Return a field that takes one of these values."""
    return Pick(name, options(values), optional)


def policy(*values: str) -> Pick:
    """Return the policy field of a standing order, which takes one of these words."""
    return pick("policy", values)


class OfferingHandler(FrameHandler[P, W]):
    """A frame handler that accepts exactly the actions that it offers.

    It refuses anything else with the best reason that :meth:`objection` finds.
    """

    def objection(self, pos: P, frame: Any, action: Action) -> None:
        """Refuse an action that the rules forbid, with a specific reason. Does nothing by default."""

    def matching_choices(self, pos: P, frame: Any, action: Action) -> Iterable[Choice]:
        """Return the choices that the action might match. The default returns all of them. Returning fewer
        makes the check faster.
        """
        return self.choices(pos, frame)

    @abstractmethod
    def execute(self, play: W, frame: Any, action: Any) -> None:
        """Carry out an offered action."""

    def answer(self, play: W, frame: Any, action: Any) -> None:
        pos = play.pos
        ask = self.ask(pos, frame)
        if action != ask.default and not permits(
            self.matching_choices(pos, frame, action), action_json(action)
        ):
            self.objection(pos, frame, action)
            not_offered(ask.rule, action)
        self.execute(play, frame, action)


class Secret(JointHandler[P, W]):
    """A handler of decisions in which several seats answer at once. Nobody sees another seat's answer until
    all have answered.

    Each answer is one log entry, no matter what it contains. The handler accepts exactly the actions that it
    offers.
    """

    def objection(self, pos: P, frame: Any, ask: Ask, action: Action) -> None:
        """Refuse an action that the rules forbid, with a specific reason. Does nothing by default."""

    def matching_choices(self, pos: P, frame: Any, ask: Ask, action: Action) -> Iterable[Choice]:
        """Return the choices that the action might match. The default returns all of them. Returning fewer
        makes the check faster.
        """
        return self.choices(pos, frame, ask)

    def check(self, pos: P, frame: Any, ask: Ask, action: Any) -> None:
        if action != ask.default and not permits(
            self.matching_choices(pos, frame, ask, action), action_json(action)
        ):
            self.objection(pos, frame, ask, action)
            not_offered(ask.rule, action)


# --- actions that a frame offers -------------------------------------------------------------------------


class ActionHandler(ABC, Generic[P, W]):
    """The handler of one action that a seat can take while a frame of some kind is on top of the stack."""

    action: type[Action]

    @abstractmethod
    def list_choices(self, pos: P, frame: Any) -> Choices:
        """Return every way to take this action now."""

    @abstractmethod
    def check(self, pos: P, frame: Any, action: Any) -> None:
        """Refuse the action if ``list_choices`` does not include it, and name the section and the reason."""

    @abstractmethod
    def execute(self, play: W, frame: Any, action: Any) -> None:
        """Carry out the action; ``frame`` is on top of the stack."""


D = TypeVar("D", bound=ActionHandler[Any, Any])
ACTION_HANDLERS: dict[type[Frame], list[ActionHandler[Any, Any]]] = {}


def handles(*frames: type[Frame]) -> Callable[[type[D]], type[D]]:
    """Register an action handler for frames of these kinds."""

    def register(found: type[D]) -> type[D]:
        for frame in frames:
            ACTION_HANDLERS.setdefault(frame, []).append(found())
        return found

    return register


def handler_for(frame: type[Frame], action: type[Action]) -> ActionHandler[Any, Any]:
    """Return the handler of an action for frames of this kind. Raises KeyError if none is registered."""
    for one in ACTION_HANDLERS.get(frame, ()):
        if one.action is action:
            return one
    raise KeyError(action)


class MenuHandler(FrameHandler[P, W]):
    """A handler that offers the actions registered for its frame, and passes a chosen action to that action's
    own handler.
    """

    def choices(self, pos: P, frame: Any) -> Choices:
        return tuple(
            choice for one in ACTION_HANDLERS.get(type(frame), ()) for choice in one.list_choices(pos, frame)
        )

    def answer(self, play: W, frame: Any, action: Any) -> None:
        for one in ACTION_HANDLERS.get(type(frame), ()):
            if type(action) is one.action:
                one.check(play.pos, frame, action)
                one.execute(play, frame, action)
                return
        not_offered(self.ask(play.pos, frame).rule, action)
