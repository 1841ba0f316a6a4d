"""The files in which decisions stand; loading them makes the lists of what can be played complete."""

from __future__ import annotations

from types import ModuleType

from campaigns.italia.rules import away, orders
from campaigns.italia.rules.combat import battle, combats, elsewhere, naval, rebuild, retreats, sack, sinking
from campaigns.italia.rules.ground import capital, trim
from campaigns.italia.rules.ground.registry import FRAMES, Action, Event
from campaigns.italia.rules.ground.state import State
from campaigns.italia.rules.money import arrivals, income, levy
from campaigns.italia.rules.movement import advance, movement, sea, voyage
from campaigns.italia.rules.turn import sequence, transformations
from campaigns.italia.rules.war import announce, campaign, last_round, reactions, subjects
from engine.codec import Codec

CHAPTERS: tuple[ModuleType, ...] = (
    orders,
    away,
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
ACTIONS: tuple[type[Action], ...] = tuple(Action.__subclasses__())
EVENTS: tuple[type[Event], ...] = tuple(Event.__subclasses__())
ORDER_KINDS = FRAMES.order_kinds(CHAPTERS)
CODEC = Codec(1, (*ACTIONS, *EVENTS, *FRAMES.kinds, State))
