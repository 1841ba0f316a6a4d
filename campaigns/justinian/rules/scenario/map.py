"""The map of a scenario, read from JSON (2.1): provinces, prefectures, sea areas and the boxes of powers."""

from __future__ import annotations

from campaigns.justinian.rules.scenario.reading import Reader
from campaigns.justinian.rules.scenario.types import PREFECTURES, Box, Edge, Prefecture, Province, SeaArea
from engine.game import Facts

_PROVINCE = (
    "id name prefecture diocese revenue city fort island coastal seas label groups counts_for_prefecture"
    " frontier_allowed start_control"
)


def provinces(r: Reader, top: Facts) -> dict[str, Province]:
    return {
        key: Province(
            id=key,
            name=r.word(o, "name", p),
            prefecture=r.one_of(o, "prefecture", p, PREFECTURES),
            diocese=r.word(o, "diocese", p),
            revenue=r.whole(o, "revenue", p, 0, 20),
            city=r.word_or_none(o, "city", p),
            fort=r.flag(o, "fort", p),
            island=r.flag(o, "island", p),
            coastal=r.flag(o, "coastal", p),
            seas=r.words(o, "seas", p),
            label=r.point(o, "label", p),
            groups=frozenset(r.words(o, "groups", p)),
            counts=r.flag(o, "counts_for_prefecture", p),
            frontier_allowed=r.flag(o, "frontier_allowed", p),
            start_control=r.word_or_none(o, "start_control", p),
        )
        for p, key, o in r.keyed(top, "provinces", _PROVINCE)
    }


def prefectures(r: Reader, top: Facts, provinces: dict[str, Province]) -> dict[str, Prefecture]:
    found = {}
    for p, key, o in r.keyed(top, "prefectures", "id name provinces revenue two_thirds"):
        members = tuple(k for k, x in provinces.items() if x.prefecture == key and x.counts)
        found[key] = Prefecture(
            id=key,
            name=r.word(o, "name", p),
            provinces=r.whole(o, "provinces", p, 1),
            revenue=r.whole(o, "revenue", p),
            two_thirds=r.whole(o, "two_thirds", p, 1),
            members=members,
            must_control=tuple(k for k in members if provinces[k].city or provinces[k].revenue >= 2),  # 10.21
        )
    return found


def seas(r: Reader, top: Facts) -> dict[str, SeaArea]:
    return {
        key: SeaArea(
            id=key,
            name_en=r.word(o, "name_en", p),
            name_it=r.word(o, "name_it", p),
            label=r.point(o, "label", p),
            coasts=r.words(o, "coasts", p),
            adjacent=r.words(o, "adjacent", p),
        )
        for p, key, o in r.keyed(top, "sea_areas", "id name_en name_it label coasts adjacent")
    }


def edges(r: Reader, top: Facts) -> tuple[Edge, ...]:
    return tuple(
        Edge(r.word(e, "a", p), r.word(e, "b", p), r.one_of(e, "kind", p, ("land", "strait")))
        for p, e in r.items(top, "land_edges", "a b kind")
    )


def boxes(r: Reader, top: Facts) -> dict[str, Box]:
    found = {}
    for p, key, o in r.keyed(top, "boxes", "id power label entries links"):
        entries = tuple(r.word(e, "province", q) for q, e in r.items(o, "entries", "province", p))
        found[key] = Box(key, r.word(o, "power", p), r.point(o, "label", p), entries, r.words(o, "links", p))
    return found
