"""Neighbours, distances and routes on the map of a scenario, by land and by sea."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache, lru_cache
from types import MappingProxyType

from campaigns.justinian.rules.scenario.graph import adjacency, distances
from campaigns.justinian.rules.scenario.types import Scenario
from campaigns.justinian.rules.state.tables import COSTS
from engine.routes import shortest_paths as search
from engine.values import dataclass

FREE_PORT_MOVES = 2  # sea areas per activation; the area next to the port is free (7.21)


@lru_cache(maxsize=16)
def _adjacency(scn: Scenario) -> Mapping[str, Mapping[str, str]]:
    return {k: MappingProxyType(v) for k, v in adjacency(scn.provinces, scn.edges).items()}


def neighbours(scn: Scenario, province: str) -> Mapping[str, str]:
    """Return the adjacent provinces, each with the kind of border: "land" or "strait" (7.13)."""
    return _adjacency(scn)[province]


@lru_cache(maxsize=2048)
def mp_distance(scn: Scenario, origin: str) -> Mapping[str, int]:
    """Return the MP from a province to every province reachable by land: 1 per province, +1 per strait
    (ruling G2).
    """
    return MappingProxyType(distances(_adjacency(scn), [origin]))


# --- off-map boxes ---


def entries(scn: Scenario, power: str) -> tuple[str, ...]:
    """Return the provinces that a power can enter from its box, or none if the power has no box (2.1)."""
    box = scn.box_of(power)
    return box.entries if box else ()


def arrows(scn: Scenario, box_id: str) -> tuple[str, ...]:
    """Return the provinces that an army in this box can enter, along the arrows on the map (2.1, 7.19)."""
    return scn.boxes[box_id].entries


def box_links(scn: Scenario, box_id: str) -> tuple[str, ...]:
    """Return the boxes joined to the box ``box_id`` (7.19)."""
    return scn.boxes[box_id].links


def prefectures_entered(scn: Scenario, power: str) -> frozenset[str]:
    """Return the prefectures that a minor power can enter from its box, where its SP can join a Byzantine
    army (6.34).
    """
    return frozenset(scn.provinces[p].prefecture for p in entries(scn, power))


@lru_cache(maxsize=64)
def box_distance(scn: Scenario, box_id: str) -> Mapping[str, int]:
    """Return the distances from a box, in provinces (5.12). Its entries are at 1, and their neighbours at 2.
    A strait counts as 1.
    """
    steps = distances(_adjacency(scn), scn.boxes[box_id].entries, strait=1)
    return MappingProxyType({k: d + 1 for k, d in steps.items()})


# --- the sea ---


def seas_of(scn: Scenario, province: str) -> tuple[str, ...]:
    return scn.provinces[province].seas


def can_embark(scn: Scenario, province: str) -> bool:
    """Return whether an army can embark in the province, which must be a coastal City province or an island
    (7.24).
    """
    p = scn.provinces[province]
    return p.coastal and (p.is_city or p.island)


def sea_paths(scn: Scenario, starts: Iterable[str], moves: int) -> Mapping[str, tuple[str, ...]]:
    """Return the sea areas within ``moves`` of the starting areas, each with a shortest path."""
    found: dict[str, tuple[str, ...]] = {s: (s,) for s in starts}
    queue = list(found)
    for here in queue:
        if len(found[here]) <= moves:
            for there in scn.seas[here].adjacent:
                if there not in found:
                    found[there] = (*found[here], there)
                    queue.append(there)
    return found


def naval_reach(scn: Scenario, province: str) -> Mapping[str, int]:
    """Return the cost in areas from a port to each sea in reach. The area next to the port costs 0 (7.21)."""
    paths = sea_paths(scn, seas_of(scn, province), FREE_PORT_MOVES)
    return {sea: len(path) - 1 for sea, path in paths.items()}


def naval_reach_from_sea(scn: Scenario, sea: str) -> Mapping[str, int]:
    """Return the cost in areas from a patrol to each sea in reach. Only the current area is free
    (ruling G7).
    """
    return {there: len(path) - 1 for there, path in sea_paths(scn, [sea], FREE_PORT_MOVES).items()}


# --- routes and their costs ---


@dataclass(frozen=True)
class CostLine:
    """One part of a movement cost (3.5): the reason, the MP and the section."""

    code: str
    mp: int
    rule: str


@dataclass(frozen=True)
class Route:
    """A cheapest route: its total MP, its provinces from start to end, and the cost of each step."""

    total: int
    path: tuple[str, ...]
    lines: tuple[tuple[CostLine, ...], ...]


Cost = tuple[int, int, int, tuple[str, ...]]  # MP, trouble, steps and provinces of a path, as sort key
Lines = tuple[tuple[CostLine, ...], ...]
StepCost = Callable[[str, str, str], "tuple[CostLine, ...] | None"]


@cache
def step_lines(
    kind: str, *, disorganised: bool = False, defeated: bool = False, leaving_enemy: bool = False
) -> tuple[CostLine, ...]:
    """Return the itemised cost of entering one province (7.12). The costs add up."""
    applies = (
        ("enter", True, "7.12"),
        ("disorganised", disorganised, "8.23"),
        ("defeated", defeated, "8.22"),
        ("leaving_enemy", leaving_enemy, "7.12"),
        ("strait", kind == "strait", "7.12"),
    )
    return tuple(CostLine(code, COSTS[code], rule) for code, holds, rule in applies if holds)


def cheapest(
    scn: Scenario,
    start: str,
    step_cost: StepCost,
    budget: int | None = None,
    *,
    ways: Callable[[str], Mapping[str, str]] | None = None,
    trouble: Callable[[str], int] | None = None,
) -> Mapping[str, Route]:
    """Return the cheapest route from the start to every place within the ``budget`` (None: no limit). The
    start itself is included and costs 0.

    ``step_cost(origin, target, kind)`` returns the cost lines of a step, or None if the step is not allowed.
    ``ways(place)`` returns the neighbours to use instead of those on the map. ``trouble(place)`` rates the
    danger of entering a place. Among equally cheap routes, the one with the least trouble is chosen, then the
    one with the fewest steps, then the first by name. Equal input therefore gives equal routes.
    """

    settled: set[str] = set()

    def onward(here: str, cost: Cost, lines: Lines) -> Iterator[tuple[str, Cost, Lines]]:
        total, troubles, steps, path = cost
        settled.add(here)
        for there, kind in (ways(here) if ways else neighbours(scn, here)).items():
            step = None if there in settled else step_cost(here, there, kind)
            if step is None:
                continue
            sum_mp = total + sum(line.mp for line in step)
            if budget is None or sum_mp <= budget:
                more = troubles + (trouble(there) if trouble else 0)
                yield there, (sum_mp, more, steps + 1, (*path, there)), (*lines, step)

    begun: dict[str, tuple[Cost, Lines]] = {start: ((0, 0, 0, (start,)), ())}
    found = search.cheapest(begun, onward)
    return {place: Route(cost[0], cost[3], lines) for place, (cost, lines) in found.items()}
