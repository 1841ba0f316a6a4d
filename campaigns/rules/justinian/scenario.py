"""The scenario of a Justinian campaign: read from JSON, checked, and turned into plain values.

The built-in one is ``data/justinian.json``, a reconstruction of the map with its provenance. A GM may correct
a copy from a printed game; :func:`load` names every mistake with its path.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

from campaigns.rules.justinian.scenario_checks import check
from campaigns.rules.justinian.scenario_graph import zone
from campaigns.rules.justinian.scenario_reading import Reader
from campaigns.rules.justinian.scenario_types import (
    BYZANTIUM,
    EUROPA,
    LAZICA,
    MAJORS,
    OSTROGOTHS,
    PERSIA,
    PREFECTURES,
    SARDINIA,
    VANDALS,
    ArmyInfo,
    BarbarianSetup,
    Box,
    ByzantineSetup,
    Counters,
    Edge,
    Leader,
    Power,
    Prefecture,
    Province,
    Scenario,
    SeaArea,
    Setup,
    SuggestedBarbarian,
    SuggestedByzantine,
    Troops,
)
from engine.codec import digest
from engine.game import BadScenario, Facts, Mistake

__all__ = [
    "BYZANTIUM",
    "EUROPA",
    "LAZICA",
    "MAJORS",
    "OSTROGOTHS",
    "PERSIA",
    "PREFECTURES",
    "SARDINIA",
    "VANDALS",
    "ArmyInfo",
    "BarbarianSetup",
    "Box",
    "ByzantineSetup",
    "Counters",
    "Edge",
    "Leader",
    "Power",
    "Prefecture",
    "Province",
    "Scenario",
    "SeaArea",
    "Setup",
    "SuggestedBarbarian",
    "SuggestedByzantine",
    "Troops",
    "builtin",
    "load",
]

DATA = Path(__file__).parent / "data"
_KEPT = 16  # scenarios kept parsed at once
_loaded: dict[str, Scenario] = {}


@cache
def _builtin_text() -> str:
    return (DATA / "justinian.json").read_text(encoding="utf-8")


def builtin() -> Any:
    """The JSON of the built-in scenario; a fresh copy, so that a caller may change it."""
    return json.loads(_builtin_text())


def load(raw: Facts) -> Scenario:
    """The scenario written in ``raw``. Equal JSON gives the same object.

    Raises BadScenario with every mistake found, each with its path (``$.provinces[dalmatia].seas``).
    """
    try:
        key = digest(raw)
    except (TypeError, ValueError):
        raise BadScenario([Mistake("$", "not_json")]) from None
    if key not in _loaded:
        scenario = _read(raw)
        while len(_loaded) >= _KEPT:
            del _loaded[next(iter(_loaded))]
        _loaded[key] = scenario
    return _loaded[key]


def _read(raw: Facts) -> Scenario:
    r = Reader()
    top = r.object(raw, "$", _TOP)
    provinces = _provinces(r, top)
    edges = tuple(
        Edge(r.word(e, "a", p), r.word(e, "b", p), r.one_of(e, "kind", p, ("land", "strait")))
        for p, e in r.items(top, "land_edges", "a b kind")
    )
    boxes = _boxes(r, top)
    scenario = Scenario(
        title=r.word(r.object(top.get("meta"), "$.meta"), "title", "$.meta"),
        prefectures=_prefectures(r, top, provinces),
        provinces=provinces,
        edges=edges,
        four_corners=tuple(r.words(c, "ring", p) for p, c in r.items(top, "four_corners", "ring")),
        seas=_seas(r, top),
        powers=_powers(r, top),
        boxes=boxes,
        armies=_armies(r, top, provinces, edges, boxes),
        leaders=_leaders(r, top),
        counters=_counters(r, top),
        turns={
            r.whole(t, "turn", p, 1, 100): r.whole(t, "year", p, 1)
            for p, t in r.items(top, "turns", "turn year")
        },
        arrivals={},
        setup=_setup(r, top),
    )
    scenario = _with_arrivals(scenario)
    r.provenance(top)
    check(scenario, top, r)
    if r.mistakes:
        raise BadScenario(r.mistakes)
    return scenario


_TOP = (
    "meta prefectures provinces land_edges four_corners sea_areas sea_edges powers boxes box_links armies"
    " leaders counters turns setup"
)
_PROVINCE = (
    "id name prefecture diocese revenue city fort island coastal seas label groups counts_for_prefecture"
    " frontier_allowed start_control"
)


def _provinces(r: Reader, top: Facts) -> dict[str, Province]:
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


def _prefectures(r: Reader, top: Facts, provinces: dict[str, Province]) -> dict[str, Prefecture]:
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


def _seas(r: Reader, top: Facts) -> dict[str, SeaArea]:
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


def _powers(r: Reader, top: Facts) -> dict[str, Power]:
    fields = "id name name_it kind activation troops alliance_drm sp_limit has_fleets has_box"
    return {key: _power(r, p, key, o) for p, key, o in r.keyed(top, "powers", fields)}


def _power(r: Reader, p: str, key: str, o: Facts) -> Power:
    low_high = o.get("activation")
    if not (
        isinstance(low_high, list | tuple)
        and len(low_high) == 2
        and all(type(x) is int and 0 <= x <= 99 for x in low_high)
    ):
        r.fault(f"{p}.activation", "not_a_range")
        low_high = (0, 0)
    troops = r.object(o.get("troops"), f"{p}.troops", "base dice")
    drm = o.get("alliance_drm")
    if drm is not None and (type(drm) is not int or not -9 <= drm <= 9):
        r.fault(f"{p}.alliance_drm", "not_a_number", low=-9, high=9)
        drm = 0
    return Power(
        id=key,
        name=r.word(o, "name", p),
        name_it=r.word(o, "name_it", p),
        kind=r.one_of(o, "kind", p, ("major", "minor")),
        low=low_high[0],
        high=low_high[1],
        troops=Troops(r.whole(troops, "base", f"{p}.troops"), r.whole(troops, "dice", f"{p}.troops", 0, 9)),
        alliance_drm=drm,
        sp_limit=r.whole_or_none(o, "sp_limit", p, 1),
        has_fleets=r.flag(o, "has_fleets", p),
        has_box=r.flag(o, "has_box", p),
    )


def _boxes(r: Reader, top: Facts) -> dict[str, Box]:
    found = {}
    for p, key, o in r.keyed(top, "boxes", "id power label entries links"):
        entries = tuple(r.word(e, "province", q) for q, e in r.items(o, "entries", "province", p))
        found[key] = Box(key, r.word(o, "power", p), r.point(o, "label", p), entries, r.words(o, "links", p))
    return found


def _armies(
    r: Reader, top: Facts, provinces: dict[str, Province], edges: tuple[Edge, ...], boxes: dict[str, Box]
) -> dict[str, ArmyInfo]:
    found = {}
    fields = "id name praesental start min_start_sp end_zone setup rebuild"
    for p, key, o in r.keyed(top, "armies", fields):
        start = r.flag(o, "start", p)
        zones = {
            name: zone(r, o.get(name), f"{p}.{name}", provinces, edges, boxes)
            for name in ("end_zone", "setup", "rebuild")
            if name != "setup" or start
        }
        found[key] = ArmyInfo(
            id=key,
            name=r.word(o, "name", p),
            praesental=r.flag(o, "praesental", p),
            start=start,
            min_start_sp=r.whole_or_none(o, "min_start_sp", p),
            end_zone=zones["end_zone"],
            setup=zones.get("setup", frozenset()),
            rebuild=zones["rebuild"],
        )
    return found


def _leaders(r: Reader, top: Facts) -> dict[str, Leader]:
    groups = r.object(top.get("leaders"), "$.leaders", "magistri_militum barbarian")
    found: dict[str, Leader] = {}
    for group in ("magistri_militum", "barbarian"):
        for p, o in r.items(groups, group, path="$.leaders"):
            key = r.word(o, "id", p)
            if key in found:
                r.fault(p, "repeated_id", id=key)
            found[key] = _leader(r, p, key, o, group == "barbarian")
    return found


def _leader(r: Reader, p: str, key: str, o: Facts, barbarian: bool) -> Leader:
    shared = "id name control movement battle"
    r.object(
        o,
        p,
        shared
        + (
            " power arrival_turn slot replaces arrives_in arrives_with_min_sp"
            if barbarian
            else " in_first_cup"
        ),
    )
    return Leader(
        id=key,
        name=r.word(o, "name", p),
        power=r.word(o, "power", p) if barbarian else BYZANTIUM,
        control=r.whole(o, "control", p, 0, 9),
        movement=r.one_of(o, "movement", p, ("A", "B", "C", "D")),
        battle=r.whole(o, "battle", p, 0, 9),
        arrival_turn=r.whole(o, "arrival_turn", p, 1) if barbarian else 1,
        slot=r.whole(o, "slot", p, 1, 9) if barbarian else 1,
        replaces=r.word_or_none(o, "replaces", p),
        arrives_in=r.word_or_none(o, "arrives_in", p),
        arrives_with_min_sp=r.whole_or_none(o, "arrives_with_min_sp", p) or 0,
        in_first_cup=not barbarian and r.flag(o, "in_first_cup", p),
    )


def _counters(r: Reader, top: Facts) -> Counters:
    o = r.object(top.get("counters"), "$.counters")

    def amount(name: str, low: int = 1) -> int:
        return r.whole(r.value(o, name, "$.counters"), "value", f"$.counters.{name}", low)

    return Counters(
        byzantine_armies=amount("byzantine_armies"),
        built_forts=amount("built_forts", low=0),
        byzantine_sp_limit=amount("byzantine_sp_limit"),
        army_sp_limit=amount("army_sp_limit"),
        g_per_fleet=amount("g_per_fleet"),
    )


def _with_arrivals(scenario: Scenario) -> Scenario:
    late: dict[int, tuple[str, ...]] = {}
    for key, leader in scenario.leaders.items():
        if leader.arrival_turn > 1:
            late[leader.arrival_turn] = (*late.get(leader.arrival_turn, ()), key)
    return Scenario(**{**vars(scenario), "arrivals": late})


# Scenarios of the first campaigns repeat in these what the leaders and provinces say themselves.
_UNREAD = "persia minors later_leaders magmil control_markers"
_BYZANTINE = "treasury_g land_sp fleet_sp fleets_fixed fleets_free frontier_where suggested"
_BARBARIAN = "leader land_sp fleet_sp where treasury suggested"


def _setup(r: Reader, top: Facts) -> Setup:
    o = r.object(top.get("setup"), "$.setup", f"byzantium ostrogoths vandals {_UNREAD}")

    def side(power: str, fields: str) -> Facts:
        return r.object(o.get(power), f"$.setup.{power}", f"{fields} {_UNREAD}")

    return Setup(
        byzantium=_byzantine_setup(r, side(BYZANTIUM, _BYZANTINE), "$.setup.byzantium"),
        barbarians={
            power: _barbarian_setup(r, side(power, _BARBARIAN), f"$.setup.{power}", power)
            for power in (OSTROGOTHS, VANDALS)
        },
    )


def _byzantine_setup(r: Reader, o: Facts, p: str) -> ByzantineSetup:
    fixed = {
        r.word(f, "province", q): r.whole(f, "sp", q, 1)
        for q, f in r.items(o, "fleets_fixed", "province sp", p)
    }
    where = r.value(o, "frontier_where", p)
    s, sp = r.value(o, "suggested", p), f"{p}.suggested"
    armies = {}
    for key, place in r.value(s, "armies", sp).items():
        if not (isinstance(place, list | tuple) and len(place) == 2 and type(place[1]) is int):
            r.fault(f"{sp}.armies.{key}", "not_a_place_and_sp")
            continue
        armies[str(key)] = (str(place[0]), int(place[1]))
    return ByzantineSetup(
        treasury_g=r.whole(r.value(o, "treasury_g", p), "value", f"{p}.treasury_g"),
        land_sp=r.whole(r.value(o, "land_sp", p), "value", f"{p}.land_sp"),
        fleet_sp=r.whole(r.value(o, "fleet_sp", p), "value", f"{p}.fleet_sp"),
        fleets_fixed=fixed,
        fleets_free_sp=r.whole(r.value(o, "fleets_free", p), "sp", f"{p}.fleets_free"),
        frontier_prefectures=r.words(where, "prefectures", f"{p}.frontier_where"),
        frontier_exclude=r.words(where, "exclude", f"{p}.frontier_where"),
        suggested=SuggestedByzantine(armies, r.amounts(s, "frontier", sp), r.amounts(s, "fleets", sp)),
    )


def _barbarian_setup(r: Reader, o: Facts, p: str, power: str) -> BarbarianSetup:
    where = r.value(o, "where", p)
    fleet = r.word(where, "fleet", f"{p}.where")
    s, sp = r.value(o, "suggested", p), f"{p}.suggested"
    return BarbarianSetup(
        power=power,
        leader=r.word(r.value(o, "leader", p), "value", f"{p}.leader"),
        land_sp=r.whole(r.value(o, "land_sp", p), "value", f"{p}.land_sp"),
        fleet_sp=r.whole(r.value(o, "fleet_sp", p), "value", f"{p}.fleet_sp"),
        prefecture=r.one_of(where, "prefecture", f"{p}.where", PREFECTURES),
        fleet_at=None
        if " " in fleet
        else fleet,  # a sentence ("any City province ...") leaves the choice open
        treasury=r.word(r.value(o, "treasury", p), "province", f"{p}.treasury"),
        suggested=SuggestedBarbarian(
            leader_at=r.word(s, "leader_at", sp),
            army_sp=r.whole(s, "army_sp", sp, 1),
            detached=r.amounts(s, "detached", sp),
            fleets=r.amounts(s, "fleets", sp),
        ),
    )
