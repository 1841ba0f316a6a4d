"""The drawn maps and the adjacency data agree, and everything in a scenario has a place."""

from __future__ import annotations

import json
import re
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from tests.found import some
from tools.maps.geography import Geography, read
from tools.maps.outlines import outlines
from tools.maps.relief import relief

ROOT = Path(__file__).resolve().parents[2]
PLANS = sorted(path.stem for path in (ROOT / "tools/maps/plans").glob("*.json"))
Point = tuple[float, float]
Pair = frozenset[str]


def plan(name: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((ROOT / f"tools/maps/plans/{name}.json").read_text(encoding="utf-8"))
    return found


def drawn(name: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((ROOT / plan(name)["json"]).read_text(encoding="utf-8"))
    return found


def geography(name: str) -> Geography:
    return read(ROOT / plan(name)["scenario"])


def segments(path: str) -> set[frozenset[Point]]:
    """Return the straight segments of closed outlines in an SVG path, which draws them with relative lines. A
    segment is the set of its two ends, so its direction does not matter.
    """
    found = set()
    for ring in re.findall(r"M([^z]*)z", path):
        start, steps = ring.split("l")
        numbers = [float(n) for n in re.findall(r"-?\d*\.?\d+", start + " " + steps)]
        x, y = numbers[0], numbers[1]
        points = [(round(x, 1), round(y, 1))]
        for dx, dy in zip(numbers[2::2], numbers[3::2], strict=True):
            x, y = x + dx, y + dy
            points.append((round(x, 1), round(y, 1)))
        found |= {frozenset(pair) for pair in zip(points, [*points[1:], points[0]], strict=True)}
    return {s for s in found if len(s) == 2}


def shapes(name: str) -> dict[str, set[frozenset[Point]]]:
    """Return the straight segments of each drawn area's outline, by area. Seas are included if the scenario
    lists which areas and seas they touch.
    """
    parts = ("provinces", "seas") if geography(name).waters else ("provinces",)
    return {k: segments(p["d"]) for part in parts for k, p in drawn(name)[part].items()}


@pytest.mark.parametrize("name", PLANS)
def test_borders_are_drawn_exactly_between_neighbours(name: str) -> None:
    """Neighbours share a drawn border or are joined by a line; others share none, except across a strait
    that the coastline does not show.
    """
    pieces, told = shapes(name), geography(name)
    touching = {frozenset((a, b)) for a, b in combinations(pieces, 2) if pieces[a] & pieces[b]}
    straits = {frozenset((a, b)) for a, b, kind in told.edges if kind == "strait"}
    lines = {frozenset((a, b)) for a, b, _kind in drawn(name)["links"]}
    assert len(touching) > 80
    assert drawn(name)["closed"] == []
    assert told.joined_pairs - straits - lines - touching == set()
    assert touching - told.joined_pairs == set()


@pytest.mark.parametrize("name", PLANS)
def test_straits_are_drawn_as_lines(name: str) -> None:
    straits = {frozenset((a, b)) for a, b, kind in geography(name).edges if kind == "strait"}
    assert straits == {frozenset((a, b)) for a, b, kind in drawn(name)["links"] if kind == "strait"}
    assert len(straits) >= 2


def test_where_four_meet_in_italia_there_is_a_point_and_no_border() -> None:
    corners = json.loads((ROOT / plan("italia")["scenario"]).read_text(encoding="utf-8"))["corners"]
    pieces = shapes("italia")
    points = {k: {point for piece in found for point in piece} for k, found in pieces.items()}
    pairs = {frozenset((c["a"], c["b"])) for c in corners}
    assert {frozenset(("noricum", "tridentum")), frozenset(("mare_ligusticum", "carales"))} <= pairs
    for a, b in some(tuple(sorted(pair)) for pair in pairs):
        assert len(points[a] & points[b]) == 1 and not pieces[a] & pieces[b], (a, b)


@pytest.mark.parametrize("name", PLANS)
def test_everything_has_its_place(name: str) -> None:
    told, m = geography(name), drawn(name)
    assert set(m["provinces"]) == set(told.areas)
    assert set(m["seas"]) == set(told.seas)
    assert set(m["boxes"]) == set(told.boxes)
    for places in (m["provinces"], m["seas"], m["boxes"]):
        assert all(0 <= p["x"] <= m["width"] and 0 <= p["y"] <= m["height"] for p in places.values())
    assert all(p["d"].startswith("M") for p in [*m["provinces"].values(), *m["seas"].values()])


@pytest.mark.parametrize("name", PLANS)
def test_the_file_of_outlines_is_small_and_that_of_the_drawing(name: str) -> None:
    target = ROOT / plan(name)["svg"]
    assert target.read_text(encoding="utf-8") == outlines(drawn(name))
    assert drawn(name)["relief"] == relief(plan(name))
    assert target.stat().st_size < 100_000
