"""The files in which decisions stand; loading them makes the lists of what can be played complete."""

from __future__ import annotations

from campaigns.justinian.rules.battle import battle, retreat_before, withdraw
from campaigns.justinian.rules.ground import losses
from campaigns.justinian.rules.ground.registry import FRAMES, Action, Event
from campaigns.justinian.rules.ground.state import State
from campaigns.justinian.rules.march import duty as march
from campaigns.justinian.rules.march import forts, interception
from campaigns.justinian.rules.sea import naval_battle, naval_interception, naval_retreat, sail
from campaigns.justinian.rules.segment import (
    activation,
    alliance,
    ally,
    byzantine,
    combined,
    segments,
    tribes,
)
from campaigns.justinian.rules.setting_up import setup
from campaigns.justinian.rules.turn import (
    arriving_leaders,
    levy,
    maintenance,
    new_armies,
    nika,
    replaced_leaders,
    sardinia,
    sequence,
    treasuries,
    tzazon,
)
from engine.codec import Codec
from engine.game import OrderKind

# First those with standing orders, in the order in which a player is offered these.
CHAPTERS = (
    alliance,
    retreat_before,
    interception,
    naval_interception,
    losses,
    withdraw,
    naval_retreat,
    battle,
    ally,
    treasuries,
    sardinia,
    nika,
    maintenance,
    new_armies,
    replaced_leaders,
    arriving_leaders,
    segments,
    setup,
    sequence,
    levy,
    tzazon,
    activation,
    combined,
    tribes,
    byzantine,
    march,
    forts,
    sail,
    naval_battle,
)

ACTIONS: tuple[type[Action], ...] = tuple(Action.__subclasses__())
EVENTS: tuple[type[Event], ...] = tuple(Event.__subclasses__())
ORDER_KINDS: tuple[OrderKind, ...] = FRAMES.order_kinds(CHAPTERS)
CODEC = Codec(1, (*ACTIONS, *EVENTS, *FRAMES.kinds, State))
