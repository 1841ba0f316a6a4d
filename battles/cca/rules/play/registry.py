"""The building blocks of the chapters, and the registry of their decisions.

A decision stands in one file: its frame, its actions and events, and the duty that carries the frame on.
:mod:`battles.cca.rules.chapters` lists the files.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, NoReturn, TypeVar

from engine import frames as kit
from engine.choices import permits
from engine.codec import tag_of
from engine.frames import Frame
from engine.game import Choices, IllegalAction, Json

if TYPE_CHECKING:
    from battles.cca.rules.play.battle import Battle
    from battles.cca.rules.play.play import Play


@dataclass(frozen=True)
class Action:
    """An action of a player. Hexes and cards are names."""


@dataclass(frozen=True)
class Event:
    """An event of the game. Dice are in the log of the entry as well; events tell their faces."""

    def seen_by(self, seat: str | None) -> Event | None:
        """Return what a seat, or a spectator, may know of it. By default everything."""
        return self


Routine = kit.Routine["Play"]
Duty = kit.Duty["Battle", "Play"]
FRAMES: kit.Frames[Battle, Play] = kit.Frames()


def refuse(rule: str, code: str, **facts: Json) -> NoReturn:
    """Refuse an action with its section and reason."""
    raise IllegalAction(rule, code, **facts)


def written(action: Action) -> dict[str, Any]:
    """An action as JSON, without its codec."""
    fields = {key: list(value) if isinstance(value, tuple) else value for key, value in vars(action).items()}
    return {"kind": tag_of(type(action)), **fields}


class Offered(Duty):
    """A duty that accepts exactly what it offers. For questions with few answers."""

    @abstractmethod
    def carry_out(self, play: Play, frame: Any, action: Any) -> None:
        """Do what was offered."""

    def answer(self, play: Play, frame: Any, action: Any) -> None:
        """Carry out an answer that is among the choices; refuse any other."""
        if not permits(self.choices(play.pos, frame), written(action)):
            refuse(self.ask(play.pos, frame).rule, "not_offered", action=tag_of(type(action)))
        self.carry_out(play, frame, action)


# --- one of the things that a frame asks for --------------------------------------------------------------

D = TypeVar("D", bound="Deed")


class Deed(ABC):
    """Something that may be done while a frame of some kind asks for it."""

    action: type[Action]

    @abstractmethod
    def offered(self, pos: Battle, frame: Any) -> Choices:
        """Return every way of doing it now."""

    @abstractmethod
    def check(self, pos: Battle, frame: Any, action: Any) -> None:
        """Refuse it, with the section and the reason, where ``offered`` does not offer it."""

    @abstractmethod
    def carry_out(self, play: Play, frame: Any, action: Any) -> None:
        """Do it; ``frame`` is on top of the stack."""


DEEDS: Final[dict[type[Frame], list[Deed]]] = {}


def deed(*frames: type[Frame]) -> Callable[[type[D]], type[D]]:
    """Register something that may be done while frames of these kinds ask."""

    def register(found: type[D]) -> type[D]:
        for frame in frames:
            DEEDS.setdefault(frame, []).append(found())
        return found

    return register


class Deeds(Duty):
    """A duty that offers whatever is registered for its frame, and hands each action to its deed."""

    def choices(self, pos: Battle, frame: Any) -> Choices:
        """Offer every deed of this frame."""
        return tuple(choice for one in DEEDS.get(type(frame), ()) for choice in one.offered(pos, frame))

    def answer(self, play: Play, frame: Any, action: Any) -> None:
        """Hand an action to its deed, which checks it before any die."""
        for one in DEEDS.get(type(frame), ()):
            if type(action) is one.action:
                one.check(play.pos, frame, action)
                one.carry_out(play, frame, action)
                return
        refuse(self.ask(play.pos, frame).rule, "not_offered", action=tag_of(type(action)))
