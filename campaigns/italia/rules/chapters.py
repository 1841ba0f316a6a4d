"""The modules that define decisions. Importing them fills the registry of actions."""

from __future__ import annotations

from types import ModuleType

from campaigns.italia.rules import absence, orders
from campaigns.italia.rules.combat import battle, combats, elsewhere, naval, rebuild, retreats, sack, sinking
from campaigns.italia.rules.money import arrivals, income, levy
from campaigns.italia.rules.movement import advance, movement, sea, voyage
from campaigns.italia.rules.state import capital, trim
from campaigns.italia.rules.state.play import FRAMES
from campaigns.italia.rules.state.state import State
from campaigns.italia.rules.turn import sequence, transformations
from campaigns.italia.rules.war import announce, campaign, last_round, reactions, subjects
from kit.rules.chapters import chapters

CHAPTERS: tuple[ModuleType, ...] = (
    orders,
    absence,
    sequence,
    income,
    levy,
    arrivals,
    capital,
    trim,
    advance,
    movement,
    sea,
    voyage,
    combats,
    battle,
    elsewhere,
    retreats,
    sack,
    rebuild,
    naval,
    sinking,
    subjects,
    campaign,
    announce,
    reactions,
    last_round,
    transformations,
)
PLAYED = chapters(__name__, FRAMES, State, CHAPTERS)
ACTIONS, EVENTS, ORDER_KINDS, CODEC = PLAYED
