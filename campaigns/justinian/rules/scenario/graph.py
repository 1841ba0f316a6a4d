"""The map as a graph, while it is being read: distances and the zones of the Byzantine armies.

Kept apart from ``geography``, which answers questions about a finished scenario: the zones are part of one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from campaigns.justinian.rules.scenario.reading import Reader
from campaigns.justinian.rules.scenario.types import PREFECTURES, Box, Edge, Province
from engine.game import Facts
from engine.ways import cheapest

Adjacency = Mapping[str, Mapping[str, str]]


def adjacency(provinces: Iterable[str], edges: Iterable[Edge]) -> dict[str, dict[str, str]]:
    """province -> neighbour -> "land" or "strait". Edges to unknown provinces are left out."""
    found: dict[str, dict[str, str]] = {key: {} for key in provinces}
    for edge in edges:
        if edge.a in found and edge.b in found:
            found[edge.a][edge.b] = edge.kind
            found[edge.b][edge.a] = edge.kind
    return found


def distances(near: Adjacency, origins: Iterable[str], strait: int = 2) -> dict[str, int]:
    """MP from the nearest origin: 1 per province, ``strait`` per strait crossed (ruling G2). No status, no
    enemies, land only."""

    def onward(here: str, so_far: int, _: None) -> Iterator[tuple[str, int, None]]:
        for there, kind in near[here].items():
            yield there, so_far + (strait if kind == "strait" else 1), None

    found = cheapest({origin: (0, None) for origin in origins if origin in near}, onward)
    return {place: mp for place, (mp, _) in found.items()}


def components(near: Mapping[str, Iterable[str]]) -> list[set[str]]:
    """The connected parts of a graph, the largest first."""
    left, found = set(near), []
    while left:
        part, queue = set(), [left.pop()]
        while queue:
            here = queue.pop()
            part.add(here)
            fresh = left & set(near[here])
            left -= fresh
            queue.extend(fresh)
        found.append(part)
    return sorted(found, key=len, reverse=True)


_FIELDS = {
    "within_mp": "type origin mp",
    "prefecture": "type ids",
    "prefecture_within_mp": "type ids origin mp",
    "coastal_within_mp": "type origin mp",
    "box_entry": "type boxes",
    "city_in_prefecture": "type ids",
}


def zone(
    r: Reader,
    value: Any,
    path: str,
    provinces: Mapping[str, Province],
    edges: Iterable[Edge],
    boxes: Mapping[str, Box],
) -> frozenset[str]:
    """The provinces of ``{"provinces": [...], "any": [predicate...], "exclude": [...]}`` (3.9)."""
    o = r.object(value, path, "provinces any exclude")
    found = set(r.words(o, "provinces", path)) if "provinces" in o else set()
    excluded = set(r.words(o, "exclude", path)) if "exclude" in o else set()
    for name in sorted((found | excluded) - set(provinces)):
        r.fault(path, "unknown_province", province=name[:80])
    near = adjacency(provinces, edges)
    if "any" in o:
        for where, predicate in r.items(o, "any", path=path):
            found |= _matching(r, predicate, where, provinces, near, boxes)
    result = frozenset(found - excluded) & frozenset(provinces)
    if not result:
        r.fault(path, "empty_zone")
    return result


def _matching(
    r: Reader,
    o: Facts,
    path: str,
    provinces: Mapping[str, Province],
    near: Adjacency,
    boxes: Mapping[str, Box],
) -> set[str]:
    kind = r.one_of(o, "type", path, _FIELDS)
    if kind not in _FIELDS:
        return set()
    r.object(o, path, _FIELDS[kind])
    if kind == "box_entry":
        names = r.words(o, "boxes", path)
        for name in names:
            if name not in boxes:
                r.fault(f"{path}.boxes", "unknown_box", box=name[:80])
        return {p for name in names if name in boxes for p in boxes[name].entries}
    found = set(provinces)
    if "ids" in _FIELDS[kind]:
        ids = r.words(o, "ids", path)
        for name in sorted(set(ids) - set(PREFECTURES)):
            r.fault(f"{path}.ids", "unknown_value", value=name[:80], allowed=sorted(PREFECTURES))
        # Lazica is regarded as part of Oriens for armies (3.41); only "within" zones leave it out by distance
        found = {k for k in found if provinces[k].prefecture in ids}
    if "mp" in _FIELDS[kind]:
        origins = r.words(o, "origin", path)
        for name in origins:
            if name not in provinces:
                r.fault(f"{path}.origin", "unknown_province", province=name[:80])
        reach = r.whole(o, "mp", path, 0, 50)
        found &= {k for k, mp in distances(near, origins).items() if mp <= reach}
    if kind == "city_in_prefecture":
        found = {k for k in found if provinces[k].is_city}
    if kind == "coastal_within_mp":
        found = {k for k in found if provinces[k].coastal}
    return found
