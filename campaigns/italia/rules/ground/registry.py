"""What the chapters are made of, and where each decision registers itself.

A decision stands in one file: its frame, its actions and events, and the duty that carries the frame on.
:mod:`campaigns.italia.rules.chapters` lists the files.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from engine import frames as kit
from engine.choices import permits
from engine.codec import tag_of
from engine.game import Choice, IllegalAction

if TYPE_CHECKING:
    from campaigns.italia.rules.ground.play import Play
    from campaigns.italia.rules.ground.position import Position


@dataclass(frozen=True)
class Action:
    """What a player may do. Places, nations, unit types and leaders are ids."""


@dataclass(frozen=True)
class Event:
    """What happened. Dice are in the roll log of the entry; events name results."""


Routine = kit.Routine["Play"]
Duty = kit.Duty["Position", "Play"]
JointDuty = kit.JointDuty["Position", "Play"]
FRAMES: kit.Frames[Position, Play] = kit.Frames()


class Offered(Duty):
    """A duty that accepts exactly what it offers; what it does not offer is refused with a reason, the best
    one that :meth:`objection` finds."""

    def objection(self, pos: Position, frame: Any, action: Action) -> None:
        """Refuse with a reason of its own what the rules forbid. By default nothing."""

    def like(self, pos: Position, frame: Any, action: Action) -> Iterable[Choice]:
        """Of the choices those that the action might be. By default all; fewer are quicker."""
        return self.choices(pos, frame)

    @abstractmethod
    def carry_out(self, play: Play, frame: Any, action: Any) -> None:
        """Do what was offered."""

    def answer(self, play: Play, frame: Any, action: Any) -> None:
        pos = play.pos
        if not permits(self.like(pos, frame, action), written(action)):
            self.objection(pos, frame, action)
            raise IllegalAction(self.ask(pos, frame).rule, "not_offered", action=tag_of(type(action)))
        self.carry_out(play, frame, action)


def written(action: Action) -> dict[str, Any]:
    """An action as JSON, without its codec."""
    fields = {key: list(value) if isinstance(value, tuple) else value for key, value in vars(action).items()}
    return {"kind": tag_of(type(action)), **fields}
