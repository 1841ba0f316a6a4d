"""Check the conditions of a tactical move on the board. Each check raises IllegalAction with the section
that it enforces.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from math import isqrt
from typing import Final

from battles.dba.rules import distances
from battles.dba.rules.board import orders, turning, ways
from battles.dba.rules.board.orders import Move
from battles.dba.rules.board.ways import Trip
from battles.dba.rules.field import bases, convex, geometry, ground, groups, sight, touch
from battles.dba.rules.field.bases import FULL, HALF, Base
from battles.dba.rules.field.geometry import Line
from battles.dba.rules.field.inside import home
from battles.dba.rules.field.position import Position, controller
from battles.dba.rules.field.sight import PER_PACE
from battles.dba.rules.troops import ENGINES, MOUNTED, is_camel
from engine.game import IllegalAction, InvalidAction
from engine.values import dataclass

SAMPLE: Final = 5 * 100  # a path along a road is checked every five millimetres
BREAK_OFF: Final = 200 * PER_PACE


@dataclass(frozen=True)
class Case:
    """A move to be checked: the position before it, the order, the path that the movers take, and the
    position after it.
    """

    before: Position
    move: Move
    trip: Trip
    after: Position

    @cached_property
    def kinds(self) -> dict[str, set[str]]:
        """The kinds of terrain on each mover's path."""
        return {name: _kinds_on_the_way(self, name) for name in self.who}

    @cached_property
    def on_roads(self) -> dict[str, bool]:
        """Whether each mover's whole path follows a road."""
        return {name: _by_road(self, name) for name in self.who}

    @property
    def who(self) -> tuple[str, ...]:
        return self.move.who

    @property
    def seat(self) -> str:
        return self.before.elements[self.move.who[0]].seat

    @property
    def single(self) -> bool:
        return len(self.move.who) == 1


# --- which elements move ---


def check_movers(position: Position, move: Move) -> None:
    """Check that the movers are one element or one group of a side, and that they are free to move.

    See the sections "tactical_moves" and "breaking_off". Movers that passed are remembered, because many
    moves of the same movers are tried.
    """
    asked = ("movers", *move.who)
    if asked not in position.cache:
        _check_movers(position, move.who)
        position.cache[asked] = True


def _check_movers(position: Position, who: tuple[str, ...]) -> None:
    for name in who:
        if name not in position.elements:
            raise InvalidAction("", "no_such_element", element=name[:40])
    if len(set(who)) < len(who) or len({position.elements[n].seat for n in who}) > 1:
        raise IllegalAction("tactical_moves", "not_a_group")
    if len(who) > 1:
        if any(position.elements[n].inside for n in who):
            raise IllegalAction("garrisons", "one_inside")
        if not groups.is_group(position, who):
            raise IllegalAction("tactical_moves", "not_a_group")  # see L265
    for name in who:
        if touch.enemies_faced(position, name):
            raise IllegalAction("breaking_off", "break_off_first", element=name)
        if len(who) > 1 and touches_front(position, name):
            raise IllegalAction("tactical_moves", "group_in_contact", element=name)  # see L265


def touches_front(position: Position, name: str) -> bool:
    """Return whether an element touches an enemy's front edge with any of its edges."""
    mine = position.base(name)
    found = (touch.touch(mine, position.base(foe)) for foe in position.foes(name))
    return any(how is not None and how.theirs == "front" for how in found)


# --- the length of the move ---


def allowance(case: Case, name: str) -> int:
    """Return how far an element may go in a move, in hundredths of a millimetre. The slowest going that it
    touches on its path decides (ruling B1, section "distances").

    Raises IllegalAction for troops that may not enter that going at all.
    """
    base = case.before.base(name)
    reach = distances.reach(base.type, base.code)
    if follows_road(case, name):
        return reach.road * PER_PACE
    kinds = case.kinds[name]
    paces = [reach.good]
    camel = is_camel(base.type, base.code)
    for found, most in ((kinds & ground.BAD, reach.bad), (kinds & ground.SAND, reach.sand)):
        if found and most is None:
            raise IllegalAction("distances", "never_in_bad", element=name, type=base.type)
        if found and most is not None and not (camel and found <= ground.SAND):
            paces.append(most)
    if is_fording(case, name):
        paces.append(distances.fording())
    return min(paces) * PER_PACE


def _kinds_on_the_way(case: Case, name: str) -> set[str]:
    outlines: list[Line] = [
        case.before.base(name).corners,
        *case.trip.swept[name],
        case.after.base(name).corners,
    ]
    return {kind for outline in outlines for kind in ground.kinds_under(case.before, outline)}


def is_fording(case: Case, name: str) -> bool:
    """Return whether an element crosses, away from any road, a river that slows it down."""
    if case.before.river == "paltry" or "river" not in case.kinds[name]:
        return False
    return not follows_road(case, name)


def follows_road(case: Case, name: str) -> bool:
    """Return whether an element's whole path follows a road, with the middle of the front always on the road
    (rulings P8, B2).
    """
    return case.on_roads[name]


def _by_road(case: Case, name: str) -> bool:
    if not any(piece.kind == "road" for piece in case.before.drawing):
        return False
    stops = case.trip.stops[name]
    return all(
        ground.on_road(case.before, between)
        for one, two in zip(stops, stops[1:], strict=False)
        for between in _bases_along(one, two)
    )


def _bases_along(one: Base, two: Base) -> Iterator[Base]:
    parts = max(1, isqrt((one.x - two.x) ** 2 + (one.y - two.y) ** 2) // SAMPLE)
    for n in range(parts + 1):
        x, y = one.x + (two.x - one.x) * n // parts, one.y + (two.y - one.y) * n // parts
        yield two.move_to((x, y)) if n == parts else one.move_to((x, y))


def check_distance(case: Case) -> None:
    """Check that no front corner ends farther from its start than the move allows (L299)."""
    for name in case.who:
        allowed = allowance(case, name)
        if is_unmeasured(case, name):
            continue
        used = ways.measure_move(case.before.base(name), case.trip.ends[name])
        if used > (allowed + 1) ** 2:  # one hundredth of a millimetre is allowed for rounding
            far = isqrt(used)
            facts = {"paces": -(-far // PER_PACE), "most": allowed // PER_PACE}
            raise IllegalAction("distances", "too_far", element=name, **facts)


def is_unmeasured(case: Case, name: str) -> bool:
    """Return whether an element's move is exempt from the distance limit. A turn onto the flank of an enemy
    that the element already overlapped is exempt, and so is a move out of a built-up area to the area's edge
    (L299).
    """
    one = case.before.elements[name]
    if one.inside == "bua":
        return convex.is_within(case.trip.ends[name].corners, ground.built_up(case.before), convex.TOUCH)
    return any(
        isinstance(leg, orders.Onto)
        and leg.where in ways.FLANKS
        and touch.overlapped_by(case.before, leg.enemy, name) == leg.where
        for leg in case.move.legs
    )


def check_columns(case: Case) -> None:
    """Check that groups cross bad going and rivers in single file (L269). An element in a river must also
    keep its heading, unless it lines up with a defender of the bank (L275, section "rivers").
    """
    for name in case.who:
        base = case.before.base(name)
        kinds = case.kinds[name]
        bad = kinds & ground.BAD or (kinds & ground.SAND and not is_camel(base.type, base.code))
        if not case.single and (bad or is_fording(case, name)) and not _in_file(case):
            raise IllegalAction("tactical_moves", "in_column", element=name)
        wet = ground.in_river(case.before, base.corners) and case.before.river != "paltry"
        onto = any(isinstance(leg, orders.Onto) and leg.where == "front" for leg in case.move.legs)
        if wet and not onto and case.trip.ends[name].heading != base.heading:
            raise IllegalAction("rivers", "keeps_facing_the_river", element=name)


def _in_file(case: Case) -> bool:
    return groups.is_column(case.before, case.who) or groups.is_column(case.after, case.who)


# --- the path ---


def may_pass_through(own: str, friend: str) -> bool:
    """Return whether troops of one type can pass through friends of another in a tactical move or a flight
    (L279).
    """
    return own == "Ps" or (own in MOUNTED and friend == "Ps")


def check_way(case: Case) -> None:
    """Check that the path is on the board and free of enemies, impassable friends, water, camps and built-up
    areas. No element may end on top of another.
    """
    check_ground(case)
    for name in case.who:
        end = case.after.base(name).corners
        if ground.off_board(end):
            raise IllegalAction("tactical_moves", "off_the_board", element=name)
        _check_ground(case, name, end)
        if case.before.elements[name].inside and convex.overlap(end, _home_outline(case.before, name)):
            raise IllegalAction("garrisons", "still_inside", element=name)
        taken = next((other for other in case.after.find_overlaps(end) if other != name), "")
        if taken:
            raise IllegalAction("tactical_moves", "place_taken", element=name, other=taken)


def check_ground(case: Case) -> None:
    """Check that all ground that the movers sweep over is free."""
    for name in case.who:
        for outline in case.trip.swept[name]:
            _check_ground(case, name, outline)
            _check_others(case, name, outline)


def _check_ground(case: Case, name: str, outline: Line) -> None:
    if ground.impassable(case.before, outline):
        raise IllegalAction("linear_features", "into_the_water", element=name)
    for place, area in case.before.areas:
        leaves = case.before.elements[name].inside and place == home(case.before, name)
        if not leaves and convex.overlap(outline, area) and not _passes_through(case, name, place):
            raise IllegalAction("garrisons", "place_in_the_way", element=name, place=place)


def _home_outline(position: Position, name: str) -> Line:
    return dict(position.areas)[home(position, name)]


def _passes_through(case: Case, name: str, place: str) -> bool:
    """Return whether a move passes by road through a built-up area that the mover's own side controls
    (L208).
    """
    return place == "bua" and controller(case.before, place) == case.seat and follows_road(case, name)


def _check_others(case: Case, name: str, outline: Line) -> None:
    mine = case.before.elements[name]
    for other in case.before.find_overlaps(outline):
        one = case.before.elements[other]
        if other in case.who:
            continue
        if one.seat != mine.seat:
            if other in case.trip.around and _only_grazes(case, name, one.base):
                continue
            raise IllegalAction("tactical_moves", "enemy_in_the_way", element=name, other=other)
        same = (one.base.heading - mine.base.heading) % FULL in (0, HALF)
        if not (same and may_pass_through(mine.base.type, one.base.type)):
            raise IllegalAction("interpenetration", "friend_in_the_way", element=name, other=other)


def _only_grazes(case: Case, name: str, enemy: Base) -> bool:
    """Return whether an element that turns around an enemy's corner only grazes that enemy. The path of the
    element's middle must not cross the enemy's base.
    """
    stops = [base.middle for base in case.trip.stops[name]]
    return not any(
        one != two and convex.crosses((one, two), enemy.corners)
        for one, two in zip(stops, stops[1:], strict=False)
    )


# --- strips of ground that may not be crossed ---


def check_strips(case: Case) -> None:
    """Check that no element crosses the strip in front of an enemy, a camp or a built-up area. Crossing is
    allowed only to contact or face what the strip belongs to, or to move straight back (L285, rulings P9,
    B4).
    """
    ways = [outline for name in case.who for outline in _ground_of(case, name)]
    boxes = [geometry.box(outline) for outline in ways]
    for strip in sight.strips(case.before, case.seat):
        near = (
            way for way, around in zip(ways, boxes, strict=True) if convex.boxes_overlap(around, strip.box)
        )
        if strip.is_open(case.who) or not any(convex.outlines_overlap(way, strip.outline) for way in near):
            continue
        if not (_moves_back(case) or any(_faces_guard(case, name, strip.guard) for name in case.who)):
            raise IllegalAction("crossing_fronts", "strip_closed", other=strip.guard)


def _ground_of(case: Case, name: str) -> tuple[Line, ...]:
    """Return the outlines that an element covers on its path and where it ends."""
    return (*case.trip.swept[name], case.after.base(name).corners)


def _moves_back(case: Case) -> bool:
    """Return whether a single element moves straight back without turning."""
    return case.single and all(isinstance(leg, orders.Ahead) and leg.units < 0 for leg in case.move.legs)


def _faces_guard(case: Case, name: str, guard: str) -> bool:
    """Return whether a mover ends in contact with a strip's guard, or facing it. The guard is the enemy, camp
    or built-up area that the strip lies in front of.

    A mover faces the guard if the guard's base is at least partly straight ahead and their headings differ by
    more than a right angle.
    """
    end = case.after.base(name)
    if guard not in case.after.elements:
        return touch.is_against(end, dict(case.after.areas)[guard])
    other = case.after.base(guard)
    if touch.touch(end, other) is not None:
        return True
    ahead, theirs = bases.vector_ahead(end.heading), bases.vector_ahead(other.heading)
    if ahead[0] * theirs[0] + ahead[1] * theirs[1] >= 0:
        return False
    return convex.overlap(sight.front_strip(end, sight.ACROSS), other.corners)


# --- contact ---


def check_contact(case: Case) -> None:
    """Check that, after a move that newly touches an enemy, at least one mover is in legal contact (L289,
    D13). Artillery and war wagons may never make a new contact.
    """
    found = {n: _touched_enemies(case.after, n) for n in case.who}
    for name in case.who:
        if enemies_met(case, name) and case.before.base(name).type in ENGINES:
            raise IllegalAction("contact", "never_into_contact", element=name)
    touched = [(name, foe) for name in case.who for foe in found[name]]
    stayed = all(foe in _touched_enemies(case.before, name) for name, foe in touched)
    if touched and not stayed and not any(is_allowed_contact(case, name, foe) for name, foe in touched):
        name, foe = touched[0]
        raise IllegalAction("contact", "not_lined_up", element=name, other=foe)


def enemies_met(case: Case, name: str) -> list[str]:
    """Return the enemies, and the camps and built-up areas held by enemies, that an element touches after its
    move but not before.
    """
    before = _touched_enemies(case.before, name)
    return [foe for foe in _touched_enemies(case.after, name) if foe not in before]


def _touched_enemies(position: Position, name: str) -> list[str]:
    """Return the enemies, and the camps and built-up areas held by enemies, that an element touches."""
    one = position.elements[name]
    found = [n for n in touch.touching(position, name) if position.elements[n].seat != one.seat]
    for place, outline in position.areas:
        hostile = controller(position, place) not in ("", one.seat)
        if hostile and convex.is_within(one.base.corners, outline, convex.TOUCH):
            found.append(place)
    return found


def is_allowed_contact(case: Case, name: str, foe: str) -> bool:
    """Return whether a contact is of a kind that the rules allow. A front may be against a front, flank or
    rear, and a whole front against a camp or built-up area. An element may overlap an enemy that already
    fights, and an enemy may line up on the group.
    """
    position = case.after
    mine = position.base(name)
    if foe not in position.elements:
        return touch.assaults(position, name) == foe
    theirs = position.base(foe)
    if touch.meets(mine, theirs) or touch.on_flank(mine, theirs) or touch.on_rear(mine, theirs):
        return True
    if not case.single and turning.lines_up(position, name, foe) is not None:
        return True
    return touch.fights(position, foe) and bool(touch.overlapped_by(position, foe, name))
