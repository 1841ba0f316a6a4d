"""Follow the legs of a move: where each element ends, and the ground that it covers."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import field
from functools import lru_cache
from typing import Any, Final

from battles.dba.rules.board import orders
from battles.dba.rules.board.orders import Move
from battles.dba.rules.field import bases, convex, ground, groups, touch
from battles.dba.rules.field.bases import FULL, HALF, STEP, WIDE, WIDTH, Base
from battles.dba.rules.field.geometry import Line, Point, distance_between
from battles.dba.rules.field.position import Position
from engine.game import IllegalAction, InvalidAction
from engine.values import dataclass

ARC: Final = 4  # half degrees between two checks of a wheel; between them the arc hardly bulges
SHIFT: Final = 4 * STEP  # how far a group may shift sideways: half a base width (L269)
NEAR: Final = WIDE * STEP  # a group can shift onto a place at most this far ahead: one base width
CLOSEST: Final = 600 * 100

FLANKS: Final = ("left", "right")

Way = tuple[Line, ...]


@dataclass(frozen=True)
class Trip:
    """The result of following a move: where each element ends, and the outlines that it sweeps over.
    ``stops``: each element's places, at its start and after each leg. ``around``: the enemies that a single
    element may graze while it turns around their corners.
    """

    ends: Mapping[str, Base]
    swept: Mapping[str, Way]
    stops: Mapping[str, tuple[Base, ...]]
    around: tuple[str, ...] = ()


@dataclass
class _Walk:
    position: Position
    who: tuple[str, ...]
    bases: dict[str, Base]
    swept: dict[str, list[Line]]
    around: list[str] = field(default_factory=list)

    @property
    def now(self) -> Position:
        return self.position.put(**self.bases)

    def go(self, ends: Mapping[str, Base], *ways: tuple[str, Line]) -> None:
        for name, outline in ways:
            self.swept[name].append(outline)
        self.bases.update(ends)


def trip(position: Position, move: Move) -> Trip:
    """Follow the legs of a move and return the result. Raises IllegalAction for a leg that the rules forbid,
    and InvalidAction for unknown names.
    """
    walk = _Walk(position, move.who, {n: position.base(n) for n in move.who}, {n: [] for n in move.who})
    stops = [dict(walk.bases)]
    for leg in move.legs:
        _LEGS[type(leg)](walk, leg)
        stops.append(dict(walk.bases))
    swept = {name: tuple(ways) for name, ways in walk.swept.items()}
    halts = {name: tuple(stop[name] for stop in stops) for name in move.who}
    return Trip(dict(walk.bases), swept, halts, tuple(walk.around))


def _straight(walk: _Walk, on: int, right: int = 0) -> None:
    by = bases.way(next(iter(walk.bases.values())).heading, on, right)
    ends = {n: b.move_to(bases.add_points(b.corner, by)) for n, b in walk.bases.items()}
    walk.go(ends, *((n, convex.sweep_outline(b.corners, by)) for n, b in walk.bases.items()))


def _walk_ahead(walk: _Walk, leg: orders.Ahead) -> None:
    if leg.units < 0 and len(walk.who) > 1:
        raise IllegalAction("tactical_moves", "groups_go_ahead")  # see L269
    _straight(walk, leg.units)


def _shift(walk: _Walk, leg: orders.Shift) -> None:
    if len(walk.who) > 1 and abs(leg.units) > SHIFT:
        raise IllegalAction("tactical_moves", "half_a_base")  # see L269
    if len(walk.who) > 1 and not _enemy_ahead(walk):
        raise IllegalAction("tactical_moves", "shift_needs_enemy")
    _straight(walk, 0, leg.units)


def _enemy_ahead(walk: _Walk) -> bool:
    """Return whether an enemy is in front of the group, within a base width of one of its fronts (L269). The
    fronts are extended by half a base on either side, because the group can shift by as much.
    """
    now = walk.now
    for name in walk.who:
        base = now.base(name)
        corners = (base.move_steps(on, right) for on in (0, WIDE) for right in (-WIDE // 2, 3 * WIDE // 2))
        outline = convex.hull(b.corner for b in corners)
        if any(convex.is_within(now.base(foe).corners, outline, 0) for foe in now.foes(name)):
            return True
    return False


def _wheel(walk: _Walk, leg: orders.Wheel) -> None:
    _turn(walk, _pivot(walk.now, walk.who, leg), -leg.half if leg.side == "left" else leg.half)


def _pivot(position: Position, who: Sequence[str], leg: orders.Wheel) -> Point:
    """Return the front corner on which a group wheels."""
    front = groups.files(position, who)
    if leg.side == "left":
        return position.base(front[0][0]).corners.front_left
    return position.base(front[-1][0]).corners.front_right


def place_after_wheel(position: Position, who: Sequence[str], leg: orders.Wheel) -> dict[str, Base]:
    """Return where each element ends after a wheel, without following the path."""
    pivot = _pivot(position, who, leg)
    starts = {name: position.base(name) for name in who}
    heading = starts[who[0]].heading + (-leg.half if leg.side == "left" else leg.half)
    return {n: _base_at(base, pivot, heading, _local(base, pivot)) for n, base in starts.items()}


def _turn(walk: _Walk, pivot: Point, half: int) -> None:
    """Turn all movers around a point by an angle in half degrees, checking their path every two degrees."""
    laid = {name: _local(base, pivot) for name, base in walk.bases.items()}
    heading = next(iter(walk.bases.values())).heading
    done, sign = 0, 1 if half > 0 else -1
    while done < abs(half):
        done = min(done + ARC, abs(half))
        ends = {n: _base_at(walk.bases[n], pivot, heading + sign * done, laid[n]) for n in walk.who}
        walk.go(ends, *((n, convex.hull((*walk.bases[n].corners, *ends[n].corners))) for n in walk.who))


def _local(base: Base, origin: Point) -> Point:
    """Return a base's front corner relative to a point, in whole steps ahead and to the right. The shape of
    a group is measured in whole steps.
    """
    (fx, fy), (rx, ry) = bases.vector_ahead(base.heading), bases.rightwards(base.heading)
    dx, dy, whole = base.x - origin[0], base.y - origin[1], fx * fx + fy * fy
    return (dx * fx + dy * fy) // whole, (dx * rx + dy * ry) // whole


def _base_at(base: Base, origin: Point, heading: int, laid: Point) -> Base:
    return base.move_to(bases.offset(origin, heading % FULL, *laid), heading)


def group_places(position: Position, who: Sequence[str], leader: str, end: Base) -> dict[str, Base]:
    """Return the places of a group's members when their leader ends in a given place and the group keeps its
    shape.
    """
    start = position.base(leader)
    mine = {name: position.base(name) for name in who}
    return {
        n: _base_at(base, end.corner, end.heading, _local(base, start.corner)) for n, base in mine.items()
    }


def _column(walk: _Walk, leg: orders.Column) -> None:
    """Let the outer files of a group fall in behind the files that stay in front, nearest first
    (ruling B5).
    """
    now = walk.now
    files = groups.files(now, walk.who)
    first = next((n for n, file in enumerate(files) if file[0] == leg.lead), None)
    if first is None:
        raise IllegalAction("tactical_moves", "lead_in_front", element=leg.lead)
    if not 1 <= leg.files < len(files) or first + leg.files > len(files):
        raise IllegalAction("tactical_moves", "only_narrower", files=leg.files)
    kept = [list(file) for file in files[first : first + leg.files]]
    rest = files[:first][::-1] + files[first + leg.files :]
    waiting = [name for row in range(max(map(len, files))) for file in rest for name in file[row : row + 1]]
    ends: dict[str, Base] = {}
    for name in waiting:
        file = min(kept, key=len)
        last = ends.get(file[-1], walk.bases[file[-1]])
        ends[name] = bases.base_behind(last, walk.bases[name].code)
        file.append(name)
    walk.go(ends, *((n, corridor(walk.bases[n].middle, b.middle)) for n, b in ends.items()))


def corridor(start: Point, end: Point) -> Line:
    """Return a strip one base wide along a straight path between two points. Return the point itself if the
    path has no length.
    """
    return ground.strip(start, end, WIDTH) if start != end else (start,)


def _single(walk: _Walk, end: Base) -> None:
    """Move a single element to any place and turn it.

    It needs a base width of free ground along its path. An element that does not turn needs only the
    ground that its base covers (L263, ruling B3).
    """
    (name,) = walk.who
    base = walk.bases[name]
    if base.heading == end.heading:
        by = (end.x - base.x, end.y - base.y)
        walk.go({name: end}, (name, convex.sweep_outline(base.corners, by)))
    else:
        walk.go({name: end}, (name, corridor(base.middle, end.middle)))


def _walk_to(walk: _Walk, leg: orders.To) -> None:
    if len(walk.who) > 1:
        raise IllegalAction("tactical_moves", "groups_go_ahead")
    (name,) = walk.who
    _single(walk, walk.bases[name].move_to((leg.x, leg.y), leg.heading))


def _walk_onto(walk: _Walk, leg: orders.Onto) -> None:
    if leg.who not in walk.bases or leg.enemy not in set(walk.position.foes(leg.who)):
        raise InvalidAction("", "no_such_element", element=leg.enemy[:40])
    mine = walk.bases[leg.who]
    end = leg.place(walk.position.base(leg.enemy), mine.code)
    if len(walk.who) == 1:
        if leg.where in FLANKS and touch.overlapped_by(walk.now, leg.enemy, leg.who) == leg.where:
            # the element turns on a corner that it shares with the enemy (L299, ruling B3)
            walk.go({leg.who: end})
        else:
            walk.around.append(leg.enemy)
            _single(walk, end)
        return
    turn = (end.heading - mine.heading + HALF) % FULL - HALF
    if turn:
        wheel = orders.Wheel("left" if turn < 0 else "right", abs(turn))
        _check_line_up(place_after_wheel(walk.now, walk.who, wheel)[leg.who], end)  # refuse before turning
        _wheel(walk, wheel)
    _line_up(walk, leg.who, end)


def _line_up(walk: _Walk, who: str, end: Base) -> None:
    """Move a group straight ahead, and at the end up to half a base sideways, until one of its elements
    lines up (L269, L289).
    """
    on = _check_line_up(walk.bases[who], end)
    if on > NEAR:
        _straight(walk, on - NEAR)
    here = walk.bases[who]
    by = (end.x - here.x, end.y - here.y)
    ends = {n: b.move_to(bases.add_points(b.corner, by)) for n, b in walk.bases.items()}
    walk.go(ends, *((n, convex.sweep_outline(b.corners, by)) for n, b in walk.bases.items()))


def _check_line_up(here: Base, end: Base) -> int:
    """Return how far an element of a group must go straight ahead to line up. Raises IllegalAction if it
    would have to move back, or by more than half a base sideways.
    """
    (fx, fy), (rx, ry) = bases.vector_ahead(here.heading), bases.rightwards(here.heading)
    dx, dy, whole = end.x - here.x, end.y - here.y, fx * fx + fy * fy
    on, right = (dx * fx + dy * fy) * STEP // whole, (dx * rx + dy * ry) * STEP // whole
    if on < -convex.TOUCH:
        raise IllegalAction("tactical_moves", "groups_go_ahead")
    if abs(right) > SHIFT + convex.TOUCH:
        raise IllegalAction("tactical_moves", "half_a_base")
    return on


def _close(walk: _Walk, leg: orders.Close) -> None:
    """Move a group ahead until a front touches an enemy. The distance is the greatest whole number of
    hundredths of a millimetre without an overlap.
    """
    if leg.enemy not in set(walk.position.foes(walk.who[0])):
        raise InvalidAction("", "no_such_element", element=leg.enemy[:40])
    foe = walk.position.base(leg.enemy).corners
    starts = list(walk.bases.values())

    def free(units: int) -> bool:
        by = bases.way(starts[0].heading, units)
        return not any(convex.overlap(convex.sweep_outline(b.corners, by), foe, 0) for b in starts)

    low, high = 0, CLOSEST
    if free(high):
        raise IllegalAction("contact", "not_ahead", element=leg.enemy)
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if free(middle) else (low, middle)
    _straight(walk, low)


def _assault(walk: _Walk, leg: orders.Assault) -> None:
    outline = dict(walk.position.areas).get(leg.place)
    if outline is None or not 0 <= leg.edge < 4:
        raise InvalidAction("", "no_such_place", place=leg.place[:40])
    if len(walk.who) > 1:
        raise IllegalAction("contact", "one_assaults")
    (name,) = walk.who
    _single(walk, before_edge(walk.bases[name], convex.sides(outline)[leg.edge], leg.along))


def before_edge(base: Base, edge: convex.Segment, along: int) -> Base:
    """Return a base with its front against an edge of an outline and its right front corner at a distance
    ``along`` that edge.
    """
    (ax, ay), (bx, by) = edge
    long = distance_between(*edge) or 1
    heading = _heading_against((ax - bx, ay - by))
    right = (ax + (bx - ax) * along // long, ay + (by - ay) * along // long)
    return base.move_to(bases.offset(right, heading, 0, -WIDE), heading)


@lru_cache(maxsize=256)
def _heading_against(along: Point) -> int:
    """Return the heading of a base whose right-hand side points in a given direction."""
    return min(range(FULL), key=lambda heading: _angle_between(bases.rightwards(heading), along))


def _angle_between(one: Point, two: Point) -> tuple[int, int]:
    """Return a sort key that is least for the smallest angle between two directions."""
    dot, cross = one[0] * two[0] + one[1] * two[1], one[0] * two[1] - one[1] * two[0]
    return (0 if dot > 0 else 1), abs(cross)


_LEGS: Final[dict[type, Callable[[_Walk, Any], None]]] = {
    orders.Ahead: _walk_ahead,
    orders.Wheel: _wheel,
    orders.Shift: _shift,
    orders.Column: _column,
    orders.Onto: _walk_onto,
    orders.Close: _close,
    orders.To: _walk_to,
    orders.Assault: _assault,
}


def measure_move(start: Base, end: Base) -> int:
    """Return the square of the distance that a move covers, measured at the front corner that moves farther
    (L299).
    """
    pairs: Sequence[tuple[Point, Point]] = list(zip(start.front, end.front, strict=True))
    return max((a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2 for a, b in pairs)
