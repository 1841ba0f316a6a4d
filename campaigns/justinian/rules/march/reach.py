"""The provinces an army can reach and its routes, at the actual costs of marching (7.1)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import pairwise

from campaigns.justinian.rules.march import interception, march, markers, zones
from campaigns.justinian.rules.state import lazica
from campaigns.justinian.rules.state.control import controller
from campaigns.justinian.rules.state.geography import (
    CostLine,
    Route,
    box_links,
    cheapest,
    neighbours,
    step_lines,
)
from campaigns.justinian.rules.state.position import Position
from campaigns.justinian.rules.state.progress import BONUS, March, Operation
from campaigns.justinian.rules.state.state import Army, State, enemy
from campaigns.justinian.rules.state.tables import COSTS
from engine.routes import paths
from engine.routes.paths import Leg, Path


def march_in_progress(state: State, army: str) -> March | None:
    """Return the march in progress if it is this army's, or None."""
    frame = state.in_progress(March)
    return frame if frame is not None and frame.army == army else None


def move_force(state: State, head: str, to: str) -> State:
    """Return the state after the force has moved. It records who controlled both places before the move
    (8.17).
    """
    held = {p: controller(state, p) for p in (state.armies[head].at, to)}
    armies = dict(state.armies)
    for member in state.force(head):
        armies[member.id] = replace(member, at=to)
    return replace(state, armies=armies, held={**held, **state.held})


def bonus(state: State, army: str) -> int:
    """Return the MP that a Combined Operation adds to the army's die, or 0 (6.44)."""
    return BONUS if any(isinstance(f, Operation) and army in f.left for f in state.stack) else 0


def routes(pos: Position, army: str, budget: int) -> Mapping[str, Route]:
    """Return the cheapest route to every place within the budget, except the start. Among equally cheap
    routes the one with the fewest possible interceptors is chosen.
    """
    if not _can_march(pos, army):
        return {}
    found, seat = pos.state.armies[army], pos.seat_of(pos.state.armies[army].power)

    def ways(place: str) -> Mapping[str, str]:
        return _exits(pos, army, place)

    def step(origin: str, target: str, kind: str) -> tuple[CostLine, ...] | None:
        return _step(pos, found, origin, target, kind)

    def trouble(place: str) -> int:
        return len(interception.candidates(pos.state, place, enemy(seat)))

    ways_there = cheapest(pos.scn, found.at, step, budget, ways=ways, trouble=trouble)
    by_land = {k: route for k, route in ways_there.items() if k != found.at}
    return {**by_land, **_find_box_routes(pos, army, budget)}


def path_field(pos: Position, army: str, budget: int) -> Path:
    """Return the army's possible steps with their costs in MP, as a form field in which the player draws a
    route. A route that enters undefended Lazica or another power's box must end there.
    """
    found = pos.state.armies[army]
    if not _can_march(pos, army):
        return Path("path", found.at, (), budget)
    legs: list[Leg] = []
    for origin in (found.at, *(p for p in pos.scn.provinces if p != found.at)):
        for target, kind in _exits(pos, army, origin).items():
            step = _step(pos, found, origin, target, kind)
            if step is not None:
                legs.append(Leg(origin, target, sum(line.mp for line in step)))
    boxes = _find_box_routes(pos, army, budget)
    legs += [Leg(found.at, box, route.total) for box, route in boxes.items()]
    rise = lazi_rise(pos.state, pos.seat_of(found.power), lazica.LAZICA)
    halts = frozenset(boxes) | (frozenset({lazica.LAZICA}) if rise else frozenset())
    return Path("path", found.at, tuple(legs), budget, halts=halts)


def route_along(pos: Position, army: str, budget: int, places: Sequence[str]) -> Route | None:
    """Return the route along the chosen places with its cost, or None if the army cannot take it."""
    if paths.find_mistake(path_field(pos, army, budget), list(places)) is not None:
        return None
    box = _find_box_routes(pos, army, budget).get(places[-1])
    if box is not None:
        return box
    found = pos.state.armies[army]
    path = (found.at, *places)
    steps = (_step(pos, found, origin, to, _exits(pos, army, origin)[to]) for origin, to in pairwise(path))
    lines = tuple(step for step in steps if step is not None)
    return Route(sum(line.mp for step in lines for line in step), path, lines)


def places_to_mark(pos: Position, army: str, places: Sequence[str]) -> tuple[str, ...]:
    """Return the places in which the army can place or remove a marker if it marches through ``places``
    and does so wherever it can (7.18). The army's own place counts if it is among them.
    """
    state, found = pos.state, list[str]()
    for place in places:
        if place != state.armies[army].at:
            state = move_force(state, army, place)
        head = state.armies[army]
        if markers.can_unmark(state, head):
            state = replace(state, markers={k: v for k, v in state.markers.items() if k != place})
        elif markers.can_mark(Position(pos.setting, state), head):
            state = replace(state, markers={**state.markers, place: head.power})
        else:
            continue
        found.append(place)
    return tuple(found)


def _can_march(pos: Position, army: str) -> bool:
    """Return whether an army can march. An army that has just landed can only attack (7.24)."""
    frame = march_in_progress(pos.state, army)
    return frame is None or not frame.landed


def _exits(pos: Position, army: str, place: str) -> Mapping[str, str]:
    if place != pos.state.armies[army].at:
        return neighbours(pos.scn, place)
    return {k: kind for k, kind in march.adjacent_places(pos, army).items() if kind != "box"}


def _step(pos: Position, found: Army, origin: str, target: str, kind: str) -> tuple[CostLine, ...] | None:
    seat = pos.seat_of(found.power)
    if origin != found.at and lazi_rise(pos.state, seat, origin):
        return None
    if target == lazica.LAZICA and lazica.is_barred(pos.state, found, seat):
        return None
    return step_lines(
        kind,
        disorganised=found.disorganised,
        defeated=found.defeated,
        leaving_enemy=march.leaving_enemy(pos.state, origin, seat),
    )


def lazi_rise(state: State, seat: str, place: str) -> bool:
    """Return whether the place is Lazica without defenders, where an army must fight the levy before it
    continues (3.41).
    """
    return place == lazica.LAZICA and lazica.levy_would_fight(state, seat)


def _find_box_routes(pos: Position, army: str, budget: int) -> Mapping[str, Route]:
    """Return the routes into other boxes. Entering a box is an attack (7.19), which takes all MP and needs
    at least 1.
    """
    found = pos.state.armies[army]
    if found.at not in pos.scn.boxes or found.defeated or not pos.force_sp(army):
        return {}
    line = CostLine("attack", COSTS["attack"], "7.19")
    return {
        box: Route(line.mp, (found.at, box), ((line,),))
        for box in box_links(pos.scn, found.at)
        if budget >= line.mp and march.adjacent_places(pos, army).get(box) == "box"
        if march.box_defended(pos, box)
    }


def may_end(pos: Position, army: str, place: str) -> bool:
    """Return whether the force can end its activation in the place, within the zones of its Byzantine armies
    (7.14).
    """
    frame = march_in_progress(pos.state, army)
    if frame is not None and frame.free:
        return True
    return all(zones.in_zone(pos.scn, a, place) for a in pos.force(army))
