"""The drawn map and the adjacency data agree (7.13), and everything of the scenario has its place."""

import json
import re
from pathlib import Path

from campaigns.justinian.rules.scenario.loading import builtin, load
from tools.maps.outlines import TARGET, outlines

MAP = Path(__file__).resolve().parents[3] / "static/campaigns/justinian_map.json"
Point = tuple[float, float]


def drawn() -> dict:
    return json.loads(MAP.read_text(encoding="utf-8"))


def segments(path: str) -> set[frozenset[Point]]:
    """The straight pieces of an SVG path of moves and relative lines, whichever way they run."""
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


def test_borders_are_drawn_exactly_between_adjacent_provinces() -> None:
    """Neighbours by land share a drawn border or are joined by a line; others share none, save across a
    strait that the coastline does not show."""
    scn, m = load(builtin()), drawn()
    pieces = {k: segments(p["d"]) for k, p in m["provinces"].items()}
    touching = {frozenset((a, b)) for a in pieces for b in pieces if a < b and pieces[a] & pieces[b]}
    joined = {frozenset((e.a, e.b)) for e in scn.edges if e.kind == "land"}
    lines = {frozenset((a, b)) for a, b, _ in m["links"]}
    closed = {frozenset(pair) for pair in m["closed"]}
    assert joined - lines <= touching
    straits = {frozenset((e.a, e.b)) for e in scn.edges if e.kind == "strait"}
    assert touching - closed - straits <= joined


def test_the_four_straits_are_drawn_as_lines() -> None:
    scn = load(builtin())
    straits = {frozenset((e.a, e.b)) for e in scn.edges if e.kind == "strait"}
    assert straits == {frozenset((a, b)) for a, b, kind in drawn()["links"] if kind == "strait"}


def test_everything_has_its_place() -> None:
    scn, m = load(builtin()), drawn()
    assert set(m["provinces"]) == set(scn.provinces)
    assert set(m["seas"]) == set(scn.seas)
    assert set(m["boxes"]) == set(scn.boxes)
    for places in (m["provinces"], m["seas"], m["boxes"]):
        assert all(0 <= p["x"] <= m["width"] and 0 <= p["y"] <= m["height"] for p in places.values())
    assert all(p["d"].startswith("M") for p in [*m["provinces"].values(), *m["seas"].values()])


def test_the_file_is_small() -> None:
    assert MAP.stat().st_size < 150_000


def test_the_file_of_outlines_is_that_of_the_drawing() -> None:
    assert TARGET.read_text(encoding="utf-8") == outlines(drawn())
