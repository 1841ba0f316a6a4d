"""The shared search for shortest paths, compared with brute force."""

from itertools import permutations
from random import Random

import pytest

from engine.routes.shortest_paths import cheapest

ROADS = dict[str, dict[str, int]]


def ways_by(roads: ROADS, *starts: str) -> dict[str, tuple[int, tuple[str, ...]]]:
    return cheapest(
        {start: (0, (start,)) for start in starts},
        lambda here, cost, way: ((there, cost + mp, (*way, there)) for there, mp in roads[here].items()),
    )


def by_trying(roads: ROADS, start: str) -> dict[str, int]:
    """Return the cost of the cheapest path that enters no place twice, by brute force."""
    found = {start: 0}
    for length in range(1, len(roads)):
        for rest in permutations(sorted(set(roads) - {start}), length):
            places = (start, *rest)
            steps = list(zip(places, rest, strict=False))
            if all(there in roads[here] for here, there in steps):
                cost = sum(roads[here][there] for here, there in steps)
                found[rest[-1]] = min(cost, found.get(rest[-1], cost))
    return found


def some_roads(seed: int) -> ROADS:
    random = Random(seed)
    return {
        a: {b: random.randint(0, 5) for b in "abcdef" if b != a and random.random() < 0.4} for a in "abcdef"
    }


@pytest.mark.parametrize("seed", range(20))
def test_shortest_paths_match_brute_force(seed: int) -> None:
    roads = some_roads(seed)
    found = ways_by(roads, "a")
    assert {place: cost for place, (cost, _) in found.items()} == by_trying(roads, "a")
    for place, (cost, way) in found.items():
        assert way[0] == "a" and way[-1] == place
        assert cost == sum(roads[here][there] for here, there in zip(way, way[1:], strict=False))


def test_nearest_first_and_the_start_among_them() -> None:
    found = ways_by({"a": {"b": 3, "c": 1}, "b": {}, "c": {"b": 1}}, "a")
    assert list(found) == ["a", "c", "b"] and found["b"] == (2, ("a", "c", "b"))


def test_with_several_starts_the_nearest_is_used() -> None:
    roads: ROADS = {"a": {"b": 1}, "b": {"c": 1}, "c": {}, "d": {"c": 1}, "e": {}}
    assert ways_by(roads, "a", "d")["c"] == (1, ("d", "c"))
    assert "e" not in ways_by(roads, "a")


def test_what_was_found_first_breaks_a_tie_and_costs_may_be_tuples() -> None:
    roads = {"a": ("c", "b"), "b": ("d",), "c": ("d",), "d": ()}
    found = cheapest(
        {"a": ((0, 0), "")},
        lambda here, cost, first: (
            (there, (cost[0] + 1, cost[1] + (here == "c")), first or there) for there in roads[here]
        ),
    )
    assert found["d"] == ((2, 0), "b"), "the second part of the cost decides"
    equal = cheapest(
        {"a": (0, "")},
        lambda here, cost, first: ((there, cost + 1, first or there) for there in roads[here]),
    )
    assert equal["d"] == (2, "b"), "b and c are equally near; b is gone on from first"
