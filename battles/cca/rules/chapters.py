"""The files in which decisions stand; loading them makes the lists of what can be played complete.

Anyone who adds a decision adds its file to ``CHAPTERS``, in the order of a turn.
"""

from __future__ import annotations

from types import ModuleType

from battles.cca.rules.fight import (
    advancing,
    blow,
    declared,
    evading,
    fall,
    fight,
    first_strike,
    flags,
    going_back,
    harm,
    leader_away,
    rampaging,
)
from battles.cca.rules.play.registry import FRAMES, Action, Event
from battles.cca.rules.play.state import State
from battles.cca.rules.special import ambush, camps
from battles.cca.rules.turn import battling, commanding, playing, rallying, turns
from engine.codec import Codec

CHAPTERS: tuple[ModuleType, ...] = (
    turns,
    playing,
    rallying,
    commanding,
    battling,
    declared,
    fight,
    first_strike,
    evading,
    blow,
    harm,
    fall,
    flags,
    rampaging,
    going_back,
    leader_away,
    advancing,
    ambush,
    camps,
)


ACTIONS: tuple[type[Action], ...] = tuple(Action.__subclasses__())
EVENTS: tuple[type[Event], ...] = tuple(Event.__subclasses__())
ORDER_KINDS = FRAMES.order_kinds(CHAPTERS)
CODEC = Codec(1, (*ACTIONS, *EVENTS, *FRAMES.kinds, State))
