"""Units: the blocks of strength points that losses fall on, under one spelling.

``army:<army>`` its own SP, ``ally:<army>:<power>`` allies in it, ``frontier:<province>``,
``detached:<province>:<power>``, ``fleet:<power>@<place>``, ``levy`` (the Lazi of the battle under way).
"""

from __future__ import annotations

from dataclasses import dataclass

from campaigns.justinian.rules.ground.events import SpLost
from campaigns.justinian.rules.ground.play import Play
from campaigns.justinian.rules.ground.progress import Battle
from campaigns.justinian.rules.ground.registry import Event
from campaigns.justinian.rules.ground.state import BYZANTIUM, State


@dataclass(frozen=True)
class SpGained(Event):
    unit: str
    power: str
    sp: int
    reason: str


@dataclass(frozen=True)
class SpShifted(Event):
    """From one unit to another: left as frontier, detached, picked up, handed over, redistributed."""

    source: str
    target: str
    sp: int
    reason: str


@dataclass(frozen=True)
class FleetGained(Event):
    power: str
    place: str
    sp: int


@dataclass(frozen=True)
class FleetLost(Event):
    power: str
    place: str
    sp: int
    reason: str


LEVY = "levy"


def units_of_army(state: State, army: str) -> tuple[str, ...]:
    """Own SP first, then allies; only what is there."""
    found = state.armies[army]
    own = (f"army:{army}",) if found.sp else ()
    return own + tuple(f"ally:{army}:{p}" for p, n in sorted(found.allied.items()) if n)


def units_of_force(state: State, head: str) -> tuple[str, ...]:
    return tuple(u for a in state.force(head) for u in units_of_army(state, a.id))


def sp_of(state: State, unit: str) -> int:
    """Its strength now; 0 when it is gone."""
    kind, _, rest = unit.partition(":")
    if kind == "army":
        return state.armies[rest].sp if rest in state.armies else 0
    if kind == "ally":
        army, _, power = rest.partition(":")
        return state.armies[army].allied.get(power, 0) if army in state.armies else 0
    if kind == "frontier":
        return state.frontier[rest].sp if rest in state.frontier else 0
    if kind == "detached":
        province, _, power = rest.partition(":")
        return state.detached.get(province, {}).get(power, 0)
    if kind == "fleet":
        return state.fleets[rest].sp if rest in state.fleets else 0
    battle = state.in_progress(Battle)
    return battle.levy if battle else 0


def power_of(state: State, unit: str) -> str:
    kind, _, rest = unit.partition(":")
    if kind == "army":
        return state.armies[rest].power
    if kind in ("ally", "detached"):
        return rest.partition(":")[2]
    if kind == "fleet":
        return rest.partition("@")[0]
    return BYZANTIUM


def _put(play: Play, unit: str, sp: int) -> None:
    kind, _, rest = unit.partition(":")
    if kind == "army":
        play.change(rest, sp=sp)
    elif kind == "ally":
        army, _, power = rest.partition(":")
        allied = {p: n for p, n in play.state.armies[army].allied.items() if p != power}
        play.change(army, allied={**allied, power: sp} if sp else allied)
    elif kind == "frontier":
        play.set_frontier(rest, sp)
    elif kind == "detached":
        province, _, power = rest.partition(":")
        play.set_detached(province, power, sp)
    elif kind == "fleet":
        power, _, place = rest.partition("@")
        found = play.state.fleets.get(rest)
        play.set_fleet(power, place, sp, found.at if found else None, found.unpaid if found else False)
    else:
        play.amend(Battle, levy=sp)


def lose(play: Play, unit: str, sp: int, reason: str) -> None:
    """Strength points leave the game."""
    sp = min(sp, sp_of(play.state, unit))
    if sp <= 0:
        return
    power = power_of(play.state, unit)
    _put(play, unit, sp_of(play.state, unit) - sp)
    if unit.startswith("fleet:"):
        play.tell(FleetLost(power, unit.partition("@")[2], sp, reason))
    else:
        play.tell(SpLost(unit, power, sp, reason))


def gain(play: Play, unit: str, sp: int, reason: str) -> None:
    """Strength points enter the game."""
    if sp <= 0:
        return
    if unit.startswith("fleet:"):
        power, _, place = unit[6:].partition("@")
        _put(play, unit, sp_of(play.state, unit) + sp)
        play.tell(FleetGained(power, place, sp))
        return
    _put(play, unit, sp_of(play.state, unit) + sp)
    play.tell(SpGained(unit, power_of(play.state, unit), sp, reason))


def shift(play: Play, source: str, target: str, sp: int, reason: str) -> None:
    """Strength points go from one unit to another of the same power."""
    if sp <= 0:
        return
    _put(play, source, sp_of(play.state, source) - sp)
    _put(play, target, sp_of(play.state, target) + sp)
    play.tell(SpShifted(source, target, sp, reason))
