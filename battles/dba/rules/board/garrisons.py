"""Garrisons of camps and built-up areas on the board: how elements assault, enter, leave and relieve them
(section "garrisons").
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from battles.dba.rules.board import orders, ways
from battles.dba.rules.board.orders import Move
from battles.dba.rules.board.stances import DENIZENS
from battles.dba.rules.board.turning import fits
from battles.dba.rules.distances import reach
from battles.dba.rules.field import bases, convex, ground, touch
from battles.dba.rules.field.bases import HALF, WIDTH, Base
from battles.dba.rules.field.geometry import UNIT, distance_between
from battles.dba.rules.field.inside import home, settle_inside
from battles.dba.rules.field.position import Position, controller
from battles.dba.rules.field.sight import PER_PACE
from battles.dba.rules.troops import ENGINES
from engine.game import IllegalAction
from engine.values import replace

EDGES: Final = 4


# --- moving in ---


def assaults_in_reach(position: Position, name: str) -> Iterator[Move]:
    """Yield the moves that bring an element against an edge of a camp or built-up area, which it may assault,
    take or garrison. Each edge is offered at its nearest point and in its middle.
    """
    base, one = position.base(name), position.elements[name]
    known = reach(base.type, base.code)
    far = max(known.good, known.road) * PER_PACE
    for place, outline in position.areas if not one.inside else ():
        if not _may_enter(position, name, place) or not convex.is_within(base.corners, outline, far):
            continue
        for number, edge in enumerate(convex.sides(outline)[:EDGES]):
            for along in _places_along(base, edge):
                end = ways.before_edge(base, edge, along)
                if ways.measure_move(base, end) <= (far + 1) ** 2:
                    yield Move((name,), (orders.Assault(place, number, along),))


def _may_enter(position: Position, name: str, place: str) -> bool:
    """Return whether an element may assault or take a camp or built-up area, or relieve its garrison. Camp
    followers give way to troops in their own camp (L212).
    """
    base, seat = position.base(name), position.elements[name].seat
    held = touch.defender(position, place)
    hostile = controller(position, place) not in ("", seat)
    if hostile and base.type in ENGINES:
        return False
    if held in position.elements and position.elements[held].seat == seat:
        return place == f"camp {seat}"
    return place != "bua" or hostile or not position.holds("bua")


def _places_along(base: Base, edge: convex.Segment) -> list[int]:
    """Return the distances from an edge's first point, in hundredths of a millimetre, at which the front of
    an assaulting element can begin: the one nearest to the element, and the one that puts the front in the
    middle of the edge. Return [] if the edge is shorter than a front.
    """
    (ax, ay), (bx, by) = edge
    long = distance_between(*edge)
    if long < WIDTH:
        return []
    x, y = base.middle
    near = ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) // long - WIDTH // 2
    found = (min(max(near, 0), long - WIDTH), (long - WIDTH) // 2)
    return list(dict.fromkeys(at // UNIT * UNIT for at in found))


def go_inside(position: Position, name: str, place: str) -> Position:
    """Return the position after an element has moved against a camp or built-up area. The element stays
    outside if an enemy defends it, and otherwise enters. Raises IllegalAction if a friend is inside and
    cannot make room.
    """
    seat, held = position.elements[name].seat, touch.defender(position, place)
    if held in position.elements and position.elements[held].seat == seat:
        if place != f"camp {seat}":
            code = "bua_full" if place == "bua" else "camp_full"
            raise IllegalAction("garrisons" if place == "bua" else "camps", code, element=held)
        if position.base(held).type != "Followers":
            return settle_inside(relieve(position, name, held), name)
        position = position.remove_elements(held)
    elif held and not (held == DENIZENS and position.denizens == seat):
        return position
    return enter(position, name, place)


def enter(position: Position, name: str, place: str) -> Position:
    """Return the position in which an element garrisons a camp or built-up area. The element's side then
    controls the place.
    """
    one, camps = position.elements[name], position.camps
    inside = "bua"
    if place != "bua":
        owner = place.removeprefix("camp ")
        inside = "camp" if owner == one.seat else "enemy_camp"
        camps = {**camps, owner: replace(camps[owner], holder=one.seat)}
    placed = {**position.elements, name: replace(one, inside=inside)}
    return settle_inside(replace(position, elements=placed, camps=camps), name)


# --- moving out ---


def ways_out(position: Position, name: str) -> Iterator[Move]:
    """Yield the moves of a garrison out of its camp or built-up area: one to the outside of each edge, facing
    away from it.
    """
    one = position.elements[name]
    outline = dict(position.areas).get(home(position, name), ())
    for edge in convex.sides(outline)[:EDGES]:
        there = outside_edge(one.base, edge, (distance_between(*edge) - WIDTH) // 2)
        yield Move((name,), (orders.To(there.x, there.y, there.heading),))


def outside_edge(base: Base, edge: convex.Segment, along: int) -> Base:
    """Return a base with its rear against the outside of an edge of a camp or built-up area, at a distance
    ``along`` the edge.
    """
    return _turn_outwards(base, ways.before_edge(base, edge, along))


def _turn_outwards(base: Base, inwards: Base) -> Base:
    """Return a base with its rear against an edge, facing away from the edge. ``inwards`` is a base in the
    same place along the edge, with its front against the edge.
    """
    outwards = (inwards.heading + HALF) % bases.FULL
    return base.move_to(bases.offset(inwards.corners.front_right, outwards, base.deep), outwards)


def relieve(position: Position, name: str, old: str) -> Position:
    """Return the position in which an element has replaced its side's garrison in a camp. The old garrison
    comes out where the new one went in, facing away (L210, ruling B20). Raises IllegalAction if there is no
    room outside.
    """
    there = position.base(name)
    out = _turn_outwards(position.base(old), there)
    trial = position.remove_elements(name)
    trial = replace(
        trial, elements={**trial.elements, old: replace(trial.elements[old], base=out, inside="")}
    )
    if not fits(trial, old, out) or touch.touching_enemies(trial, old):
        raise IllegalAction("garrisons", "no_room_outside", element=old)
    if out.type in ENGINES and ground.going_of(position, out) in ("bad", "sand"):
        raise IllegalAction("distances", "never_in_bad", element=old, type=out.type)
    newcomer = replace(position.elements[name], inside="camp")
    return replace(position, elements={**position.elements, name: newcomer, old: trial.elements[old]})
