"""The modules that define decisions. Importing them completes the registry of actions."""

from __future__ import annotations

from campaigns.justinian.rules.battle import battle, retreat_before, withdraw
from campaigns.justinian.rules.march import forts, interception
from campaigns.justinian.rules.march import handler as march
from campaigns.justinian.rules.sea import naval_battle, naval_interception, naval_retreat, sail
from campaigns.justinian.rules.segment import (
    activation,
    alliance,
    ally,
    byzantine,
    combined_operations,
    segments,
    tribes,
)
from campaigns.justinian.rules.setting_up import setup
from campaigns.justinian.rules.state import losses
from campaigns.justinian.rules.state.play import FRAMES
from campaigns.justinian.rules.state.state import State
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
from kit.rules.chapters import chapters

# Modules with standing orders come first, in the order in which the page offers the orders.
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
    combined_operations,
    tribes,
    byzantine,
    march,
    forts,
    sail,
    naval_battle,
)

PLAYED = chapters(__name__, FRAMES, State, CHAPTERS)
ACTIONS, EVENTS, ORDER_KINDS, CODEC = PLAYED
