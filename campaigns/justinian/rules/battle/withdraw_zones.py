"""Refuges of a beaten Byzantine army within its zone (7.14), which it takes by itself before others."""

from __future__ import annotations

from campaigns.justinian.rules.ground.frames import March, Withdraw
from campaigns.justinian.rules.ground.play import Table
from campaigns.justinian.rules.ground.state import State, force, in_progress
from campaigns.justinian.rules.march.march import in_zone


def within(table: Table, state: State, unit: str, places: tuple[str, ...]) -> tuple[str, ...]:
    """Those in the zones of all armies of the force; troops without an army have none."""
    members = force(state, unit)
    return tuple(p for p in places if all(in_zone(table.scn, a, p) for a in members))


def ends_there(state: State, frame: Withdraw) -> bool:
    """The army was beaten in its own activation, which ends where it flees to (7.15): outside its zone it is
    removed at once. Who is driven out by the enemy has time to come back."""
    march = in_progress(state, March)
    return march is not None and march.army == frame.unit and march.over and not march.free


def sifted(
    table: Table, state: State, frame: Withdraw, land: tuple[str, ...], sea: tuple[str, ...]
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The refuges by land and by sea without those outside the zone, where there is a choice. Only an army
    that would be removed takes ship on that account."""
    near, afloat = within(table, state, frame.unit, land), within(table, state, frame.unit, sea)
    if ends_there(state, frame) and (near or afloat):
        return near, afloat
    return near or land, afloat or sea
