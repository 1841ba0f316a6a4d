"""Generate a battlefield for players who draw none. The bot uses it, and it is the default answer when a
deadline passes.
"""

from __future__ import annotations

from battles.dba.rules.field import propose, shapes
from battles.dba.rules.table.actions import PlaceTerrain
from battles.dba.rules.table.scenario import Battle
from battles.dba.rules.table.state import TableState


def propose_terrain(battle: Battle, state: TableState, seed: str) -> PlaceTerrain:
    """Return a legal battlefield with its layout. Equal armies and seeds give the same battlefield."""
    seed = f"{seed}:{battle.armies[state.defender].name}:{battle.armies[state.invader].name}"
    drawing = propose.battlefield(battle.armies[state.defender].topography, seed)
    return PlaceTerrain(shapes.pieces(drawing), drawing)
