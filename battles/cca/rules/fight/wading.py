"""Marshes and leaders: a die is rolled for a leader who enters one alone, and a helmet kills him (L817)."""

from __future__ import annotations

from battles.cca.rules.dice import Face
from battles.cca.rules.fight.fall import fall
from battles.cca.rules.play.play import Play
from battles.cca.rules.play.state import foe
from battles.cca.rules.terrain.board import HEXES
from engine.values import dataclass
from kit.rules.decisions import Event

RULE = "L1007"
MARSH = "marsh"


@dataclass(frozen=True)
class MarshEntered(Event):
    """A die was rolled for a unit, or a lone leader ("leader"), that entered a marsh in ``at``."""

    at: str
    seat: str
    unit: str
    face: str
    lost: bool


def roll_for(play: Play, at: str, seat: str, unit: str, face: Face) -> bool:
    """Roll the die of a marsh and report it. Return whether it shows that symbol."""
    thrown = play.throw(1, MARSH, RULE, foe(seat))[0]
    play.tell(MarshEntered(at, seat, unit, str(thrown), thrown is face))
    return thrown is face


def drowns_leader(play: Play, at: str, step: str) -> bool:
    """Return whether the leader in ``at`` is killed by a marsh that he enters or crosses."""
    if step not in HEXES or not play.pos.board.terrain(HEXES[step]).rolls:
        return False
    lost = roll_for(play, step, str(play.state.leaders[at].side), "leader", Face.HELMET)
    if lost:
        fall(play, at, MARSH)
    return lost
