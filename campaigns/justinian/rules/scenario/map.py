"""The map of a scenario, read from JSON (2.1): provinces, prefectures, sea areas and the powers' boxes."""

from __future__ import annotations

from campaigns.justinian.rules.scenario.types import PREFECTURES, Box, Edge, Prefecture, Province, SeaArea
from engine.reading import Reader

_PROVINCE = (
    "id name prefecture diocese revenue city fort island coastal seas label groups counts_for_prefecture"
    " frontier_allowed start_control"
)


def provinces(top: Reader) -> dict[str, Province]:
    return {
        key: Province(
            id=key,
            name=o["name"].text(),
            prefecture=o["prefecture"].one_of(sorted(PREFECTURES)),
            diocese=o["diocese"].text(),
            revenue=o["revenue"].number(0, 20),
            city=o["city"].text_or_none(),
            fort=o["fort"].flag(),
            island=o["island"].flag(),
            coastal=o["coastal"].flag(),
            seas=o["seas"].words(),
            label=o["label"].point(),
            groups=frozenset(o["groups"].words()),
            counts=o["counts_for_prefecture"].flag(),
            frontier_allowed=o["frontier_allowed"].flag(),
            start_control=o["start_control"].text_or_none(),
        )
        for key, o in top["provinces"].items_by_id(_PROVINCE)
    }


def prefectures(top: Reader, provinces: dict[str, Province]) -> dict[str, Prefecture]:
    found = {}
    for key, o in top["prefectures"].items_by_id("id name provinces revenue two_thirds"):
        members = tuple(k for k, x in provinces.items() if x.prefecture == key and x.counts)
        found[key] = Prefecture(
            id=key,
            name=o["name"].text(),
            provinces=o["provinces"].number(1),
            revenue=o["revenue"].number(),
            two_thirds=o["two_thirds"].number(1),
            members=members,
            must_control=tuple(k for k in members if provinces[k].city or provinces[k].revenue >= 2),  # 10.21
        )
    return found


def seas(top: Reader) -> dict[str, SeaArea]:
    return {
        key: SeaArea(
            id=key,
            name_en=o["name_en"].text(),
            name_it=o["name_it"].text(),
            label=o["label"].point(),
            coasts=o["coasts"].words(),
            adjacent=o["adjacent"].words(),
        )
        for key, o in top["sea_areas"].items_by_id("id name_en name_it label coasts adjacent")
    }


def edges(top: Reader) -> tuple[Edge, ...]:
    return tuple(
        Edge(e["a"].text(), e["b"].text(), e["kind"].one_of(("land", "strait")))
        for e in (item.only("a b kind") for item in top["land_edges"].items())
    )


def boxes(top: Reader) -> dict[str, Box]:
    found = {}
    for key, o in top["boxes"].items_by_id("id power label entries links"):
        entries = tuple(e.only("province")["province"].text() for e in o["entries"].items())
        found[key] = Box(key, o["power"].text(), o["label"].point(), entries, o["links"].words())
    return found
