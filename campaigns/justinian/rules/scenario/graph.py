"""The map as a graph while a scenario is being read: distances, and the zones of Byzantine armies. The
module ``geography`` cannot be used yet, because it needs a finished scenario with its zones.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from campaigns.justinian.rules.scenario.types import PREFECTURES, Box, Edge, Province
from engine.reading import Reader
from engine.routes.shortest_paths import cheapest

Adjacency = Mapping[str, Mapping[str, str]]


def adjacency(provinces: Iterable[str], edges: Iterable[Edge]) -> dict[str, dict[str, str]]:
    """Return the neighbours of each province, with the kind of border ("land" or "strait"). Edges to unknown
    provinces are left out.
    """
    found: dict[str, dict[str, str]] = {key: {} for key in provinces}
    for edge in edges:
        if edge.a in found and edge.b in found:
            found[edge.a][edge.b] = edge.kind
            found[edge.b][edge.a] = edge.kind
    return found


def distances(near: Adjacency, origins: Iterable[str], strait: int = 2) -> dict[str, int]:
    """Return the MP to each place from the nearest origin by land: 1 per province, ``strait`` per strait
    crossed (ruling G2). Extra costs for status or enemies are not included.
    """

    def onward(here: str, so_far: int, _: None) -> Iterator[tuple[str, int, None]]:
        for there, kind in near[here].items():
            yield there, so_far + (strait if kind == "strait" else 1), None

    found = cheapest({origin: (0, None) for origin in origins if origin in near}, onward)
    return {place: mp for place, (mp, _) in found.items()}


def components(near: Mapping[str, Iterable[str]]) -> list[set[str]]:
    """Return the connected parts of a map, as sets of places, the largest first. ``near``: the neighbours of
    each place.
    """
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
    o: Reader, provinces: Mapping[str, Province], edges: Iterable[Edge], boxes: Mapping[str, Box]
) -> frozenset[str]:
    """Read a zone of a Byzantine army (3.9), and return its provinces. It is written as ``{"provinces":
    [...], "any": [predicate...], "exclude": [...]}``, where each predicate selects provinces by their
    properties.
    """
    o.only("provinces any exclude")
    found = set(o["provinces"].words()) if "provinces" in o else set()
    excluded = set(o["exclude"].words()) if "exclude" in o else set()
    o.check_names(o.path, sorted(found | excluded), provinces, "unknown_province", "province")
    near = adjacency(provinces, edges)
    for predicate in o["any"].items() if "any" in o else ():
        found |= _matching(predicate.require_object(), provinces, near, boxes)
    result = frozenset(found - excluded) & frozenset(provinces)
    if not result:
        o.note_mistake("empty_zone")
    return result


def _matching(
    o: Reader, provinces: Mapping[str, Province], near: Adjacency, boxes: Mapping[str, Box]
) -> set[str]:
    kind = o["type"].one_of(sorted(_FIELDS))
    if kind != o["type"].value:
        return set()
    o.only(_FIELDS[kind])
    if kind == "box_entry":
        names = o["boxes"].words()
        o.check_names(o["boxes"].path, names, boxes, "unknown_box", "box")
        return {p for name in names if name in boxes for p in boxes[name].entries}
    found = set(provinces)
    if "ids" in _FIELDS[kind]:
        ids = o["ids"].words()
        for name in sorted(set(ids) - set(PREFECTURES)):
            o["ids"].note_mistake("unknown_value", value=name[:80], allowed=sorted(PREFECTURES))
        # Lazica counts as part of Oriens for armies (3.41); only distances can exclude it
        found = {k for k in found if provinces[k].prefecture in ids}
    if "mp" in _FIELDS[kind]:
        origins = o["origin"].words()
        o.check_names(o["origin"].path, origins, provinces, "unknown_province", "province")
        reach = o["mp"].number(0, 50)
        found &= {k for k, mp in distances(near, origins).items() if mp <= reach}
    if kind == "city_in_prefecture":
        found = {k for k in found if provinces[k].is_city}
    if kind == "coastal_within_mp":
        found = {k for k in found if provinces[k].coastal}
    return found
