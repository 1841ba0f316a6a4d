"""Operations on units: their strength and owner, losses, gains and transfers (see values.py)."""

from __future__ import annotations

from campaigns.justinian.rules.state.events import SpLost
from campaigns.justinian.rules.state.play import Play
from campaigns.justinian.rules.state.progress import Battle
from campaigns.justinian.rules.state.state import BYZANTIUM, State
from campaigns.justinian.rules.state.values import (
    Allies,
    ArmySP,
    Detached,
    Frontier,
    Lazi,
    Ships,
    Unit,
    WholeForce,
)
from engine.values import dataclass
from kit.rules.decisions import Event


@dataclass(frozen=True)
class SpGained(Event):
    unit: Unit
    power: str
    sp: int
    reason: str


@dataclass(frozen=True)
class SpShifted(Event):
    """SP moved between units, because they were left as frontier SP, detached, picked up, handed over or
    redistributed.
    """

    source: Unit
    target: Unit
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


def units_of_army(state: State, army: str) -> tuple[Unit, ...]:
    """Return the units of an army that have SP: its own power's first, then the allies'."""
    found = state.armies[army]
    own: tuple[Unit, ...] = (ArmySP(army),) if found.sp else ()
    return own + tuple(Allies(army, p) for p, n in sorted(found.allied.items()) if n)


def units_of_force(state: State, head: str) -> tuple[Unit, ...]:
    return tuple(u for a in state.force(head) for u in units_of_army(state, a.id))


def sp_of(state: State, unit: Unit) -> int:
    """Return a unit's current strength, or 0 if the unit no longer exists."""
    match unit:
        case ArmySP():
            army = state.armies.get(unit.army)
            return army.sp if army else 0
        case Allies():
            army = state.armies.get(unit.army)
            return army.allied.get(unit.power, 0) if army else 0
        case Frontier():
            garrison = state.frontier.get(unit.province)
            return garrison.sp if garrison else 0
        case Detached():
            return state.detached.get(unit.province, {}).get(unit.power, 0)
        case Ships():
            fleet = state.fleets.get(unit.fleet)
            return fleet.sp if fleet else 0
        case WholeForce():
            return state.force_sp(unit.army) if unit.army in state.armies else 0
        case Lazi():
            battle = state.in_progress(Battle)
            return battle.levy if battle else 0
    raise TypeError(f"no unit: {unit!r}")


def power_of(state: State, unit: Unit) -> str:
    match unit:
        case ArmySP() | WholeForce():
            return state.armies[unit.army].power
        case Allies() | Detached():
            return unit.power
        case Ships():
            return unit.fleet.power
        case Frontier() | Lazi():
            return BYZANTIUM
    raise TypeError(f"no unit: {unit!r}")


def _set_sp(play: Play, unit: Unit, sp: int) -> None:
    match unit:
        case ArmySP():
            play.change(unit.army, sp=sp)
        case Allies():
            allied = {p: n for p, n in play.state.armies[unit.army].allied.items() if p != unit.power}
            play.change(unit.army, allied={**allied, unit.power: sp} if sp else allied)
        case Frontier():
            play.set_frontier(unit.province, sp)
        case Detached():
            play.set_detached(unit.province, unit.power, sp)
        case Ships():
            play.set_fleet_sp(unit.fleet, sp)
        case Lazi():
            play.amend(Battle, levy=sp)
        case _:
            raise TypeError(f"no unit that loses or gains: {unit!r}")


def lose(play: Play, unit: Unit, sp: int, reason: str) -> None:
    """Remove strength points from a unit and report the loss."""
    sp = min(sp, sp_of(play.state, unit))
    if sp <= 0:
        return
    power = power_of(play.state, unit)
    _set_sp(play, unit, sp_of(play.state, unit) - sp)
    if isinstance(unit, Ships):
        play.tell(FleetLost(power, unit.fleet.place, sp, reason))
    else:
        play.tell(SpLost(unit, power, sp, reason))


def gain(play: Play, unit: Unit, sp: int, reason: str) -> None:
    """Add strength points to a unit and report the gain."""
    if sp <= 0:
        return
    _set_sp(play, unit, sp_of(play.state, unit) + sp)
    if isinstance(unit, Ships):
        play.tell(FleetGained(unit.fleet.power, unit.fleet.place, sp))
    else:
        play.tell(SpGained(unit, power_of(play.state, unit), sp, reason))


def shift(play: Play, source: Unit, target: Unit, sp: int, reason: str) -> None:
    """Move strength points from one unit to another."""
    if sp <= 0:
        return
    _set_sp(play, source, sp_of(play.state, source) - sp)
    _set_sp(play, target, sp_of(play.state, target) + sp)
    play.tell(SpShifted(source, target, sp, reason))
