"""The modules that define the actions of players, on the battle sheet and on the map.

Importing them fills the registry of actions.
"""

from __future__ import annotations

from types import ModuleType

from battles.cataphract.rules.battle import (
    closing,
    entering,
    marching,
    muster,
    ordering,
    pursuing,
    ranks,
    reacting,
    riding,
    standing_orders,
)
from battles.cataphract.rules.battle.flight import fleeing
from battles.cataphract.rules.battle.melee import advancing, designating
from battles.cataphract.rules.battle.missiles import harassing, sheltering, walls
from battles.cataphract.rules.battle.wedge import drive, formation, waves
from battles.cataphract.rules.sheet.clashing import charge, feigning, segment
from battles.cataphract.rules.sheet.command import (
    activation,
    challenge,
    ending,
    leader_dangers,
    line_commands,
    momentum,
    replacing,
    special,
    table,
    trumps,
    uncontrolled_advance,
)
from battles.cataphract.rules.sheet.play.play import FRAMES
from battles.cataphract.rules.sheet.play.state import Sheet
from battles.cataphract.rules.sheet.shooting import fire
from battles.cataphract.rules.sheet.units import artillery, checking, moving, wedge
from kit.rules.chapters import chapters

# in the order of an Orders Phase
CHAPTERS: tuple[ModuleType, ...] = (
    *(table, challenge, activation, line_commands, momentum, trumps, leader_dangers),
    *(uncontrolled_advance, replacing, moving, artillery, fire, checking),
    *(feigning, charge, segment, wedge, special, ending),
)


# in the order of a turn on the map
ON_THE_MAP: tuple[ModuleType, ...] = (
    *(entering, muster, ordering, ranks, riding, marching, reacting),
    *(walls, sheltering, harassing, pursuing),
    *(designating, drive, formation, waves, advancing, fleeing, closing, standing_orders),
)


PLAYED = chapters(__name__, FRAMES, Sheet, (*CHAPTERS, *ON_THE_MAP))
CODEC = PLAYED.codec
