"""The map data of a scenario: positions and borders."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

Point = tuple[float, float]  # longitude, latitude
Pair = frozenset[str]


@dataclass(frozen=True)
class Geography:
    """The places and borders of a map. ``areas``, ``seas`` and ``boxes`` hold the positions of their labels.
    ``edges`` holds (a, b, kind) for areas that touch by land or across a strait. ``waters`` holds pairs
    that touch: two seas, or a sea and an area. If a scenario does not list such pairs, ``waters`` is
    empty and seas are drawn without regard to coasts.
    """

    areas: dict[str, Point]
    seas: dict[str, Point]
    boxes: dict[str, Point]
    edges: tuple[tuple[str, str, str], ...]
    waters: frozenset[Pair]

    @property
    def joined_pairs(self) -> frozenset[Pair]:
        """The pairs of places that can share a border."""
        return frozenset(frozenset((a, b)) for a, b, _kind in self.edges) | self.waters


def read(path: Path) -> Geography:
    """Read the places and borders of a scenario. Its lists may be called areas or provinces, seas or
    sea_areas, and edges or land_edges.
    """
    found: Any = json.loads(path.read_text(encoding="utf-8"))
    edges = [(e["a"], e["b"], e.get("kind") or e["type"]) for e in found.get("land_edges") or found["edges"]]
    waters = (frozenset((a, b)) for a, b, kind in edges if kind in ("sea", "coast"))
    return Geography(
        _points(found.get("provinces") or found["areas"]),
        _points(found.get("sea_areas") or found["seas"]),
        _points(found.get("boxes", ())),
        tuple(edge for edge in edges if edge[2] in ("land", "strait")),
        frozenset(waters),
    )


def _points(places: Iterable[Any]) -> dict[str, Point]:
    return {place["id"]: (place["label"][1], place["label"][0]) for place in places}
