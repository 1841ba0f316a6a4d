"""Draw mountains with light hachures along the crests of a plan, as one path for the outlines of its map.

A crest is a line of points [latitude, longitude] in tools/maps/plans/. The map records the source of what
it shows: the course of the ranges is ``history`` (common knowledge), the number of strokes is ``design``
(our choice). Mountains have no effect in the rules.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

Point = tuple[float, float]
APART, HIGH, WIDE = 9.0, 5.5, 6.5  # distance between two strokes, and the size of a stroke, in drawing units


def project_point(plan: Mapping[str, Any], lon: float, lat: float) -> Point:
    """Convert a position to drawing units from the top left corner of the plan's window, by the Mercator
    projection.
    """
    west, _south, _east, north = plan["window"]

    def mercator(at: float) -> float:
        return math.degrees(math.log(math.tan(math.pi / 4 + math.radians(at) / 2)))

    scale = plan["scale"]
    return round((lon - west) * scale, 1), round((mercator(north) - mercator(lat)) * scale, 1)


def relief(plan: Mapping[str, Any]) -> str:
    """Return the hachures of a plan's mountains, or "" if it has none."""
    crests = plan.get("crests", {}).values()
    return hachures([[project_point(plan, lon, lat) for lat, lon in crest] for crest in crests])


def hachures(crests: Sequence[Sequence[Point]]) -> str:
    """Return the strokes along all crests as one path. The crests are given in drawing units."""
    return "".join(_stroke(at, number) for crest in crests for number, at in enumerate(_points_along(crest)))


def _points_along(crest: Sequence[Point]) -> Iterator[Point]:
    left = 0.0
    for (ax, ay), (bx, by) in zip(crest, crest[1:], strict=False):
        length = math.hypot(bx - ax, by - ay)
        while left <= length:
            yield ax + (bx - ax) * left / length, ay + (by - ay) * left / length
            left += APART
        left -= length


def _stroke(at: Point, number: int) -> str:
    x, y = at
    high, wide = (HIGH, WIDE) if number % 2 else (HIGH * 0.7, WIDE * 0.75)
    aside = 2.0 if number % 2 else -1.5
    return (
        f"M{x - wide / 2:.1f} {y + aside + high / 2:.1f}l{wide / 2:.1f}-{high:.1f} {wide / 2:.1f} {high:.1f}"
    )
