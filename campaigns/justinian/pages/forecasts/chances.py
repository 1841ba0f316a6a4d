"""Exact chances next to choices: for each kind of action, the chances of its dice."""

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


def _segment(pos: Position, choice: Choice, names: Names) -> Iterator[Section]:
    """Yield the facts of a Byzantine segment: the yield of a levy, and the Barbarian's possible replies."""
    yield from fortune.levy(pos, choice, names)
    yield from random_marker.marker_sections(pos, names)


def _sailing(pos: Position, choice: Choice, names: Names) -> Iterator[Section]:
    """Yield the chances at sea: patrols ahead, and possible landings of an army aboard."""
    yield from sea_chances.sailing(pos, choice, names)
    yield from landing_chances.under_way(pos, choice, names)


def _harbours(pos: Position, choice: Choice, names: Names) -> Iterator[Section]:
    """Yield the landings on the coasts of the current sea."""
    yield from sea_chances.harbours(pos, choice, names)
    yield from landing_chances.under_way(pos, choice, names)


TELLERS: dict[str, Teller] = {
    **alliance.CHANCES,
    "attack": land_chances.attacks,
    "intercept_with": interceptions.interceptions,
    "stand": land_chances.stands,
    "command": land_chances.commands,
    "resolve_by_table": land_chances.the_battle,
    "end_activation": land_chances.ending,
    "intercept_at_sea": sea_chances.patrols,
    "fight": sea_chances.interception_sections,
    "sail_to": _sailing,
    "put_in": _harbours,
    "activate_fleet": landing_chances.aboard,
    "retreat_by_sea": sea_chances.by_sea,
    "activate_army": fortune.activations,
    "march_ally": fortune.activations,
    "recruit": _segment,
    "draw_random": _coming_sections,
    "take_treasury": fortune.treasure,
    "send_troops": fortune.sardinia,
    "arrive": arrivals.places,
    "bring_troops": arrivals.troops,
    "replace_leaders": arrivals.replaced_leaders,
}
# One side decides and the other is affected: those who wait see the same chances.
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
    """Return the chances of every possible action, each kind of action once."""
    found: dict[str, Section] = {}
    for choice in choices:
        teller = TELLERS.get(choice.kind)
        if teller is None:
            continue
        for section in teller(pos, choice, names):
            found.setdefault(section.id, section)
    return tuple(found.values())


def concerns_all(state: State) -> bool:
    """Return whether the current decision concerns the waiting players too."""
    top = state.stack[-1] if state.stack else None
    return isinstance(top, OPEN)


def awaits_barbarian(state: State) -> bool:
    """Return whether a Barbarian segment is about to begin, so that its possible openings are listed."""
    top = state.stack[-1] if state.stack else None
    return isinstance(top, BarbarianSegment) and top.stage == "marker"
