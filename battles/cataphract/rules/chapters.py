"""The modules that define what players can do, on the battle sheet and on the map. Importing them fills the
registry of actions.
"""

from __future__ import annotations

from types import ModuleType

from battles.cataphract.rules.battle import (
    advancing,
    closing,
    designating,
    entering,
    fleeing,
    marching,
    muster,
    ordering,
    ranks,
    reacting,
    riding,
    standing,
)
from battles.cataphract.rules.sheet.clashing import charge, feigning, segment
from battles.cataphract.rules.sheet.command import (
    challenge,
    ending,
    leaders,
    replacing,
    special,
    table,
    uncontrolled_advance,
)
from battles.cataphract.rules.sheet.play.play import FRAMES
from battles.cataphract.rules.sheet.play.state import Sheet
from battles.cataphract.rules.sheet.shooting import fire
from battles.cataphract.rules.sheet.units import artillery, checking, moving, wedge
from kit.rules.chapters import chapters

# in the order of an Orders Phase
CHAPTERS: tuple[ModuleType, ...] = (
    *(table, challenge, leaders, uncontrolled_advance, replacing, moving, artillery, fire, checking),
    *(feigning, charge, segment, wedge, special, ending),
)


# in the order of a turn on the map
ON_THE_MAP: tuple[ModuleType, ...] = (
    *(entering, muster, ordering, ranks, riding, marching, reacting),
    *(designating, advancing, fleeing, closing, standing),
)


PLAYED = chapters(__name__, FRAMES, Sheet, (*CHAPTERS, *ON_THE_MAP))
CODEC = PLAYED.codec
