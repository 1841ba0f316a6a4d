"""Recoils and pushes on the board, in steps of five millimetres. A recoil may pass, push or kill friends, or
be blocked (sections "recoil" and "interpenetration").
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from battles.dba.rules.field import bases, convex, ground
from battles.dba.rules.field.bases import Base
from battles.dba.rules.field.inside import settle_inside
from battles.dba.rules.field.position import Position
from battles.dba.rules.recoil import MEETING, UNPUSHABLE
from battles.dba.rules.troops import ENGINES
from engine.values import dataclass, replace

FACING_APART: Final = "friend_turned"
# Obstacles from worst to mildest. If a step meets several, the worst counts.
WORST: Final = ("enemy", "impassable", "garrisoned_bua", "table_edge", FACING_APART, "friend", "own_camp")


@dataclass(frozen=True, slots=True)
class Obstacle:
    """The first obstacle straight back from an element: its kind, its name (an element, a camp or the
    built-up area), and the number of free whole steps before it. Without an obstacle, all steps are free.
    """

    what: str
    whom: str
    steps: int


def first_met(position: Position, name: str, steps: int, but: tuple[str, ...] = ()) -> Obstacle:
    """Return the first obstacle within a number of steps straight back, ignoring the elements in ``but``."""
    base = position.base(name)
    for back in range(1, steps + 1):
        found = list(_meets(position, name, base.move_steps(-back), but))
        if found:
            what, whom = min(found, key=lambda one: (WORST.index(one[0]), one[1]))
            return Obstacle(what, whom, back - 1)
    return Obstacle("", "", steps)


def _meets(position: Position, name: str, there: Base, but: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    mine = position.elements[name]
    for other in position.find_overlaps(there.corners):
        one = position.elements[other]
        if other == name or other in but:
            continue
        if one.seat != mine.seat:
            yield "enemy", other
        else:
            yield "friend" if one.base.heading == mine.base.heading else FACING_APART, other
    if ground.off_board(there.corners):
        yield "table_edge", ""
    if blocked_ground(position, there):
        yield "impassable", ""
    for place, outline in position.areas:
        empty = place == "bua" and not position.holds("bua") and not position.denizens
        if convex.overlap(there.corners, outline) and not empty:
            yield _meet_place(position, mine.seat, place), place


def _meet_place(position: Position, seat: str, place: str) -> str:
    """Return the effect of a recoil into a camp or built-up area (ruling B17).

    The element enters its own camp if its side controls the camp and no troops are inside. Any other camp
    counts as an enemy. A built-up area kills.
    """
    if place == "bua":
        return "garrisoned_bua"
    inside = position.holds("camp", seat)
    troops = bool(inside) and position.base(inside).type != "Followers"
    own = place == f"camp {seat}" and position.camps[seat].holder == seat
    return "own_camp" if own and not troops else "enemy"


def blocked_ground(position: Position, there: Base) -> bool:
    """Return whether the ground keeps a base out of a place. Water does, and so does bad going off a road if
    the base is artillery or a war wagon.
    """
    if ground.impassable(position, there.corners):
        return True
    return there.type in ENGINES and ground.going_of(position, there) in ("bad", "sand")


@dataclass(frozen=True, slots=True)
class Change:
    """A change that a result makes on the board: an element ``goes`` to a base, ``dies`` for a cause, or
    ``enters`` a camp or built-up area.
    """

    how: str
    name: str
    base: Base | None = None
    cause: str = ""

    def __str__(self) -> str:
        return f"{self.name} {self.how}{f' {self.cause}' if self.cause else ''}"


@dataclass(frozen=True)
class CompletedRecoil:
    """A recoil, flight or pursuit that was carried out: the position after it and all changes in order.
    ``died`` is the reason why the element died, or "".
    """

    position: Position
    changes: tuple[Change, ...]
    died: str = ""


def recoil(position: Position, name: str) -> CompletedRecoil:
    """Carry out a recoil by an element's base depth (L397). Friends are passed, pushed or trampled. An
    enemy, the board's edge and other obstacles kill the recoiling element.
    """
    return _recoil_back(position, name, position.base(name).deep, [])


def _recoil_back(position: Position, name: str, steps: int, done: list[Change]) -> CompletedRecoil:
    met = first_met(position, name, steps)
    own = position.base(name)
    if not met.what:
        return _recoil_to(position, name, own.move_steps(-steps), done)
    if met.what in ("friend", FACING_APART):
        return _meet_friend(position, name, met, steps, done)
    if met.what == "own_camp":
        done.append(Change("enters", name, own.move_steps(-met.steps), met.whom))
        return CompletedRecoil(_recoil_inside(position, name, met.whom), tuple(done))
    if met.what == "enemy" and met.whom in position.elements and strikes(position, name, met):
        done.append(Change("dies", met.whom, cause="struck_by_recoil"))
        dead = position.remove_elements(met.whom, name)
        done.append(Change("dies", name, cause="enemy"))
        return CompletedRecoil(dead, tuple(done), "enemy_struck")
    done.append(Change("dies", name, cause=met.what))
    return CompletedRecoil(position.remove_elements(name), tuple(done), met.what)


def _recoil_inside(position: Position, name: str, place: str) -> Position:
    one = position.elements[name]
    inside = "bua" if place == "bua" else "camp"
    followers = "" if place == "bua" else position.holds("camp", one.seat)
    position = position.remove_elements(followers) if followers else position
    placed = {**position.elements, name: replace(one, inside=inside)}
    return settle_inside(replace(position, elements=placed), name)


def _recoil_to(position: Position, name: str, base: Base, done: list[Change]) -> CompletedRecoil:
    done.append(Change("goes", name, base))
    return CompletedRecoil(position.put(**{name: base}), tuple(done))


def _meet_friend(
    position: Position, name: str, met: Obstacle, steps: int, done: list[Change]
) -> CompletedRecoil:
    """Resolve a recoil into a friend.

    Elephants trample the friend, whatever its heading (R8). Any other element dies if the friend faces
    another way. Otherwise it passes through the friend into free space if it can, or else pushes the friend
    back. If neither is possible, it dies.
    """
    own, theirs = position.base(name), position.base(met.whom)
    if own.type == "El":
        done.append(Change("dies", met.whom, cause="trampled"))
        return _recoil_back(position.remove_elements(met.whom), name, steps, done)
    if met.what == FACING_APART:
        done.append(Change("dies", name, cause=FACING_APART))
        return CompletedRecoil(position.remove_elements(name), tuple(done), FACING_APART)
    deed = MEETING[own.type, theirs.type]
    if deed == "pass":
        behind = passed_to(position, name, met.whom)
        if behind is not None:
            return _recoil_to(position, name, behind, done)
    if deed == "dies" or theirs.type in UNPUSHABLE:
        done.append(Change("dies", name, cause="friend_in_the_way"))
        return CompletedRecoil(position.remove_elements(name), tuple(done), "friend_in_the_way")
    pushed = _push(position, met.whom, steps - met.steps, (name,), done)
    if pushed is None:
        done.append(Change("dies", name, cause="friend_in_the_way"))
        return CompletedRecoil(position.remove_elements(name), tuple(done), "friend_in_the_way")
    return _recoil_back(pushed, name, steps, done)


def passed_to(position: Position, name: str, friend: str) -> Base | None:
    """Return the place where an element ends after it passes through a friend directly behind it. Return None
    if that place is not free (L281).
    """
    own, theirs = position.base(name), position.base(friend)
    (fx, fy), whole = bases.vector_ahead(own.heading), bases.STEP**2
    rear = theirs.corners.rear_left
    back = (own.x - rear[0]) * fx + (own.y - rear[1]) * fy
    steps = -(-back // whole)
    there = own.move_steps(-steps)
    if any(other not in (name, friend) for other in position.find_overlaps(there.corners)):
        return None
    if ground.off_board(there.corners) or blocked_ground(position, there):
        return None
    return None if any(convex.overlap(there.corners, area) for _, area in position.areas) else there


def _push(
    position: Position, name: str, steps: int, but: tuple[str, ...], done: list[Change]
) -> Position | None:
    """Return the position after a friend is pushed straight back, together with any friends behind it that
    face the same way (ruling B9). Return None if anything else is in the way, such as elephants, war wagons,
    elements that fight, or friends that face another way.
    """
    met = first_met(position, name, steps, but)
    if met.what == "friend" and position.base(met.whom).type not in UNPUSHABLE and met.whom not in but:
        further = _push(position, met.whom, steps - met.steps, (*but, name), done)
        if further is None:
            return None
        return _push(further, name, steps, but, done)
    if met.what:
        return None
    base = position.base(name).move_steps(-steps)
    done.append(Change("goes", name, base, "pushed"))
    return position.put(**{name: base})


def strikes(position: Position, name: str, met: Obstacle) -> bool:
    """Return whether a recoil also kills the enemy that it hits (L397). It does if a rear edge or rear
    corner hits the enemy's rear edge, or if only a rear corner hits the enemy's flank.
    """
    there = position.base(name).move_steps(-met.steps - 1)
    enemy = position.base(met.whom)
    rear = there.edge("rear")
    inside = [corner for corner in rear if convex.contains(enemy.corners, corner)]
    if convex.crosses(enemy.edge("rear"), there.corners):
        return True
    by_corner = len(inside) == 1
    sides = (enemy.edge("left"), enemy.edge("right"))
    return by_corner and any(convex.crosses(side, there.corners) for side in sides)
