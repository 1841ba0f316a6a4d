"""The forces of a scenario, read from JSON (2.2, 4): powers, Byzantine armies, leaders, counters."""

from __future__ import annotations

from campaigns.justinian.rules.scenario.graph import zone
from campaigns.justinian.rules.scenario.types import (
    BYZANTIUM,
    MAJORS,
    ArmyInfo,
    Box,
    Counters,
    Edge,
    Leader,
    Power,
    Province,
    Troops,
)
from engine.reading import Reader


def powers(top: Reader) -> dict[str, Power]:
    fields = "id name name_it kind activation troops alliance_drm sp_limit has_fleets has_box"
    return {key: _power(key, o) for key, o in top["powers"].items_by_id(fields)}


def _power(key: str, o: Reader) -> Power:
    low, high = o["activation"].pair(0, 99)
    troops = o["troops"].only("base dice")
    return Power(
        id=key,
        name=o["name"].text(),
        name_it=o["name_it"].text(),
        kind=o["kind"].one_of(("major", "minor")),
        low=low,
        high=high,
        troops=Troops(troops["base"].number(), troops["dice"].number(0, 9)),
        alliance_drm=o["alliance_drm"].number_or_none(-9, 9),
        sp_limit=o["sp_limit"].number_or_none(1),
        has_fleets=o["has_fleets"].flag(),
        has_box=o["has_box"].flag(),
    )


def armies(
    top: Reader, provinces: dict[str, Province], edges: tuple[Edge, ...], boxes: dict[str, Box]
) -> dict[str, ArmyInfo]:
    found = {}
    for key, o in top["armies"].items_by_id("id name praesental start min_start_sp end_zone setup rebuild"):
        start = o["start"].flag()
        found[key] = ArmyInfo(
            id=key,
            name=o["name"].text(),
            praesental=o["praesental"].flag(),
            start=start,
            min_start_sp=o["min_start_sp"].number_or_none(),
            end_zone=zone(o["end_zone"], provinces, edges, boxes),
            setup=zone(o["setup"], provinces, edges, boxes) if start else frozenset(),
            rebuild=zone(o["rebuild"], provinces, edges, boxes),
        )
    return found


def leaders(top: Reader) -> dict[str, Leader]:
    groups = top["leaders"].only("magistri_militum barbarian")
    found: dict[str, Leader] = {}
    for group, own in (
        ("magistri_militum", "in_first_cup"),
        ("barbarian", "power arrival_turn slot replaces arrives_in arrives_with_min_sp"),
    ):
        for o in groups[group].items():
            key = o.only(f"id name control movement battle {own}")["id"].text()
            if key in found:
                o.note_mistake("repeated_id", id=key)
            found[key] = _leader(key, o, group == "barbarian")
    return found


def _leader(key: str, o: Reader, barbarian: bool) -> Leader:
    return Leader(
        id=key,
        name=o["name"].text(),
        power=o["power"].text() if barbarian else BYZANTIUM,
        control=o["control"].number(0, 9),
        movement=o["movement"].one_of(("A", "B", "C", "D")),
        battle=o["battle"].number(0, 9),
        arrival_turn=o["arrival_turn"].number(1) if barbarian else 1,
        slot=o["slot"].number(1, 9) if barbarian else 1,
        replaces=o["replaces"].text_or_none(),
        arrives_in=o["arrives_in"].text_or_none(),
        arrives_with_min_sp=o["arrives_with_min_sp"].number_or_none() or 0,
        in_first_cup=not barbarian and o["in_first_cup"].flag(),
    )


def counters(top: Reader) -> Counters:
    o = top["counters"].require_object()

    def amount(name: str, low: int = 1) -> int:
        return o[name].require_object()["value"].number(low)

    return Counters(
        byzantine_armies=amount("byzantine_armies"),
        built_forts=amount("built_forts", low=0),
        byzantine_sp_limit=amount("byzantine_sp_limit"),
        army_sp_limit=amount("army_sp_limit"),
        g_per_fleet=amount("g_per_fleet"),
        control_markers=_read_markers(o),
    )


def _read_markers(o: Reader) -> dict[str, int]:
    """Return the number of control markers of each major power. Old scenarios do not state these
    numbers, so their markers are unlimited.
    """
    limits = o["control_markers"]["value"]
    if not limits.has_value:
        return {}
    limits.only(" ".join(MAJORS))
    return {power: limits[power].number() for power in MAJORS if power in limits}
