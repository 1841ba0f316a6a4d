"""What the chapters are made of, and where each decision registers itself.

A decision stands in one file: its frame, its actions and events, and the duty that carries the frame on.
Where one frame asks for many sorts of things (an action of the turn: move, charge, shoot, send an order),
each of them is a :class:`Deed` in a file of its own, registered with that frame.
:mod:`battles.schiere.rules.chapters` lists the files.
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
from engine.game import Choices, Facts, IllegalAction, Json, Number

if TYPE_CHECKING:
    from battles.schiere.rules.board.play import Play
    from battles.schiere.rules.board.position import Position


@dataclass(frozen=True)
class Action:
    """What a player may do. Squares, pieces, schiere and orders are ids."""


@dataclass(frozen=True)
class Event:
    """What happened. Dice are in the roll log of the entry; events name results."""

    def seen_by(self, seat: str | None) -> Event | None:
        """This as a seat, or a spectator, may know it. By default whole."""
        return self


Routine = kit.Routine["Play"]
Duty = kit.Duty["Position", "Play"]
JointDuty = kit.JointDuty["Position", "Play"]
Way = kit.Way["Play"]
FRAMES: kit.Frames[Position, Play] = kit.Frames()


def refuse(rule: str, code: str, **facts: Json) -> NoReturn:
    raise IllegalAction(rule, code, **facts)


def written(action: Action) -> dict[str, Any]:
    """An action as JSON, without its codec."""
    fields = {key: list(value) if isinstance(value, tuple) else value for key, value in vars(action).items()}
    return {"kind": tag_of(type(action)), **fields}


LASTS: Final = Number("until", 0, 99, 0)  # a field of standing orders: the last turn in which they answer


def lasts(pos: Position, said: Facts) -> bool:
    """Whether a standing order still answers: to the end of the battle (0), or of the turn that it names.
    Orders written before that could be said know nothing of it."""
    until = int(said.get("until", 0))
    return not until or pos.turn <= until


class Offered(Duty):
    """A duty that accepts exactly what it offers; what it does not offer is refused with a reason, the best
    one that :meth:`objection` finds."""

    def objection(self, pos: Position, frame: Any, action: Action) -> None:
        """Refuse with a reason of its own what the rules forbid. By default nothing."""

    @abstractmethod
    def carry_out(self, play: Play, frame: Any, action: Any) -> None:
        """Do what was offered."""

    def answer(self, play: Play, frame: Any, action: Any) -> None:
        pos, ask = play.pos, self.ask(play.pos, frame)
        if action != ask.default and not permits(self.choices(pos, frame), written(action)):
            self.objection(pos, frame, action)
            refuse(ask.rule, "not_offered", action=tag_of(type(action)))
        self.carry_out(play, frame, action)


class Secret(JointDuty):
    """Both seats answer at once, and nobody sees what the other said until all are in: of each the answer is
    one entry, whatever is in it. It accepts exactly what it offers."""

    def objection(self, pos: Position, frame: Any, ask: kit.Ask, action: Action) -> None:
        """Refuse with a reason of its own what the rules forbid. By default nothing."""

    def check(self, pos: Position, frame: Any, ask: kit.Ask, action: Any) -> None:
        if action != ask.default and not permits(self.choices(pos, frame, ask), written(action)):
            self.objection(pos, frame, ask, action)
            refuse(ask.rule, "not_offered", action=tag_of(type(action)))


# --- one of the things that a frame asks for --------------------------------------------------------------

D = TypeVar("D", bound="Deed")


class Deed(ABC):
    """Something that may be done while a frame of some kind asks for it."""

    action: type[Action]

    @abstractmethod
    def offered(self, pos: Position, frame: Any) -> Choices:
        """Every way of doing it now."""

    @abstractmethod
    def check(self, pos: Position, frame: Any, action: Any) -> None:
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

    def choices(self, pos: Position, frame: Any) -> Choices:
        return tuple(choice for one in DEEDS.get(type(frame), ()) for choice in one.offered(pos, frame))

    def answer(self, play: Play, frame: Any, action: Any) -> None:
        for one in DEEDS.get(type(frame), ()):
            if type(action) is one.action:
                one.check(play.pos, frame, action)
                one.carry_out(play, frame, action)
                return
        refuse(self.ask(play.pos, frame).rule, "not_offered", action=tag_of(type(action)))


# --- what watches a march ---------------------------------------------------------------------------------

Watcher = Callable[["Play", Any], None]
ON_STEP: Final[list[Watcher]] = []  # called with a March after each step; may push frames, or end the march
ON_SETTLED: Final[list[Watcher]] = []  # called with those who have formed up or shifted
ON_HALT: Final[list[Watcher]] = []  # called with the March that has just ended


def watch_steps(watcher: Watcher) -> Watcher:
    """Register what looks at every step of a march: fire at it, horse that shy, standards taken."""
    ON_STEP.append(watcher)
    return watcher


@dataclass(frozen=True)
class Settled:
    """Units that have come to stand somewhere without a march."""

    units: tuple[str, ...]


def settled(play: Play, units: tuple[str, ...]) -> None:
    """Let those look who care where units stand, however they came there."""
    for watcher in ON_SETTLED:
        watcher(play, Settled(units))


def watch_settled(watcher: Watcher) -> Watcher:
    """Register what looks at where units stand, be it without a march: camps and standards."""
    ON_SETTLED.append(watcher)
    return watch_halts(watcher)


def watch_halts(watcher: Watcher) -> Watcher:
    """Register what looks at where a march has come to its end."""
    ON_HALT.append(watcher)
    return watcher
