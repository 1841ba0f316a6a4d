"""A battlefield generated for players who draw none, used as the default at the deadline and by the bot."""

from __future__ import annotations

from battles.dba.rules.field import propose, shapes
from battles.dba.rules.table.actions import PlaceTerrain
from battles.dba.rules.table.scenario import Battle
from battles.dba.rules.table.state import TableState


def propose_terrain(battle: Battle, state: TableState, seed: str) -> PlaceTerrain:
    """Return a legal battlefield with its layout, which is the same for equal armies and seed."""
    seed = f"{seed}:{battle.armies[state.defender].name}:{battle.armies[state.invader].name}"
    drawing = propose.battlefield(battle.armies[state.defender].topography, seed)
    return PlaceTerrain(shapes.pieces(drawing), drawing)
