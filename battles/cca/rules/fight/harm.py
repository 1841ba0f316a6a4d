"""The consequences of lost blocks: elimination, the leader check and banners (L547-553, L786-807)."""

from __future__ import annotations

from battles.cca.rules.combat.fate import ELIMINATED, HURT
from battles.cca.rules.dice import Face
from battles.cca.rules.fight.fall import fall
from battles.cca.rules.fight.leader_away import LeaderAway
from battles.cca.rules.play.play import Play
from battles.cca.rules.play.state import foe
from engine.values import dataclass
from kit.rules.decisions import Event


@dataclass(frozen=True)
class BlocksLost(Event):
    """A unit loses blocks and has ``left`` remaining. ``why``: hits, retreat, rampage or push."""

    at: str
    seat: str
    unit: str
    number: int
    left: int
    why: str


@dataclass(frozen=True)
class UnitLost(Event):
    """A unit is eliminated. ``why``: hits, retreat, rampage or push."""

    at: str
    seat: str
    unit: str
    why: str


@dataclass(frozen=True)
class LeaderChecked(Event):
    """A leader whose unit was hit is checked. He is killed if all dice show helmets (L786, L803)."""

    at: str
    seat: str
    name: str
    faces: tuple[str, ...]
    killed: bool


def harm(play: Play, at: str, number: int, why: str, *, check: bool = True, together: bool = False) -> bool:
    """Remove blocks from a unit, and return whether its leader was checked.

    He is checked unless that was already done in this combat (L797-799); if the unit is destroyed, he must
    evade. ``together``: victory is decided only after all losses (L654).
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
            fall(play, at, "check", together=together)
            return True
    if left is None:
        play.push(LeaderAway(at, seat))
    return check
