"""Rampage: before an elephant retreats, two dice are rolled against each adjacent hex that holds a unit or
leader (L630-642).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from battles.cca.rules.combat.exchange import DICE_PER_HEX
from battles.cca.rules.combat.fate import apply_rampage
from battles.cca.rules.dice import Face
from battles.cca.rules.position import Position
from battles.cca.rules.terrain.board import NEAR, Side
from engine.refusals import IllegalAction
from engine.values import dataclass
from kit.grid.hexes import Hex

RampageThrow = Callable[[int, Side], tuple[Face, ...]]  # rolls a number of dice for a side


@dataclass(frozen=True)
class RampageEffect:
    """The effect of a rampage on one hex. ``leader`` is "", survived, killed or must_evade."""

    at: Hex
    roller: Side
    lost: int
    left: int
    leader: str = ""


def trampled_hexes(position: Position, at: Hex) -> tuple[Hex, ...]:
    """Return the hexes next to an elephant that hold a unit or a lone leader of either side."""
    return tuple(there for there in NEAR[at] if there in position.units or there in position.leaders)


def rampage(
    position: Position, at: Hex, throw: RampageThrow, order: Sequence[Hex] = ()
) -> tuple[RampageEffect, ...]:
    """Roll for every occupied hex next to the elephant, in the order chosen by the player who caused the
    rampage (L654). The opponent of the hex's occupants rolls. Only the occupants' own symbol hits them.
    """
    hexes = trampled_hexes(position, at)
    if order and sorted(order) != sorted(hexes):
        raise IllegalAction("L654", "every_hex_once")
    return tuple(_trample(position, there, throw) for there in order or hexes)


def _trample(position: Position, at: Hex, throw: RampageThrow) -> RampageEffect:
    unit, leader = position.units.get(at), position.leaders.get(at)
    side = unit.side if unit else position.leaders[at].side
    faces = throw(DICE_PER_HEX, side.other)
    if unit is None:
        killed = Face.HELMET in faces
        return RampageEffect(
            at, side.other, int(killed), int(not killed), "killed" if killed else "must_evade"
        )
    hits = faces.count(unit.kind.face)
    found = apply_rampage(
        unit.blocks,
        leader is not None,
        hits,
        lambda number: set(throw(number, side.other)) == {Face.HELMET},
    )
    return RampageEffect(at, side.other, found.lost, found.left, found.leader)
