"""A combat waiting to be fought as another game, with the units of both sides and the ground."""

from __future__ import annotations

from campaigns.italia.rules.combat.elsewhere import OpenField, units_of
from campaigns.italia.rules.state.position import Position
from engine.game import Force, ForceUnit, OpenBattle


def open_battle(pos: Position, frame: OpenField, decision: str) -> OpenBattle:
    return OpenBattle(
        decision, _force(pos, frame, "attacker"), _force(pos, frame, "defender"), frame.ground, "10.1"
    )


def _force(pos: Position, frame: OpenField, side: str) -> Force:
    """Return a side's force. Each counter is one unit of strength."""
    nation = frame.nation(side)
    leaders = pos.leaders(frame.area, nation)
    units = tuple(
        ForceUnit(f"{side}:{unit}", nation, unit, number, leaders[0] if leaders else None)
        for unit, number in units_of(pos, frame, side).items()
    )
    return Force(
        pos.seat(nation), units, {"commander": leaders[0] if leaders else None, "leaders": list(leaders)}
    )
