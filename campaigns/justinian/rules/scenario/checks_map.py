"""Checks that the map of a scenario is consistent: borders, seas and boxes (2.1, 7.13, 7.19, 7.2)."""

from __future__ import annotations

from campaigns.justinian.rules.scenario.graph import adjacency, components
from campaigns.justinian.rules.scenario.types import Scenario
from engine.reading import Check, Reader


def _check_land(scn: Scenario, r: Reader) -> None:
    """Check the land borders, and the places where four provinces meet (7.13)."""
    seen: set[frozenset[str]] = set()
    for index, e in enumerate(scn.edges):
        path = f"$.land_edges[{index}]"
        r.check_names(path, (e.a, e.b), scn.provinces, "unknown_province")
        pair = frozenset((e.a, e.b))
        if len(pair) < 2:
            r.fault(path, "edge_to_itself", province=e.a)
        if pair in seen:
            r.fault(path, "repeated_edge", a=e.a, b=e.b)
        seen.add(pair)
    near = adjacency(scn.provinces, scn.edges)
    for index, ring in enumerate(scn.four_corners):
        path = f"$.four_corners[{index}].ring"
        r.check_names(path, ring, scn.provinces, "unknown_province")
        if len(ring) != 4:
            r.fault(path, "ring_of_four")
            continue
        sides = ((ring[i], ring[(i + 1) % 4]) for i in range(4))
        for a, b in sides:
            if b not in near.get(a, {}):
                r.fault(path, "ring_not_adjacent", a=a, b=b)
        for a, b in ((ring[0], ring[2]), (ring[1], ring[3])):
            if b in near.get(a, {}):
                r.fault(path, "ring_diagonal", a=a, b=b)


def _check_seas(scn: Scenario, r: Reader) -> None:
    """Check that seas and coasts refer to each other (7.2)."""
    for key, sea in scn.seas.items():
        path = f"$.sea_areas[{key}]"
        r.check_names(f"{path}.coasts", sea.coasts, scn.provinces, "unknown_province")
        r.check_names(f"{path}.adjacent", sea.adjacent, scn.seas, "unknown_sea")
        for other in sea.adjacent:
            if other in scn.seas and key not in scn.seas[other].adjacent:
                r.fault(f"{path}.adjacent", "not_symmetric", other=other)
        for coast in sea.coasts:
            if coast in scn.provinces and key not in scn.provinces[coast].seas:
                r.fault(f"{path}.coasts", "coast_without_sea", province=coast)
    for key, p in scn.provinces.items():
        path = f"$.provinces[{key}]"
        r.check_names(f"{path}.seas", p.seas, scn.seas, "unknown_sea")
        for sea_id in p.seas:
            if sea_id in scn.seas and key not in scn.seas[sea_id].coasts:
                r.fault(f"{path}.seas", "sea_without_coast", sea=sea_id)
        if p.coastal != bool(p.seas):
            r.fault(f"{path}.coastal", "coastal_means_seas")
        if p.island and not p.coastal:
            r.fault(f"{path}.island", "island_without_coast")
    _check_links(r, "sea_edges", {frozenset((a, b)) for a, s in scn.seas.items() for b in s.adjacent})


def _check_links(r: Reader, key: str, wanted: set[frozenset[str]]) -> None:
    """Check that the list under ``key`` contains exactly the ``wanted`` links, which the places themselves
    state.
    """
    found = {frozenset((e["a"].text(), e["b"].text())) for e in (item.only("a b") for item in r[key].items())}
    for pair in sorted(map(sorted, found ^ wanted)):
        r.fault(f"$.{key}", "links_disagree", a=pair[0], b=pair[-1])


def _check_connected(scn: Scenario, r: Reader) -> None:
    """Check that every province can be reached from every other by land, strait or sea."""
    near: dict[str, set[str]] = {k: set(v) for k, v in adjacency(scn.provinces, scn.edges).items()}
    for key, p in scn.provinces.items():
        for sea in p.seas:
            if sea in scn.seas:
                near[f"~{sea}"] = near.get(f"~{sea}", set()) | {key}
                near[key].add(f"~{sea}")
    for key, s in scn.seas.items():
        near.setdefault(f"~{key}", set()).update(f"~{x}" for x in s.adjacent if x in scn.seas)
    for part in components(near)[1:]:
        r.fault("$.land_edges", "cut_off", provinces=sorted(x.lstrip("~") for x in part))


def _check_boxes(scn: Scenario, r: Reader) -> None:
    """Check the off-map boxes, their entries and their links (2.1, 7.19)."""
    for key, b in scn.boxes.items():
        path = f"$.boxes[{key}]"
        r.check_names(f"{path}.power", [b.power], scn.powers, "unknown_power")
        r.check_names(f"{path}.entries", b.entries, scn.provinces, "unknown_province")
        r.check_names(f"{path}.links", b.links, scn.boxes, "unknown_box")
        if not b.entries:
            r.fault(f"{path}.entries", "box_without_entry")
        for other in b.links:
            if other in scn.boxes and key not in scn.boxes[other].links:
                r.fault(f"{path}.links", "not_symmetric", other=other)
    _check_links(r, "box_links", {frozenset((a, x)) for a, b in scn.boxes.items() for x in b.links})


CHECKS: tuple[Check[Scenario], ...] = (
    Check(_check_land, "provinces[].id land_edges[] four_corners[]"),
    Check(
        _check_seas,
        "provinces[].id provinces[].seas provinces[].coastal provinces[].island sea_areas[] sea_edges[]",
    ),
    Check(_check_connected, "provinces[].id provinces[].seas sea_areas[] land_edges[]"),
    Check(_check_boxes, "boxes[] box_links[] powers[].id provinces[].id"),
)
