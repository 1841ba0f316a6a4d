"""The sections of exact chances next to the choices, by kind of action."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from campaigns.justinian.pages.forecasts import (
    fortune,
    interceptions,
    land_chances,
    landing_chances,
    random_marker,
    sea_chances,
)
from campaigns.justinian.pages.forecasts.panels import Section
from campaigns.justinian.pages.forms import alliance, arrivals
from campaigns.justinian.rules.battle.withdraw import Withdraw
from campaigns.justinian.rules.march.interception import Intercept
from campaigns.justinian.rules.sea.naval_retreat import SeaWithdraw
from campaigns.justinian.rules.state.position import Position
from campaigns.justinian.rules.state.progress import BarbarianSegment, Battle, SeaCheck
from campaigns.justinian.rules.state.state import State
from campaigns.justinian.rules.turn.sardinia import Sardinia
from campaigns.justinian.rules.turn.treasuries import Capture
from campaigns.justinian.wording.names import Names
from engine.game import Choice

Teller = Callable[[Position, Choice, Names], Iterator[Section]]


def _coming_sections(pos: Position, choice: Choice, names: Names) -> Iterator[Section]:
    yield from random_marker.marker_sections(pos, names)


def _segment_sections(pos: Position, choice: Choice, names: Names) -> Iterator[Section]:
    """Yield the chances shown in a Byzantine segment: those of the levy, and those of the Barbarians' next
    Random marker.
    """
    yield from fortune.levy(pos, choice, names)
    yield from random_marker.marker_sections(pos, names)


def _sailing_sections(pos: Position, choice: Choice, names: Names) -> Iterator[Section]:
    """Yield the chances at sea: the chances of meeting patrols ahead, and the chances of a landing by the
    army aboard.
    """
    yield from sea_chances.sailing(pos, choice, names)
    yield from landing_chances.voyage_sections(pos, choice, names)


def _port_sections(pos: Position, choice: Choice, names: Names) -> Iterator[Section]:
    """Yield the chances for entering a port: battles with fleets in it, interceptions by enemies ashore, and
    landings on the coasts.
    """
    yield from sea_chances.harbours(pos, choice, names)
    yield from landing_chances.voyage_sections(pos, choice, names)


TELLERS: dict[str, Teller] = {
    **alliance.CHANCES,
    "attack": land_chances.attacks,
    "intercept_with": interceptions.interceptions,
    "stand": land_chances.stand_or_retreat_sections,
    "command": land_chances.commands,
    "resolve_by_table": land_chances.battle_sections,
    "end_activation": land_chances.zone_warning,
    "intercept_at_sea": sea_chances.patrols,
    "fight": sea_chances.interception_sections,
    "sail_to": _sailing_sections,
    "put_in": _port_sections,
    "activate_fleet": landing_chances.embarkation_sections,
    "retreat_by_sea": sea_chances.retreat_by_sea_sections,
    "activate_army": fortune.activations,
    "march_ally": fortune.activations,
    "recruit": _segment_sections,
    "draw_random": _coming_sections,
    "take_treasury": fortune.treasure,
    "send_troops": fortune.sardinia,
    "arrive": arrivals.places,
    "bring_troops": arrivals.troops,
    "replace_leaders": arrivals.replaced_leaders,
}
# Frames whose decision also affects the other side, so that both players see the chances.
OPEN = (
    Battle,
    Intercept,
    SeaCheck,
    *alliance.OPEN,
    Withdraw,
    SeaWithdraw,
    Sardinia,
    Capture,
)


def sections(pos: Position, choices: Iterable[Choice], names: Names) -> tuple[Section, ...]:
    """Return the chances for all choices, each section once."""
    found: dict[str, Section] = {}
    for choice in choices:
        teller = TELLERS.get(choice.kind)
        if teller is None:
            continue
        for section in teller(pos, choice, names):
            found.setdefault(section.id, section)
    return tuple(found.values())


def concerns_all(state: State) -> bool:
    """Return whether the current decision also concerns the waiting player."""
    top = state.stack[-1] if state.stack else None
    return isinstance(top, OPEN)


def awaits_barbarian(state: State) -> bool:
    """Return whether a Barbarian segment is about to begin, in which case the chances of its marker are
    shown.
    """
    top = state.stack[-1] if state.stack else None
    return isinstance(top, BarbarianSegment) and top.stage == "marker"
