"""The modules that define decisions. Importing this module imports them all, which fills the registry of
actions.

Add a new decision's module to ``CHAPTERS``, in the order of a turn.
"""

from __future__ import annotations

from types import ModuleType

from battles.cca.rules.fight import (
    advancing,
    blow,
    declaration,
    evading,
    fall,
    fight,
    first_strike,
    flags,
    going_back,
    harm,
    leader_away,
    marsh,
    rampaging,
    wading,
)
from battles.cca.rules.play.play import FRAMES
from battles.cca.rules.play.state import State
from battles.cca.rules.special import ambush, camps
from battles.cca.rules.turn import battling, commanding, playing, rallying, turns
from kit.rules.chapters import chapters

CHAPTERS: tuple[ModuleType, ...] = (
    turns,
    playing,
    rallying,
    commanding,
    battling,
    declaration,
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
    wading,
    marsh,
    advancing,
    ambush,
    camps,
)


PLAYED = chapters(__name__, FRAMES, State, CHAPTERS)
ACTIONS, EVENTS, ORDER_KINDS, CODEC = PLAYED
