"""Author's tool, run once: draws the Justinian map into static/campaigns/justinian_map.json.

    python -m tools.maps.build_map path/to/world-atlas/land-50m.json

Needs shapely 2.1 (not a dependency of Vexillum; the result is committed). Coasts: Natural Earth, public
domain, from the npm package world-atlas. Every province gets seeds along its half of each line to a
neighbour; the Voronoi cells of all its seeds, clipped to the land, are its area. As no two of those lines
cross, neighbours share a border; where four provinces meet, the leftover border of a diagonal is drawn
together into a point.
"""

from __future__ import annotations

import json
import math
import sys
from itertools import combinations
from pathlib import Path
from typing import Any

import shapely
from shapely import MultiPoint, Point, Polygon, box
from shapely.geometry.base import BaseGeometry
from shapely.ops import unary_union

from tools.maps.outlines import outlines

ROOT = Path(__file__).resolve().parents[2]
SCENARIO = ROOT / "campaigns/justinian/data/justinian.json"
TARGET = ROOT / "static/campaigns/justinian_map.json"

WEST, SOUTH, EAST, NORTH = -10.0, 23.2, 48.0, 48.8
SCALE = 24.0  # drawing units per degree of longitude
STEP = 0.12  # degrees between seeds along a line
TOLERANCE = 0.022  # degrees: simplification of borders and coasts
LEAST_ISLE = 0.012  # square degrees: smaller islands are left out, unless they are a province's own

_SEEDS = json.loads((Path(__file__).parent / "seeds.json").read_text())  # [latitude, longitude]
BEYOND, EXTRA, SEAS, ISLES = (_SEEDS[k] for k in ("beyond", "provinces", "seas", "isles"))
WHOLE_ISLES = ("baleares", "sardinia", "corsica", "sicilia", "creta", "cyprus", "insulae")


def project(lon: float, lat: float) -> tuple[float, float]:
    """Mercator, in drawing units from the top left corner."""

    def mercator(at: float) -> float:
        return math.degrees(math.log(math.tan(math.pi / 4 + math.radians(at) / 2)))

    return round((lon - WEST) * SCALE, 1), round((mercator(NORTH) - mercator(lat)) * SCALE, 1)


def land(path: str) -> BaseGeometry:
    """The land of a TopoJSON file inside the window."""
    topology = json.loads(Path(path).read_text())
    (sx, sy), (tx, ty) = topology["transform"]["scale"], topology["transform"]["translate"]
    arcs = []
    for arc in topology["arcs"]:
        x = y = 0
        points = []
        for dx, dy in arc:
            x, y = x + dx, y + dy
            points.append((x * sx + tx, y * sy + ty))
        arcs.append(points)

    def ring(indices: list[int]) -> list[tuple[float, float]]:
        points: list[tuple[float, float]] = []
        for index in indices:
            part = arcs[index] if index >= 0 else arcs[~index][::-1]
            points.extend(part[1:] if points else part)
        return points

    polygons = [
        Polygon(ring(rings[0]), [ring(hole) for hole in rings[1:]]).buffer(0)
        for geometry in topology["objects"]["land"]["geometries"]
        for rings in (geometry["arcs"] if geometry["type"] == "MultiPolygon" else [geometry["arcs"]])
    ]
    return unary_union([p.intersection(box(WEST, SOUTH, EAST, NORTH)) for p in polygons])


def voronoi(seeds: dict[str, list[tuple[float, float]]]) -> dict[str, BaseGeometry]:
    """The union of the Voronoi cells of each name's seeds, given as (longitude, latitude)."""
    owner = {point: name for name, points in seeds.items() for point in points}
    cells = shapely.voronoi_polygons(
        MultiPoint(list(owner)), extend_to=box(WEST - 5, SOUTH - 5, EAST + 5, NORTH + 5)
    )
    tree = shapely.STRtree(list(cells.geoms))
    parts: dict[str, list[BaseGeometry]] = {}
    for point, name in owner.items():
        cell = next(i for i in tree.query(Point(point)) if cells.geoms[i].covers(Point(point)))
        parts.setdefault(name, []).append(cells.geoms[cell])
    return {name: unary_union(pieces) for name, pieces in parts.items()}


def province_seeds(scenario: dict[str, Any]) -> dict[str, list[tuple[float, float]]]:
    at = {p["id"]: (p["label"][1], p["label"][0]) for p in scenario["provinces"]}
    seeds = {name: [point] for name, point in at.items()}
    for edge in scenario["land_edges"]:
        if edge["kind"] == "strait":
            continue
        (ax, ay), (bx, by) = at[edge["a"]], at[edge["b"]]
        count = max(2, round(math.hypot(bx - ax, by - ay) / STEP / 2) * 2)
        for i in range(1, count):
            t = (i - 0.5) / (count - 1)
            point = (round(ax + (bx - ax) * t, 4), round(ay + (by - ay) * t, 4))
            seeds[edge["a"] if t < 0.5 else edge["b"]].append(point)
    for name, points in EXTRA.items():
        seeds[name].extend((lon, lat) for lat, lon in points)
    for name in WHOLE_ISLES:
        del seeds[name]
    seeds[""] = [(lon, lat) for lat, lon in BEYOND]
    taken: set[tuple[float, float]] = set()
    for points in seeds.values():
        points[:] = [p for p in dict.fromkeys(points) if p not in taken]
        taken.update(points)
    return seeds


def areas(ground: BaseGeometry, scenario: dict[str, Any]) -> dict[str, BaseGeometry]:
    """Every province's land: the cells on the mainland, whole islands by ISLES."""
    cells = voronoi(province_seeds(scenario))
    isles: dict[str, list[BaseGeometry]] = {}
    main: list[BaseGeometry] = []
    for piece in shapely.get_parts(ground):
        name = next(
            (k for k, pts in ISLES.items() if any(piece.distance(Point(x, y)) < 0.09 for y, x in pts)), None
        )
        if name and piece.area < 8:
            isles.setdefault(name, []).append(piece)
        elif piece.area > LEAST_ISLE:
            main.append(piece)
    rest = unary_union(main)
    found = {}
    for name in [*cells, *WHOLE_ISLES]:
        on_main = cells[name].intersection(rest) if name in cells else Polygon()
        pieces = [p for p in shapely.get_parts(on_main) if p.area > 0.003]
        found[name] = unary_union(pieces + isles.get(name, []))
    return found


def gather_corners(found: dict[str, BaseGeometry], joined: set[frozenset[str]]) -> dict[str, BaseGeometry]:
    """Draw the border between provinces that only meet in a corner together into one point."""
    moved: dict[tuple[float, float], tuple[float, float]] = {}
    for a, b in combinations([k for k in found if k], 2):
        if frozenset((a, b)) in joined or not found[a].intersects(found[b]):
            continue
        border = found[a].intersection(found[b])
        if border.length == 0 or border.length > 1.6:
            continue
        middle = (
            border.interpolate(0.5, normalized=True) if border.geom_type == "LineString" else border.centroid
        )
        for x, y in shapely.get_coordinates(border):
            moved[(x, y)] = (middle.x, middle.y)

    def shift(points: Any) -> Any:
        for row in points:
            row[0], row[1] = moved.get((row[0], row[1]), (row[0], row[1]))
        return points

    return {k: shapely.make_valid(shapely.transform(g, shift)) for k, g in found.items()}


def path_of(shape: BaseGeometry) -> str:
    """An SVG path: absolute start, relative steps, one decimal."""
    out = []
    for polygon in shapely.get_parts(shape):
        if polygon.geom_type != "Polygon":
            continue
        for ring in (polygon.exterior, *polygon.interiors):
            points = [project(x, y) for x, y in ring.coords[:-1]]
            steps = []
            for (x0, y0), (x1, y1) in zip(points, points[1:], strict=False):
                dx, dy = round(x1 - x0, 1), round(y1 - y0, 1)
                if dx or dy:
                    steps.append(f"{dx:g} {dy:g}")
            if len(steps) > 1:
                out.append(f"M{points[0][0]:g} {points[0][1]:g}l{' '.join(steps)}z".replace(" -", "-"))
    return "".join(out)


def main(atlas: str) -> None:
    scenario = json.loads(SCENARIO.read_text())
    ground = land(atlas)
    joined = {frozenset((e["a"], e["b"])) for e in scenario["land_edges"]}
    found = areas(ground, scenario)
    for _ in range(3):  # drawing one corner together may leave another
        found = gather_corners(found, joined)
    names = list(found)
    found = dict(zip(names, shapely.coverage_simplify([found[n] for n in names], TOLERANCE), strict=True))
    water = box(WEST, SOUTH, EAST, NORTH).difference(ground)
    seas = voronoi({k: [(lon, lat) for lat, lon in pts] for k, pts in SEAS.items()})
    result: dict[str, Any] = {
        "meta": {
            "title": "Justinian campaign map, drawn by tools/maps/build_map.py",
            "prov": {"coast": "Natural Earth 1:50m, public domain", "borders": "design", "labels": "history"},
        },
        "width": project(EAST, SOUTH)[0],
        "height": project(EAST, SOUTH)[1],
        "beyond": path_of(found.pop("")),
        "provinces": {},
        "seas": {},
        "boxes": {},
        "links": [],
    }
    label = {p["id"]: project(p["label"][1], p["label"][0]) for p in scenario["provinces"]}
    for name, shape in found.items():
        result["provinces"][name] = {"d": path_of(shape), "x": label[name][0], "y": label[name][1]}
    for sea in scenario["sea_areas"]:
        shape = seas[sea["id"]].intersection(water).simplify(0.12)
        shape = unary_union([p for p in shapely.get_parts(shape) if p.area > 0.05])
        x, y = project(sea["label"][1], sea["label"][0])
        result["seas"][sea["id"]] = {"d": path_of(shape), "x": x, "y": y}
    for b in scenario["boxes"]:
        x, y = project(b["label"][1], b["label"][0])
        result["boxes"][b["id"]] = {"x": x, "y": y}
    for edge in scenario["land_edges"]:
        border = found[edge["a"]].intersection(found[edge["b"]]).length
        if edge["kind"] == "strait" or border < 0.02:
            result["links"].append([edge["a"], edge["b"], edge["kind"]])
    wrong = []
    for a, b in combinations(found, 2):
        length = found[a].intersection(found[b]).length
        if frozenset((a, b)) not in joined and length > 0.02:
            wrong.append([a, b, round(length, 2)])
    result["closed"] = [[a, b] for a, b, _ in wrong]
    TARGET.write_text(json.dumps(result, separators=(",", ":"), ensure_ascii=False) + "\n")
    TARGET.with_suffix(".svg").write_text(outlines(result), encoding="utf-8")
    print(TARGET.stat().st_size, "bytes; lines:", result["links"], "; closed borders:", wrong)


if __name__ == "__main__":
    main(sys.argv[1])
