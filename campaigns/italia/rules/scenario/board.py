"""Reading the board from a scenario document: areas, seas and borders."""

from __future__ import annotations

from collections.abc import Iterable

from campaigns.italia.rules.scenario.types import KINDS, Area, Board, Sea
from engine.reading import Reader

LAND, STRAIT, SEA, COAST = "land", "strait", "sea", "coast"


def board(r: Reader) -> Board:
    """Read areas, seas, edges and regions. Every edge must join places of the right kind. Areas that only
    touch at a corner cannot be joined by an edge.
    """
    r.only("areas seas edges corners regions")
    areas = {
        key: Area(
            key,
            a["name"].text(),
            a["kind"].one_of(KINDS),
            a["city_allowed"].flag(),
            a["label"].point(),
            a["group"].text(),
            a["merge_into"].text_or_none() or "",
        )
        for key, a in r["areas"].items_by_id("id name group kind city_allowed label merge_into")
    }
    seas = {
        key: Sea(key, s["name"].text(), s["label"].point())
        for key, s in r["seas"].items_by_id("id name label")
    }
    corners = {frozenset((c.only("a b")["a"].text(), c["b"].text())) for c in r["corners"].items()}
    pairs: dict[str, list[tuple[str, str]]] = {LAND: [], STRAIT: [], SEA: [], COAST: []}
    for edge in r["edges"].items():
        kind = edge.only("a b type")["type"].one_of(pairs)
        a, b = edge["a"].text(), edge["b"].text()
        first, second = (seas if kind == SEA else areas), (seas if kind in (SEA, COAST) else areas)
        if kind == COAST and a in seas:
            a, b = b, a
        if a not in first or b not in second or a == b:
            edge.note_mistake("not_an_edge", a=a, b=b)
        elif frozenset((a, b)) in corners:
            edge.note_mistake("a_corner", a=a, b=b)
        else:
            pairs[kind].append((a, b))
    regions: dict[str, tuple[str, ...]] = {}
    for key, region in r["regions"].items_by_id("id areas"):
        regions[key] = region["areas"].words()
        r.check_names(f"{region.path}.areas", regions[key], areas, "unknown_area")
    return Board(
        areas,
        seas,
        _neighbours_of(pairs[LAND], areas),
        _neighbours_of(pairs[STRAIT], areas),
        _neighbours_of(pairs[COAST], [*areas, *seas]),
        _neighbours_of(pairs[SEA], seas),
        regions,
    )


def _neighbours_of(pairs: Iterable[tuple[str, str]], places: Iterable[str]) -> dict[str, frozenset[str]]:
    beside: dict[str, set[str]] = {place: set() for place in places}
    for a, b in pairs:
        beside[a].add(b)
        beside[b].add(a)
    return {place: frozenset(found) for place, found in beside.items()}
