"""Strips in front of bases, ranges and lines of sight (sections "crossing_fronts", "shooting" and "pips")."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from battles.dba.rules.field import bases, convex, ground
from battles.dba.rules.field.bases import WIDE, WIDTH, Base
from battles.dba.rules.field.geometry import UNIT, Box, Line, Point, box, distance_between
from battles.dba.rules.field.inside import home
from battles.dba.rules.field.position import Position, controller
from battles.dba.rules.field.shapes import DrawnPiece
from battles.dba.rules.troops import TROOPS, can_shoot
from engine.values import dataclass

PER_PACE: Final = UNIT // 4  # 100 paces are 25 mm
COMMAND: Final = 1200 * PER_PACE  # the general's command range (L254)
UNSEEN: Final = 600 * PER_PACE
ACROSS: Final = 180  # a length in steps, longer than the board's diagonal
EDGED: Final = frozenset({"woods", "oasis"})  # kinds of terrain whose edges stop shots
HIDING: Final = frozenset({"woods", "oasis", "dunes"})


def front_strip(base: Base, deep: int = WIDE, beside: int = 0) -> Line:
    """Return the strip of ground directly in front of a base. It is ``deep`` steps long and extends
    ``beside`` base widths on either side of the base.
    """
    left = bases.offset(base.corner, base.heading, 0, -beside * WIDE)
    right = bases.offset(base.corner, base.heading, 0, (beside + 1) * WIDE)
    return (
        bases.offset(left, base.heading, deep),
        bases.offset(right, base.heading, deep),
        right,
        left,
    )


@dataclass(frozen=True, slots=True)
class Strip:
    """A strip of ground that a side may not cross. ``guard``: the element, camp or built-up area in front of
    which the strip lies. ``inside``: the elements at least partly in the strip.
    """

    guard: str
    outline: Line
    box: Box
    inside: frozenset[str]

    def is_open(self, movers: Sequence[str]) -> bool:
        """Return whether the strip contains an element other than its guard and the movers. Such a strip
        does not hinder movement (ruling P9).
        """
        return any(name != self.guard and name not in movers for name in self.inside)


def strips(position: Position, seat: str) -> tuple[Strip, ...]:
    """Return the strips that a side may not cross (L285). Each extends one base width in front of an enemy
    element, or of an edge of a camp or built-up area that the enemy controls.
    """
    asked = ("strips", seat)
    if asked not in position.cache:
        position.cache[asked] = tuple(
            Strip(guard, outline, box(outline), frozenset(position.find_overlaps(outline)))
            for guard, outline in _strips(position, seat)
        )
    found: tuple[Strip, ...] = position.cache[asked]
    return found


def _strips(position: Position, seat: str) -> Iterator[tuple[str, Line]]:
    for name, one in position.elements.items():
        if one.seat != seat and not one.inside:
            yield name, front_strip(one.base)
    for place, outline in position.areas:
        if controller(position, place) not in ("", seat):
            for edge in convex.sides(outline):
                yield place, _ground_before(edge)


def _ground_before(edge: convex.Segment) -> Line:
    """Return the strip of ground, one base width deep, just outside an edge of a clockwise outline."""
    a, b = edge
    long = distance_between(a, b) or 1
    x, y = (b[1] - a[1]) * WIDTH // long, -(b[0] - a[0]) * WIDTH // long
    return (a[0] + x, a[1] + y), (b[0] + x, b[1] + y), b, a


def open_strip(position: Position, guard: str, strip: Line, movers: Sequence[str]) -> bool:
    """Return whether a strip contains an element other than its guard and the movers. Such a strip does not
    hinder movement (ruling P9).
    """
    return any(other != guard and other not in movers for other in position.find_overlaps(strip))


# --- shooting ---


def range_of(base: Base) -> int:
    """Return the range of an element in hundredths of a millimetre, or 0 if it cannot shoot."""
    return TROOPS[base.type].range * PER_PACE if can_shoot(base.type, base.code) else 0


def arc(position: Position, shooter: str, target: Sequence[Point], *, whole: bool = True) -> Line:
    """Return the part of a target that lies in a shooter's arc, or () if there is none (L320).

    The arc extends straight ahead of the shooter's front and one base width to either side. The garrison of
    a built-up area shoots in all directions. ``whole``: whether the target is an outline rather than a
    single edge.
    """
    one = position.elements[shooter]
    if one.inside == "bua":
        return tuple(target)
    if whole and not convex.overlap(target, front_strip(one.base, ACROSS, beside=1)):
        return ()
    left = bases.offset(one.base.corner, one.base.heading, 0, -WIDE)
    right = bases.offset(one.base.corner, one.base.heading, 0, 2 * WIDE)
    up = bases.vector_ahead(one.base.heading)
    part = convex.part_beyond(tuple(target), (left, bases.add_points(left, up)))
    part = convex.part_beyond(part, (bases.add_points(right, up), right))
    return convex.part_beyond(part, (right, left))


def muzzle(position: Position, shooter: str) -> Line:
    """Return the line from which an element shoots: its front edge, or the outline of the camp or built-up
    area that it garrisons (L320).
    """
    one = position.elements[shooter]
    return dict(position.areas)[home(position, shooter)] if one.inside else one.base.front


def aim(position: Position, target: str) -> Line:
    """Return the outline at which a shot is aimed: the target's base, or the camp or built-up area that the
    target defends (L320).
    """
    one = position.elements.get(target)
    if one is None or one.inside == "bua":
        return ground.built_up(position)
    if one.inside:
        owner = one.seat if one.inside == "camp" else ("blue" if one.seat == "red" else "red")
        return position.camps[owner].outline
    return one.base.corners


def edges_in_arc(position: Position, shooter: str, target: str) -> list[Line]:
    """Return the parts of a target's edges that face a shooter and lie in its arc, nearest first. The
    shooter may aim at any of them (L320).
    """
    outline, near = aim(position, target), muzzle(position, shooter)
    if not arc(position, shooter, outline):
        return []
    eye = _middle(near)
    seen = [edge for edge in convex.sides(outline) if convex.cross(*edge, eye) < 0]
    parts = [convex.hull(arc(position, shooter, edge, whole=False)) for edge in seen]
    found = [part for part in parts if len(part) == 2 and distance_between(*part) > convex.TOUCH]
    return sorted(found, key=lambda part: distance_between(eye, _middle(part)))


def in_range(position: Position, shooter: str, target: str) -> bool:
    """Return whether a shooter's target is in range, measured to the parts of its edges in the arc (D24)."""
    return bool(near_edges(position, shooter, target))


def near_edges(position: Position, shooter: str, target: str) -> list[Line]:
    far = range_of(position.base(shooter))
    near = muzzle(position, shooter)
    return [part for part in edges_in_arc(position, shooter, target) if convex.is_within(near, part, far)]


def between_them(position: Position, shooter: str, target: str) -> tuple[str, ...]:
    """Return the elements in the way of a shot: those at least partly between the shooter's front and the
    target (ruling P10). The shooter aims at the part of the target that has the fewest elements in the way.
    Return () if that part has none, or if no part is in range.
    """
    blocked = [
        _in_the_line(position, shooter, target, part) for part in near_edges(position, shooter, target)
    ]
    return min(blocked, key=len, default=())


def _in_the_line(position: Position, shooter: str, target: str, edge: Line) -> tuple[str, ...]:
    space = convex.hull((*muzzle(position, shooter), *edge))
    return tuple(name for name in position.find_overlaps(space) if name not in (shooter, target))


def screening_terrain(position: Position, shooter: str, target: str) -> str:
    """Return the kind of terrain that screens the nearest part of a target in range. Return "" if any part
    is visible, or if none is in range. A hill screens with its crest, and a wood or oasis with its edge
    (L196, ruling P11).
    """
    found = [_screen(position, shooter, part) for part in near_edges(position, shooter, target)]
    return found[0] if found and all(found) else ""


def _screen(position: Position, shooter: str, part: Line) -> str:
    near, far = _middle(muzzle(position, shooter)), _middle(part)
    for piece in position.drawing:
        if piece.kind in ground.HILLS and _properly_cross((near, far), ground.crest(piece)):
            return piece.kind
        if piece.kind in EDGED and _edge_between(piece, near, far, muzzle(position, shooter), part):
            return piece.kind
    return ""


def _edge_between(piece: DrawnPiece, near: Point, far: Point, front: Line, target: Line) -> bool:
    """Return whether the edge of a wood screens a target from a shooter.

    The line of sight must cross the edge. If only the shooter's end of that line is in the wood, the
    shooter's whole front must be in it too. The same holds for the target's end and the target's edge.
    """
    (wood,) = ground.parts(piece)
    if not convex.crosses((near, far), wood):
        return False
    inside = (convex.contains(wood, near), convex.contains(wood, far))
    if inside == (True, True):
        return False
    if inside == (False, False):
        return True
    one = front if inside[0] else target
    return all(convex.contains(wood, point) for point in one)


def _middle(outline: Sequence[Point]) -> Point:
    return sum(x for x, _ in outline) // len(outline), sum(y for _, y in outline) // len(outline)


def _properly_cross(a: convex.Segment, b: convex.Segment) -> bool:
    return (
        convex.cross(*a, b[0]) * convex.cross(*a, b[1]) < 0
        and convex.cross(*b, a[0]) * convex.cross(*b, a[1]) < 0
    )


# --- the general's command ---


def far_from(position: Position, general: str, name: str) -> bool:
    """Return whether an element is out of its general's command: more than 1,200 paces away, or more than
    600 and hidden (L254-256). The distance is between the nearest points of the two bases (D24).
    """
    mine, chief = position.base(name), position.base(general)
    if convex.is_within(mine.corners, chief.corners, UNSEEN):
        return False
    return not convex.is_within(mine.corners, chief.corners, COMMAND) or bool(
        hiding_terrain(position, general, name)
    )


def hiding_terrain(position: Position, general: str, name: str) -> str:
    """Return the kind of terrain that hides an element from its general, or "" (L256).

    The crest of a hill, a built-up area, a camp, a wood, an oasis or dunes hide an element if they cross the
    line between the centres of the two bases. A wood, an oasis or dunes also hide an element that is in them.
    """
    mine = position.base(name)
    line = (position.base(general).middle, mine.middle)
    for piece in position.drawing:
        if piece.kind in ground.HILLS and _properly_cross(line, ground.crest(piece)):
            return piece.kind
        if piece.kind in HIDING:
            (outline,) = ground.parts(piece)
            if convex.crosses(line, outline) or convex.overlap(mine.corners, outline):
                return piece.kind
    return next((place for place, outline in position.areas if convex.crosses(line, outline)), "")


# --- the ground behind a base ---


def free_behind(position: Position, name: str, steps: int) -> int:
    """Return how many whole steps, up to a limit, a base could move straight back. Elements, impassable
    ground and the board's edge stop it.
    """
    base = position.base(name)
    for back in range(1, steps + 1):
        there = base.move_steps(-back).corners
        if ground.off_board(there) or ground.impassable(position, there):
            return back - 1
        if any(other != name for other in position.find_overlaps(there)):
            return back - 1
    return steps
