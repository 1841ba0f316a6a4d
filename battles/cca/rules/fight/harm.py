"""The consequences of lost blocks: elimination, the leader check and banners (L547-553, L786-807)."""

from __future__ import annotations

from battles.cca.rules.combat.fate import ELIMINATED, HURT
from battles.cca.rules.dice import Face
from battles.cca.rules.fight.fall import kill_leader
from battles.cca.rules.fight.leader_away import LeaderAway
from battles.cca.rules.play.play import Play
from battles.cca.rules.play.state import foe
from engine.values import dataclass
from kit.rules.decisions import Event


@dataclass(frozen=True)
class BlocksLost(Event):
    """A unit loses ``number`` blocks and has ``left`` remaining. ``why`` is hits, retreat, rampage, push or
    marsh.
    """

    at: str
    seat: str
    unit: str
    number: int
    left: int
    why: str


@dataclass(frozen=True)
class UnitLost(Event):
    """A unit is eliminated. ``why`` is hits, retreat, rampage, push or marsh."""

    at: str
    seat: str
    unit: str
    why: str


@dataclass(frozen=True)
class LeaderChecked(Event):
    """A leader check, made for a leader whose unit was hit. The leader is killed if all dice show helmets
    (L786, L803).
    """

    at: str
    seat: str
    name: str
    faces: tuple[str, ...]
    killed: bool


def remove_blocks(
    play: Play, at: str, number: int, why: str, *, check: bool = True, together: bool = False
) -> bool:
    """Remove blocks from a unit, and return whether its leader had to make a leader check.

    ``check``: whether a leader with the unit makes one. There is only one such check for a leader in a combat
    (L797-799). If the unit is destroyed, a surviving leader must evade. ``together``: whether further losses
    follow, so that the banners are compared only after them (L654).
    """
    unit = play.state.units[at]
    seat, number = str(unit.side), min(number, unit.blocks)
    if not number:
        return False
    left = unit.lose_blocks(number)
    play.tell(BlocksLost(at, seat, unit.type, number, left.blocks if left else 0, why))
    play.put_unit(at, left)
    if left is None:
        play.tell(UnitLost(at, seat, unit.type, why))
        play.award(foe(seat), "unit", check=not together)
    leader = play.state.leaders.get(at)
    if leader is None:
        return False
    if check and not play.state.ended:
        faces = play.throw(HURT if left else ELIMINATED, "leader", "L786", foe(seat))
        killed = set(faces) == {Face.HELMET}
        play.tell(LeaderChecked(at, seat, leader.name, tuple(map(str, faces)), killed))
        if killed:
            kill_leader(play, at, "check", together=together)
            return True
    if left is None:
        play.push(LeaderAway(at, seat))
    return check
