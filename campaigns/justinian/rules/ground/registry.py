"""What the chapters are made of, and where each decision registers itself.

A decision stands in one file: its frame, its actions and events, and the :class:`Duty` that carries the frame
on, who is asked included; its standing order with it. ``chapters.py`` lists the files.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine import frames
from engine.frames import Frames
from engine.game import Option, Pick

if TYPE_CHECKING:
    from campaigns.justinian.rules.ground.play import Play
    from campaigns.justinian.rules.ground.position import Position


@dataclass(frozen=True)
class Action:
    """What a player may do. Places and armies are ids."""


@dataclass(frozen=True)
class Event:
    """What happened. Dice are in the roll log of the entry; events name results."""


class Routine(frames.Routine["Play"]):
    """Carry on a frame that never waits for anybody."""


class Duty(frames.Duty["Position", "Play"]):
    """Carry on a frame that may wait for an answer."""


FRAMES: Frames[Position, Play] = Frames()
duty, standing_order = FRAMES.duty, FRAMES.standing_order


def policy(*values: str) -> Pick:
    """The field of an order that says what to do, in a word."""
    return Pick("policy", tuple(Option(v) for v in values))
