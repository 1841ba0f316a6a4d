"""Draw a campaign's map as the outlines of its areas and seas. This is a tool for authors.

    python -m tools.maps.build justinian path/to/world-atlas/land-50m.json
    python -m tools.maps.build italia path/to/world-atlas/land-10m.json

Needs shapely 2.1, which is not a dependency of Vexillum; the result is committed. The coasts are from
Natural Earth (public domain), in the npm package world-atlas. The plan of each map is in
tools/maps/plans/, its places and borders in its scenario.

Every area gets seeds along its half of each line to a neighbour. The area consists of the Voronoi cells
of all its seeds, clipped to the land. No two of those lines cross, so neighbours share a border. Where
four areas meet, the short border between two that should touch only at a corner is contracted to a point.
If the scenario says which sea touches which area, the seas get seeds along the coasts of those areas.
Corners between seas and areas then become points in the same way.
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

from tools.maps.geography import Geography, Pair, read
from tools.maps.outlines import outlines
from tools.maps.relief import project_point, relief

ROOT = Path(__file__).resolve().parents[2]
OFFSHORE = 0.05  # degrees from a shore to the seeds of the sea that touches it
Shapes = dict[str, BaseGeometry]
Seeds = dict[str, list[tuple[float, float]]]


class Drawing:
    """The map that a file in tools/maps/plans/ describes, with the places and borders of its scenario."""

    def __init__(self, plan: dict[str, Any]) -> None:
        self.plan = plan
        self.west, self.south, self.east, self.north = plan["window"]
        self.geography: Geography = read(ROOT / plan["scenario"])

    @property
    def window(self) -> BaseGeometry:
        return box(self.west, self.south, self.east, self.north)

    def project(self, lon: float, lat: float) -> tuple[float, float]:
        """Convert a position to drawing units from the top left corner, by the Mercator projection."""
        return project_point(self.plan, lon, lat)

    def land(self, path: str) -> BaseGeometry:
        """Return the land in a TopoJSON file, clipped to the window. ``path``: the file."""
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
        return unary_union([p.intersection(self.window) for p in polygons])

    def voronoi(self, seeds: Seeds) -> Shapes:
        """Return the shape of each place, by name. It is the union of the Voronoi cells of the place's
        seeds.
        """
        owner = {point: name for name, points in seeds.items() for point in points}
        around = box(self.west - 5, self.south - 5, self.east + 5, self.north + 5)
        cells = shapely.voronoi_polygons(MultiPoint(list(owner)), extend_to=around)
        tree = shapely.STRtree(list(cells.geoms))
        parts: dict[str, list[BaseGeometry]] = {}
        for point, name in owner.items():
            cell = next(i for i in tree.query(Point(point)) if cells.geoms[i].covers(Point(point)))
            parts.setdefault(name, []).append(cells.geoms[cell])
        return {name: unary_union(pieces) for name, pieces in parts.items()}

    # --- land ---

    def area_seeds(self) -> Seeds:
        """Return the seeds of each area by its name: points on its half of each line to a neighbour by land,
        and the points that the plan adds. An area that is a whole island has no seeds. The name "" stands for
        the land beyond all areas.
        """
        at = self.geography.areas
        seeds: Seeds = {name: [point] for name, point in at.items()}
        for a, b, kind in self.geography.edges:
            if kind == "strait":
                continue
            (ax, ay), (bx, by) = at[a], at[b]
            count = max(2, round(math.hypot(bx - ax, by - ay) / self.plan["step"] / 2) * 2)
            for i in range(1, count):
                t = (i - 0.5) / (count - 1)
                point = (round(ax + (bx - ax) * t, 4), round(ay + (by - ay) * t, 4))
                seeds[a if t < 0.5 else b].append(point)
        for name, points in self.plan["areas"].items():
            seeds[name].extend((lon, lat) for lat, lon in points)
        for name in self.plan["isles"]:
            if name in self.plan["whole_isles"]:
                del seeds[name]
        seeds[""] = [(lon, lat) for lat, lon in self.plan["beyond"]]
        taken: set[tuple[float, float]] = set()
        for points in seeds.values():
            points[:] = [p for p in dict.fromkeys(points) if p not in taken]
            taken.update(points)
        return seeds

    def areas(self, ground: BaseGeometry) -> Shapes:
        """Return the land of every area: its cells on the mainland, and the islands that the plan assigns to
        it.
        """
        cells = self.voronoi(self.area_seeds())
        isles: dict[str, list[BaseGeometry]] = {}
        main: list[BaseGeometry] = []
        for piece in shapely.get_parts(ground):
            name = next(
                (
                    k
                    for k, pts in self.plan["isles"].items()
                    if any(piece.distance(Point(x, y)) < 0.09 for y, x in pts)
                ),
                None,
            )
            if name and piece.area < 8:
                isles.setdefault(name, []).append(piece)
            elif piece.area > self.plan["least_isle"]:
                main.append(piece)
        rest = unary_union(main)
        found = {}
        for name in [*cells, *self.plan["whole_isles"]]:
            on_main = cells[name].intersection(rest) if name in cells else Polygon()
            pieces = [p for p in shapely.get_parts(on_main) if p.area > 0.003]
            found[name] = unary_union(pieces + isles.get(name, []))
        return found

    # --- seas ---

    def seas(self, water: BaseGeometry, areas: Shapes) -> Shapes:
        """Return the water of every sea. If the scenario says which seas touch which areas, the water along
        an area's coast goes to the nearest sea that touches the area.
        """
        seeds: Seeds = {k: [(lon, lat) for lat, lon in pts] for k, pts in self.plan["seas"].items()}
        if not self.geography.waters:
            return {name: cell.intersection(water) for name, cell in self.voronoi(seeds).items()}
        for name, point in self.geography.seas.items():
            seeds.setdefault(name, []).append(point)
        rough = {name: MultiPoint(points) for name, points in seeds.items() if name}
        taken = {point for points in seeds.values() for point in points}
        for area, shape in areas.items():
            touching = [s for s in self.geography.seas if frozenset((s, area)) in self.geography.waters]
            for point in self._offshore_points(shape, water) if touching else ():
                if point not in taken:
                    taken.add(point)
                    nearest = min(touching, key=lambda sea: rough[sea].distance(Point(point)))
                    seeds[nearest].append(point)
        return {name: cell.intersection(water) for name, cell in self.voronoi(seeds).items()}

    def _offshore_points(self, shape: BaseGeometry, water: BaseGeometry) -> list[tuple[float, float]]:
        line = shape.buffer(OFFSHORE).boundary.intersection(water)
        found = []
        for part in shapely.get_parts(line):
            count = max(1, round(part.length / (OFFSHORE * 1.5)))
            steps = (part.interpolate((i + 0.5) / count, normalized=True) for i in range(count))
            found += [(round(p.x, 4), round(p.y, 4)) for p in steps]
        return found

    # --- corners ---

    def gather_corners(self, found: Shapes, joined: frozenset[Pair]) -> Shapes:
        """Contract a border to one point if the two places should meet only at a corner."""
        moved: dict[tuple[float, float], tuple[float, float]] = {}
        for a, b in combinations([k for k in found if k], 2):
            if frozenset((a, b)) in joined or not found[a].intersects(found[b]):
                continue
            border = found[a].intersection(found[b])
            if border.length == 0 or border.length > self.plan["longest_corner"]:
                continue
            middle = (
                border.interpolate(0.5, normalized=True)
                if border.geom_type == "LineString"
                else border.centroid
            )
            for x, y in shapely.get_coordinates(border):
                moved[(x, y)] = (middle.x, middle.y)

        def shift(points: Any) -> Any:
            for row in points:
                row[0], row[1] = moved.get((row[0], row[1]), (row[0], row[1]))
            return points

        return {k: shapely.make_valid(shapely.transform(g, shift)) for k, g in found.items()}

    def simplify(self, found: Shapes) -> Shapes:
        """Simplify all outlines to fewer points. Shared borders stay shared."""
        shapes = shapely.coverage_simplify(list(found.values()), self.plan["tolerance"])
        return dict(zip(found, shapes, strict=True))

    def draw_shapes(self, ground: BaseGeometry) -> tuple[Shapes, Shapes]:
        """Return the shapes of the areas and those of the seas, each by name. Land outside all areas has the
        name "".
        """
        joined = self.geography.joined_pairs
        areas, water = self.areas(ground), self.window.difference(ground)
        if not self.geography.waters:
            for _ in range(3):  # contracting one corner may create another
                areas = self.gather_corners(areas, joined)
            seas = {k: g.simplify(0.12) for k, g in self.seas(water, areas).items()}
            return self.simplify(areas), {k: _drop_small_parts(seas[k], 0.05) for k in self.geography.seas}
        water = self.window.difference(unary_union(list(areas.values())))  # the smallest islands are dropped
        seas = self.seas(water, areas)
        together = shapely.coverage_simplify([*areas.values(), *seas.values()], self.plan["tolerance"])
        names = [*areas, *(f"~{name}" if name == "" else name for name in seas)]
        found: Shapes = dict(zip(names, together, strict=True))
        for _ in range(4):
            found = self.gather_corners(found, joined)
        return {k: found[k] for k in areas}, {
            k: _drop_small_parts(found[k], 0.002) for k in self.geography.seas
        }

    # --- output ---

    def path_of(self, shape: BaseGeometry) -> str:
        """Return a shape as an SVG path with an absolute start, relative steps and one decimal place."""
        out = []
        for polygon in shapely.get_parts(shape):
            if polygon.geom_type != "Polygon":
                continue
            for ring in (polygon.exterior, *polygon.interiors):
                points = [self.project(x, y) for x, y in ring.coords[:-1]]
                steps = []
                for (x0, y0), (x1, y1) in zip(points, points[1:], strict=False):
                    dx, dy = round(x1 - x0, 1), round(y1 - y0, 1)
                    if dx or dy:
                        steps.append(f"{dx:g} {dy:g}")
                if len(steps) > 1:
                    out.append(f"M{points[0][0]:g} {points[0][1]:g}l{' '.join(steps)}z".replace(" -", "-"))
        return "".join(out)

    def document(self, ground: BaseGeometry) -> dict[str, Any]:
        """Return the document that maps.values.outlines reads."""
        areas, seas = self.draw_shapes(ground)
        width, height = self.project(self.east, self.south)
        beyond = self.path_of(areas.pop(""))
        return {
            "meta": {
                "title": f"{self.plan['title']}, drawn by tools/maps/build.py",
                "prov": {"coast": self.plan["coast"], "borders": "design", "labels": "history"},
            },
            "width": width,
            "height": height,
            "beyond": beyond,
            "relief": relief(self.plan),
            "provinces": {
                k: {"d": self.path_of(g), **self._point(self.geography.areas[k])} for k, g in areas.items()
            },
            "seas": {
                k: {"d": self.path_of(g), **self._point(self.geography.seas[k])} for k, g in seas.items()
            },
            "boxes": {k: self._point(at) for k, at in self.geography.boxes.items()},
            "links": [
                [a, b, kind]
                for a, b, kind in self.geography.edges
                if kind == "strait" or areas[a].intersection(areas[b]).length < 0.02
            ],
            "closed": self._closed_borders({**areas, **(seas if self.geography.waters else {})}),
        }

    def _point(self, at: tuple[float, float]) -> dict[str, float]:
        x, y = self.project(*at)
        return {"x": x, "y": y}

    def _closed_borders(self, found: Shapes) -> list[list[str]]:
        """Return the pairs of places that share a border in the drawing but not in the scenario."""
        return [
            [a, b]
            for a, b in combinations(found, 2)
            if frozenset((a, b)) not in self.geography.joined_pairs
            and found[a].intersection(found[b]).length > 0.02
        ]


def _drop_small_parts(shape: BaseGeometry, least: float) -> BaseGeometry:
    return unary_union([part for part in shapely.get_parts(shape) if part.area > least])


def main(name: str, atlas: str) -> None:
    plan = json.loads((Path(__file__).parent / f"plans/{name}.json").read_text(encoding="utf-8"))
    drawing = Drawing(plan)
    result = drawing.document(drawing.land(atlas))
    target = ROOT / plan["json"]
    target.write_text(json.dumps(result, separators=(",", ":"), ensure_ascii=False) + "\n", encoding="utf-8")
    (ROOT / plan["svg"]).write_text(outlines(result), encoding="utf-8")
    print(target.stat().st_size, "bytes; lines:", result["links"], "; closed borders:", result["closed"])


if __name__ == "__main__":
    main(*sys.argv[1:])
