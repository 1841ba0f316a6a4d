"""Shieldwalls on the map: the units that can form one, and the shots it protects from (11.71, 11.72)."""

from __future__ import annotations

from typing import Final

from battles.cataphract.rules.battle.position import MapField
from battles.cataphract.rules.field.lines import shieldwall_row
from battles.cataphract.rules.field.sight import shot_between
from engine.codec import late_field
from engine.frames import Frame
from engine.values import dataclass
from kit.grid.hexes import distance

# contingents of Roman and Byzantine foot, without allies and federates (L2075, ruling 72)
SHELTERED: Final = ("numeri", "isaurian", "guard", "e_thracian_hi", "w_roman_hi", "w_roman_mi")
FAR: Final = 2  # shortest distance in hexes of a shot from which foot can shelter (11.71)


@dataclass(frozen=True)
class Sheltering(Frame):
    """Foot can form a Shieldwall before a shot is resolved. ``harasses``: whether the shot is harassment.
    ``returned``: whether it is a reaction to the foot's own shot.
    """

    firer: str
    target: str
    moves: bool = False
    harasses: bool = False
    returned: bool = late_field(False)


def wall_of(pos: MapField, unit: str) -> tuple[str, ...]:
    """Return the units that would form a Shieldwall with a unit: its whole row (11.72)."""
    if unit not in pos.battlefield.pieces or pos.markers(unit).shieldwall:
        return ()
    return tuple(sorted(shieldwall_row(pos.battlefield, pos.piece(unit), SHELTERED)))


def can_shelter(pos: MapField, firer: str, target: str) -> bool:
    """Return whether foot can form a Shieldwall against a shot: from two hexes or more, through its front
    (11.71).
    """
    one, other = pos.battlefield.pieces.get(firer), pos.battlefield.pieces.get(target)
    if one is None or other is None or distance(one.at, other.at) < FAR or not wall_of(pos, target):
        return False
    return shot_between(pos.battlefield, one, other).through_front
