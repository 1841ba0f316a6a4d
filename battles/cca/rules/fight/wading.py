"""The die rolled for a unit or a lone leader in a marsh. A helmet kills a lone leader (L817)."""

from __future__ import annotations

from battles.cca.rules.dice import Face
from battles.cca.rules.fight.fall import kill_leader
from battles.cca.rules.play.play import Play
from battles.cca.rules.play.state import foe
from battles.cca.rules.terrain.board import HEXES
from engine.values import dataclass
from kit.rules.decisions import Event

RULE = "L1007"
MARSH = "marsh"


@dataclass(frozen=True)
class MarshEntered(Event):
    """A die has been rolled for the marsh in ``at``. ``unit`` is the type of the unit that is there, or
    "leader" for a lone leader. ``lost``: whether the die costs a block, or the leader's life.
    """

    at: str
    seat: str
    unit: str
    face: str
    lost: bool


def roll_for(play: Play, at: str, seat: str, unit: str, face: Face) -> bool:
    """Roll the die of a marsh and report it as an event. Return whether the die shows ``face``."""
    thrown = play.throw(1, MARSH, RULE, foe(seat))[0]
    play.tell(MarshEntered(at, seat, unit, str(thrown), thrown is face))
    return thrown is face


def roll_for_leader(play: Play, at: str, step: str) -> bool:
    """Roll for the leader in ``at`` if the hex ``step``, which the leader enters or crosses, is a marsh.
    Return whether the marsh kills the leader.
    """
    if step not in HEXES or not play.pos.board.terrain(HEXES[step]).rolls:
        return False
    lost = roll_for(play, step, str(play.state.leaders[at].side), "leader", Face.HELMET)
    if lost:
        kill_leader(play, at, MARSH)
    return lost
