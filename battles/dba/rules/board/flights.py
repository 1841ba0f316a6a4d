"""Flights and pursuits on the board: their length, what they avoid, and where they end (sections "flee" and
"pursuit").
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from battles.dba.rules import distances
from battles.dba.rules.board.lawful import may_pass_through
from battles.dba.rules.board.recoils import Change, CompletedRecoil, blocked_ground
from battles.dba.rules.field import bases, convex, ground, touch
from battles.dba.rules.field.bases import FULL, HALF, RIGHT_ANGLE, STEP, WIDE, Base
from battles.dba.rules.field.geometry import Line, Point
from battles.dba.rules.field.position import Position
from battles.dba.rules.field.sight import PER_PACE
from battles.dba.rules.troops import MOUNTED, is_bad, is_camel
from engine.values import dataclass

EASY: Final = frozenset({"marsh", "rough"})  # terrain that stops neither flight nor pursuit (L399, L401)
BOLD: Final = frozenset({"Ps", "LH"})  # types that flee into any going


@dataclass(frozen=True, slots=True)
class Flight:
    """The end of a flight. ``base``: the element's base where it stops. ``turn``: the angle that it turns
    before it moves, in half degrees (positive to the right). ``end``: clear, blocked (the flight cannot
    begin), river, unknown_river or table_edge.
    """

    base: Base
    turn: int
    end: str


def flight(position: Position, name: str) -> Flight:
    """Return the second leg of a flight, which is an about-turn and then a tactical move (L399).

    The element takes the smallest turn that clears its whole path. If no turn up to a right angle does,
    it moves straight on as far as the path is free (ruling B12).
    """
    start = turn_about(position.base(name))
    far = reach(position, name)
    for turn in _turns():
        trial = turn_base(start, turn)
        end = trial.move_by(far)
        if free_way(position, name, trial, end):
            return Flight(end, turn, _first_obstacle(position, trial, end))
    for steps in range(far // STEP, 0, -1):
        end = start.move_steps(steps)
        if free_way(position, name, start, end):
            return Flight(end, 0, _first_obstacle(position, start, end))
    return Flight(position.base(name), 0, "blocked")


def reach(position: Position, name: str) -> int:
    """Return the distance of a flight after its recoil, in hundredths of a millimetre. It is a tactical move
    in the going where the flight begins.
    """
    base = position.base(name)
    going = ground.going_of(position, base)
    known = distances.reach(base.type, base.code)
    bad = is_bad(going, is_camel(base.type, base.code)) and base.type in MOUNTED
    return (known.bad or known.good if bad else known.good) * PER_PACE


def turn_about(base: Base) -> Base:
    """Return a base turned about in place."""
    return base.move_to(base.corners.rear_right, base.heading + HALF)


def turn_base(base: Base, half: int) -> Base:
    """Return a base turned around the middle of its front edge, by an angle in half degrees."""
    if not half:
        return base
    (ax, ay), (bx, by) = base.front
    heading = (base.heading + half) % FULL
    return base.move_to(bases.offset(((ax + bx) // 2, (ay + by) // 2), heading, 0, -WIDE // 2), heading)


def _turns() -> Iterator[int]:
    """Yield the turns of a flight in half degrees: 0, then wider and wider ones, each to the right and to
    the left.
    """
    yield 0
    for half in range(1, RIGHT_ANGLE + 1):
        yield half
        yield -half


def free_way(position: Position, name: str, start: Base, end: Base) -> bool:
    """Return whether a flight's path is free of everything that it avoids. These are enemies, friends that
    cannot be passed, the enemy's camp, any built-up area, water, and bad going that flights shun.
    """
    way = convex.hull((*start.front, *end.front))
    mine = position.elements[name]
    if any(other != name for other in position.find_overlaps(end.corners)):
        return False
    for other in position.find_overlaps(way):
        one = position.elements[other]
        same = (one.base.heading - end.heading) % FULL in (0, HALF)
        if other != name and not (
            one.seat == mine.seat and same and may_pass_through(end.type, one.base.type)
        ):
            return False
    return not _is_shunned(position, mine.seat, way, end)


def _is_shunned(position: Position, seat: str, way: Line, end: Base) -> bool:
    for outline in (way, end.corners):
        for place, area in position.areas:
            if place != f"camp {seat}" and convex.overlap(outline, area):
                return True
        if ground.impassable(position, outline):
            return True
    return end.type not in BOLD and bool(shunned_terrain(position, end, way))


def shunned_terrain(position: Position, base: Base, way: Line) -> set[str]:
    """Return the kinds of terrain, along a path and under the base at its end, that flights and pursuits
    shun. Marsh and rough going are never shunned. Dunes and oases are shunned, except by camels.
    """
    kinds = ground.kinds_under(position, way) | ground.kinds_under(position, base.corners)
    bad = kinds & (ground.BAD - EASY)
    return bad if is_camel(base.type, base.code) else bad | (kinds & ground.SAND)


def _first_obstacle(position: Position, start: Base, end: Base) -> str:
    """Return the first obstacle that a flight cannot avoid: "table_edge", "river" or "unknown_river", or
    "clear" if there is none (L399). A river kills unless it is paltry.
    """
    steps = max(abs(end.x - start.x), abs(end.y - start.y)) // STEP + 1
    for n in range(1, steps + 1):
        there = end.move_to(
            (start.x + (end.x - start.x) * n // steps, start.y + (end.y - start.y) * n // steps)
        )
        if ground.off_board(there.corners):
            return "table_edge"
        if position.river != "paltry" and ground.in_river(position, there.corners):
            return "unknown_river" if position.river == "unknown" else "river"
    return "clear"


def flee(position: Position, name: str) -> CompletedRecoil:
    """Carry out the second leg of a flight. If it meets a river of unknown nature, a die decides later."""
    way = flight(position, name)
    if way.end == "blocked":
        return CompletedRecoil(position, ())
    if way.end in ("river", "table_edge"):
        return CompletedRecoil(
            position.remove_elements(name), (Change("dies", name, way.base, way.end),), way.end
        )
    return CompletedRecoil(position.put(**{name: way.base}), (Change("goes", name, way.base, "flees"),))


# --- pursuit ---


def pursuit(position: Position, name: str) -> str:
    """Return the obstacle that a pursuit by one base depth would meet (L401): table_edge, bad_going that the
    pursuer shuns, or clear.
    """
    base = position.base(name)
    there = base.move_steps(base.deep)
    if ground.off_board(there.corners):
        return "table_edge"
    way = convex.hull((*base.front, *there.front))
    return (
        "bad_going" if shunned_terrain(position, there, way) or blocked_ground(position, there) else "clear"
    )


def pursue(position: Position, names: tuple[str, ...], deep: int) -> CompletedRecoil:
    """Move a pursuer and its supporter straight ahead by a number of steps. They stop when they touch an
    enemy or a friend, and no element lines up (ruling B13).
    """
    leader = names[0]
    base = position.base(leader)
    others = [one.base.corners for n, one in position.elements.items() if n not in names and not one.inside]
    areas = [area for _, area in position.areas]

    def free(by: Point, slack: int) -> bool:
        way = convex.sweep_outline(base.corners, by)
        return not any(convex.overlap(way, other, slack) for other in (*others, *areas))

    whole = base.move_steps(deep)
    by = (whole.x - base.x, whole.y - base.y)
    if not free(by, convex.TOUCH):
        low, high = 0, deep * STEP
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (middle, high) if free(bases.way(base.heading, middle), 0) else (low, middle)
        end = _snap_base(position, base.move_by(low))
        by = (end.x - base.x, end.y - base.y)
    ends = {n: position.base(n).move_to(bases.add_points(position.base(n).corner, by)) for n in names}
    changes = tuple(Change("goes", n, end, "pursues") for n, end in ends.items())
    return CompletedRecoil(position.put(**ends), changes)


def _snap_base(position: Position, base: Base) -> Base:
    """Return a base moved into exact contact with an enemy that it faces and nearly touches, so that corners
    are equal. Return any other base unchanged.
    """
    for one in position.elements.values():
        there = bases.facing(one.base, base.code)
        if there.heading == base.heading and _is_near(there, base):
            return there
    return base


def _is_near(one: Base, two: Base) -> bool:
    return abs(one.x - two.x) <= convex.TOUCH and abs(one.y - two.y) <= convex.TOUCH


def new_contacts(before: Position, after: Position, name: str) -> tuple[str, ...]:
    """Return the enemies that an element touches after a change of position, but did not touch before."""
    was = touch.touching_enemies(before, name)
    return tuple(foe for foe in touch.touching_enemies(after, name) if foe not in was)
