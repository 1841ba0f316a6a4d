"""The contacts between bases, and their kinds (sections "contact" and "close_combat").

Two bases touch along edges, fully lined up or in part, or only at corners. Bases line up if their corners
are equal.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from battles.dba.rules.field import bases, convex
from battles.dba.rules.field.bases import EDGES, HALF, RIGHT_ANGLE, Base
from battles.dba.rules.field.convex import TOUCH, Segment
from battles.dba.rules.field.geometry import Box, Line, box
from battles.dba.rules.field.position import Position, controller
from engine.values import dataclass

CORNERS: Final = ("front left", "front right", "rear right", "rear left")
OPPOSITE: Final = {"left": "right", "right": "left"}


@dataclass(frozen=True, slots=True)
class Touch:
    """A contact between two bases. ``mine`` and ``theirs`` name an edge or corner of each base. ``how`` is
    "full" (lined up), "part" (along part of an edge), "corner" (corner to corner) or "point" (a corner
    against an edge).
    """

    mine: str
    theirs: str
    how: str

    def __str__(self) -> str:
        return f"{self.mine} on {self.theirs}, {_HOW[self.how]}"

    @property
    def reverse(self) -> Touch:
        """Return the same contact as seen from the other base."""
        return Touch(self.theirs, self.mine, self.how)


_HOW: Final = {"full": "corners together", "part": "in part", "corner": "corners only", "point": "at a point"}


def touch(one: Base, two: Base) -> Touch | None:
    """Return the contact between two bases, or None if they do not touch."""
    return _touch_near(one, two) if convex.boxes_near(one.box, two.box, TOUCH) else None


@lru_cache(maxsize=4096)
def _touch_near(one: Base, two: Base) -> Touch | None:
    """Return the contact between two bases that are near each other. The result is cached, because a move
    changes few pairs.
    """
    if not convex.is_within(one.corners, two.corners, TOUCH):
        return None
    if convex.overlap(one.corners, two.corners):
        return None
    return _edges(one, two) or _corners(one, two) or _point(one, two)


def _edges(one: Base, two: Base) -> Touch | None:
    if (one.heading - two.heading) % RIGHT_ANGLE:
        return None
    for mine in EDGES:
        for theirs in EDGES:
            a, b = one.edge(mine), two.edge(theirs)
            if _runs_along(a, b):
                full = a == b[::-1] or _shares_corner(mine, theirs, a, b)
                return Touch(mine, theirs, "full" if full else "part")
    return None


def _shares_corner(mine: str, theirs: str, a: Segment, b: Segment) -> bool:
    """Return whether two edges meet, without coinciding, at the corner that counts for lining up. For two
    side edges, either corner counts.
    """
    if mine == "front" and theirs in ("left", "right"):
        return (a[0] == b[1]) if theirs == "left" else (a[1] == b[0])
    if theirs == "front" and mine in ("left", "right"):
        return _shares_corner(theirs, mine, b, a)
    if mine in ("left", "right") and theirs in ("left", "right"):
        return a[0] == b[1] or a[1] == b[0]
    return False


def _runs_along(a: Segment, b: Segment) -> bool:
    """Return whether two edges lie along each other, facing opposite ways, for more than ``TOUCH``."""
    (ax, ay), (bx, by) = a
    dx, dy = bx - ax, by - ay
    whole = dx * dx + dy * dy
    ex, ey = b[1][0] - b[0][0], b[1][1] - b[0][1]
    if dx * ex + dy * ey >= 0:
        return False
    if any(convex.cross(*a, point) ** 2 > TOUCH * TOUCH * whole for point in b):
        return False
    ends = sorted((x - ax) * dx + (y - ay) * dy for x, y in b)
    shared = min(ends[1], whole) - max(ends[0], 0)
    return shared > 0 and shared * shared > TOUCH * TOUCH * whole


def _corners(one: Base, two: Base) -> Touch | None:
    for mine, a in zip(CORNERS, one.corners, strict=True):
        for theirs, b in zip(CORNERS, two.corners, strict=True):
            if (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2 <= TOUCH * TOUCH:
                return Touch(mine, theirs, "corner")
    return None


def _point(one: Base, two: Base) -> Touch | None:
    for mine, point in zip(CORNERS, one.corners, strict=True):
        for theirs in EDGES:
            top, bottom = convex.near_square(point, two.edge(theirs))
            if top <= TOUCH * TOUCH * bottom:
                return Touch(mine, theirs, "point")
    for theirs, point in zip(CORNERS, two.corners, strict=True):
        for mine in EDGES:
            top, bottom = convex.near_square(point, one.edge(mine))
            if top <= TOUCH * TOUCH * bottom:
                return Touch(mine, theirs, "point")
    return None


def touching(position: Position, name: str) -> dict[str, Touch]:
    """Return the elements in the open that an element touches, friends and enemies, each with the contact."""
    mine = position.base(name)
    if position.elements[name].inside:
        return {}
    found = ((n, touch(mine, base)) for n, base in position.bases_in_open.items() if n != name)
    return {other: how for other, how in found if how is not None}


# --- contacts in combat ---


def meets(one: Base, two: Base) -> bool:
    """Return whether two bases are front to front with both corners touching, which is close combat
    (L324).
    """
    return bases.facing(one, two.code) == two


def on_flank(attacker: Base, target: Base) -> str:
    """Return the flank of the target that the attacker's front lies against, with front corners touching, or
    "" (D13).
    """
    if bases.on_left_flank(target, attacker.code) == attacker:
        return "left"
    return "right" if bases.on_right_flank(target, attacker.code) == attacker else ""


def on_rear(attacker: Base, target: Base) -> bool:
    """Return whether the attacker's front lies fully against the target's rear (L289)."""
    return bases.base_behind(target, attacker.code) == attacker


def opponents(position: Position, name: str) -> tuple[str, ...]:
    """Return the enemy in frontal contact with an element, as a tuple of at most one name."""
    if position.elements[name].inside:
        return ()
    mine = position.base(name)
    # the spot of a base that ``bases.facing`` would return
    spot = (*mine.corners.front_right, (mine.heading + HALF) % bases.FULL)
    seat = position.elements[name].seat
    return tuple(foe for foe in position.by_spot.get(spot, ()) if position.elements[foe].seat != seat)


def is_against(base: Base, outline: Line) -> bool:
    """Return whether a base's whole front lies against one edge of a camp or built-up area (L289)."""
    if not convex.boxes_near(base.box, _area_box(outline), TOUCH) or convex.overlap(base.corners, outline):
        return False
    return any(
        all(_lies_on(point, edge) for point in base.front) and not _faces_away(base, edge)
        for edge in convex.sides(outline)
    )


@lru_cache(maxsize=64)
def _area_box(outline: Line) -> Box:
    return box(outline)


def _lies_on(point: tuple[int, int], edge: Segment) -> bool:
    top, bottom = convex.near_square(point, edge)
    return top <= TOUCH * TOUCH * bottom


def _faces_away(base: Base, edge: Segment) -> bool:
    """Return whether a base faces away from an edge of a clockwise outline, because its front runs in the
    same direction.
    """
    (ax, ay), (bx, by) = base.front
    return (bx - ax) * (edge[1][0] - edge[0][0]) + (by - ay) * (edge[1][1] - edge[0][1]) > 0


def assaults(position: Position, name: str) -> str:
    """Return the enemy-held camp or built-up area that an element's whole front lies against (such as "bua"
    or "camp red"), or "".
    """
    one = position.elements[name]
    if one.inside:
        return ""
    for place, outline in position.areas:
        if controller(position, place) not in ("", one.seat) and is_against(one.base, outline):
            return place
    return ""


def defender(position: Position, place: str) -> str:
    """Return the defender of a camp or built-up area: its garrison or "denizens". Return "" if it is
    undefended.
    """
    if not place:
        return ""
    if place == "bua":
        return position.holds("bua") or ("denizens" if position.denizens else "")
    return position.holds("camp", place.removeprefix("camp "))


def enemies_faced(position: Position, name: str) -> tuple[str, ...]:
    """Return the opponent of an element in close combat, as a tuple of at most one name. It is an enemy in
    frontal contact, or the defender ("denizens" or a garrison) of a camp or built-up area that the element
    assaults.
    """
    found = opponents(position, name)
    if found:
        return found
    held = defender(position, assaults(position, name))
    return (held,) if held else ()


def contacts(position: Position) -> tuple[tuple[str, str], ...]:
    """Return the pairs in frontal contact, each with sorted names. An element that assaults a camp or
    built-up area is paired with its defender.
    """
    pairs = {(min(a, b), max(a, b)) for a in position.elements for b in opponents(position, a)}
    for name in position.elements:
        if held := defender(position, assaults(position, name)):
            pairs.add((min(name, held), max(name, held)))
    return tuple(sorted(pairs))


def fights(position: Position, name: str) -> bool:
    """Return whether an element fights to its own front, against an enemy or an enemy-held camp or built-up
    area.
    """
    asked = ("fights", name)
    if asked not in position.cache:
        position.cache[asked] = bool(opponents(position, name)) or bool(assaults(position, name))
    found: bool = position.cache[asked]
    return found


def flank_enemies(position: Position, name: str) -> dict[str, str]:
    """Return the enemies whose fronts are against an element's flanks or rear, each with the edge that it
    touches.
    """
    mine = position.base(name)
    left, right = bases.on_left_flank(mine, mine.code), bases.on_right_flank(mine, mine.code)
    where = {left.spot: "left", right.spot: "right", bases.base_behind(mine, mine.code).spot: "rear"}
    if where.keys().isdisjoint(position.by_spot):
        return {}
    spots = ((foe, position.bases_in_open[foe].spot) for foe in position.foes(name))
    return {foe: where[spot] for foe, spot in spots if spot in where}


def overlaps(position: Position, name: str) -> dict[str, str]:
    """Return the enemies that overlap an element in frontal contact, each with the flank that it overlaps
    (L324-326).

    An overlapping enemy faces the same way as the element's opponent and does not fight to its own front.
    Its front corner meets the element's front corner of the same name. An enemy side to side with the
    element also overlaps, even while that enemy fights.
    """
    found = ((foe, overlapped_by(position, name, foe)) for foe in position.foes(name))
    return {foe: side for foe, side in found if side}


def overlapped_by(position: Position, name: str, foe: str) -> str:
    """Return the flank on which an enemy overlaps an element, or "" (see ``overlaps``)."""
    mine, theirs = position.base(name), position.base(foe)
    if position.elements[foe].inside or not convex.boxes_near(mine.box, theirs.box, TOUCH):
        return ""
    if side := side_beside(mine, theirs):
        return side
    corner = _on_corner(mine, theirs)
    return corner if corner and not fights(position, foe) else ""


def _on_corner(mine: Base, theirs: Base) -> str:
    if (mine.heading - theirs.heading) % bases.FULL != HALF:
        return ""
    if theirs.corners.front_left == mine.corners.front_left:
        return "left"
    return "right" if theirs.corners.front_right == mine.corners.front_right else ""


def side_beside(mine: Base, theirs: Base) -> str:
    """Return the side of a base along which another base lies side to side with it, or ""."""
    how = touch(mine, theirs)
    if how is None or how.how not in ("full", "part"):
        return ""
    return how.mine if how.mine in OPPOSITE and how.theirs in OPPOSITE else ""


def supporter(position: Position, name: str) -> str:
    """Return the friend directly behind an element, aligned and facing the same way (L347), or ""."""
    spot = bases.base_behind(position.base(name), position.base(name).code).spot
    seat = position.elements[name].seat
    return next((f for f in position.by_spot.get(spot, ()) if position.elements[f].seat == seat), "")


def neighbours(position: Position, name: str) -> Iterator[str]:
    """Yield an element's neighbours in line: friends side to side with it, with fronts level and corners
    touching.
    """
    mine = position.base(name)
    spots = (bases.right_of(mine, mine.code).spot, bases.left_of(mine, mine.code).spot)
    return (friend for friend in position.friends(name) if position.bases_in_open[friend].spot in spots)


def psiloi_beside(position: Position, name: str) -> str:
    """Return the Psiloi directly behind a neighbour of the same type as the element (L349), or ""."""
    own = position.base(name).type
    for friend in neighbours(position, name):
        behind = supporter(position, friend)
        if position.base(friend).type == own and behind and position.base(behind).type == "Ps":
            return behind
    return ""


def touching_enemies(position: Position, name: str) -> tuple[str, ...]:
    """Return the enemies in the open that an element touches at edges or corners."""
    seat = position.elements[name].seat
    return tuple(n for n in touching(position, name) if position.elements[n].seat != seat)
