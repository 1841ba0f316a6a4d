"""The bot leads the Frankish Wedge: it drives at the enemy, and sends the rows where they strike best."""

from __future__ import annotations

from typing import Any

from battles.cataphract.bot.worth import place_worth
from battles.cataphract.rules.battle.moves import Waving
from battles.cataphract.rules.battle.position import MapField, name_of
from battles.cataphract.rules.battle.wedge.drive import DriveWedge, drives
from battles.cataphract.rules.battle.wedge.formation import FormWedge, why_no_form
from battles.cataphract.rules.battle.wedge.waves import MOVES, Surge, WaveShoot, surges, wave_shots
from battles.cataphract.rules.field.reach import Stand


def drive(pos: MapField) -> DriveWedge | None:
    """Return the move of the Wedge that brings its point to the best place, or None if it cannot move."""
    found = drives(pos)
    if not found:
        return None
    point = pos.wedge[0][0]
    facing = pos.piece(point).facing
    return DriveWedge(name_of(max(found, key=lambda at: (place_worth(pos, point, Stand(at, facing), 0), at))))


def form(pos: MapField) -> FormWedge | None:
    """Return the order to form the Wedge again, or None if it cannot be formed."""
    return None if why_no_form(pos) else FormWedge()


def surge(pos: MapField, frame: Waving) -> Any:
    """Return the next action of a wave: a unit moves up, or shoots at an enemy."""
    if frame.stage != MOVES:
        unit, targets = next(wave_shots(pos, frame))
        return WaveShoot(unit, min(targets, key=lambda u: (pos.hits_left(u), u)))
    unit = frame.queue[0]
    facing = pos.piece(unit).facing
    found = surges(pos, unit)
    best = max(found, key=lambda at: (place_worth(pos, unit, Stand(at, facing), 0), at))
    return Surge(unit, name_of(best))
