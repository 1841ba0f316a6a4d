"""The modules that define frames and actions. Importing them fills the registries.

Add the module of a new decision to ``CHAPTERS``, in the order of the rulebook.
"""

from __future__ import annotations

from types import ModuleType

from battles.schiere.rules.board.play import FRAMES
from battles.schiere.rules.board.state import State
from battles.schiere.rules.command import sending, stealing, thwarting
from battles.schiere.rules.elephants import noise, rampage, terror
from battles.schiere.rules.melee import aftermath, charge, clash, routing
from battles.schiere.rules.setup import (
    assignment,
    buying,
    camps,
    deployment,
    edges,
    mustering,
    preparing,
)
from battles.schiere.rules.shooting import overwatch, volley
from battles.schiere.rules.turn import (
    acting,
    attaching,
    bidding,
    camp,
    forming,
    going,
    hastening,
    march,
    shifting,
    standards,
    turns,
)
from battles.schiere.rules.works import ballistae, bridges
from kit.rules.chapters import chapters

CHAPTERS: tuple[ModuleType, ...] = (
    mustering,
    edges,
    camps,
    buying,
    deployment,
    assignment,
    preparing,
    bidding,
    acting,
    sending,
    stealing,
    thwarting,
    going,
    march,
    hastening,
    forming,
    attaching,
    shifting,
    charge,
    clash,
    routing,
    aftermath,
    volley,
    overwatch,
    terror,
    rampage,
    noise,
    ballistae,
    bridges,
    standards,
    camp,
    turns,
)
PLAYED = chapters(__name__, FRAMES, State, CHAPTERS)
ACTIONS, EVENTS, ORDER_KINDS, CODEC = PLAYED
