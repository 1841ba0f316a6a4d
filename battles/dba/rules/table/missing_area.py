"""Add a built-up area that is on the table but was never reported."""

from __future__ import annotations

from typing import Any, Final

from battles.dba.rules.table import actions as act
from battles.dba.rules.table import events as ev
from battles.dba.rules.table import laid_terrain, setup
from battles.dba.rules.table.scenario import Battle
from battles.dba.rules.table.state import BuiltUpArea, TableState
from battles.dba.rules.table.strongholds import garrison_of_camp
from engine.game import IllegalAction, Step

Happened = tuple[Any, ...]
PHASES: Final = frozenset({"camps", "deployment", "swaps", "pips", "moves", "shooting", "combat"})


def bua_refusal(battle: Battle, state: TableState) -> str:
    """Return the refusal code if a built-up area can no longer be added, or "" if it can."""
    if battle.ground is not None:
        return "bua_of_the_campaign"
    if state.bua is not None:
        return "only_one"
    seat = state.defender
    camp, inside = state.camps.get(seat), garrison_of_camp(battle, state, seat)
    taken = camp is not None and camp.pitched and camp.holder != seat
    if taken or (inside is not None and battle.blocks[inside].seat != seat):
        return "bua_and_camp_taken"  # a new area would change the losses that players have counted on
    return ""


def is_deployed(state: TableState) -> bool:
    """Return whether the defender has deployed. Before that, nobody may name a garrison for a new built-up
    area, because the defender chooses it when deploying.
    """
    return not (state.phase == "camps" or (state.phase == "deployment" and state.active == state.defender))


def note_bua(battle: Battle, state: TableState, action: act.NoteBua) -> Step[TableState]:
    """Add the defender's built-up area and its denizens, as if they had been there from the start. The
    defender's army therefore loses its camp (ruling T19).
    """
    why = bua_refusal(battle, state)
    if why:
        raise IllegalAction("battlefield", why, piece="bua")
    if action.garrison is not None and not is_deployed(state):
        raise IllegalAction("deployment", "garrison_when_deploying")
    owner = state.defender
    state = state.but(bua=BuiltUpArea(owner, owner, "alive", owner))
    if state.pieces:
        state = laid_terrain.with_pieces(state, ("bua",))
    state, struck = _strike_camp(battle, state, owner)
    events: Happened = (ev.BuaNoted(owner, action.garrison, struck),)
    if action.garrison is not None:
        state = setup.garrison_bua(battle, state, action.garrison)
    if state.phase == "camps":
        state, more = setup.skip_campless(battle, state)
        events += more
    return Step(state, events)


def _strike_camp(battle: Battle, state: TableState, seat: str) -> tuple[TableState, bool]:
    camp = state.camps.get(seat)
    if camp is None or not camp.pitched:
        return state, False
    inside = garrison_of_camp(battle, state, seat)
    if inside is not None and not battle.blocks[inside].followers:
        state = state.with_element(inside, where="table")
    return setup.no_camp(battle, state, seat), True
