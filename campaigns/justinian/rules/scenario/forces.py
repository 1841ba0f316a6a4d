"""Who fights in a scenario, read from JSON (2.2, 4): powers, Byzantine armies, leaders, how many counters."""

from __future__ import annotations

from campaigns.justinian.rules.scenario.graph import zone
from campaigns.justinian.rules.scenario.reading import Reader
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
from engine.game import Facts


def powers(r: Reader, top: Facts) -> dict[str, Power]:
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


def armies(
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


def leaders(r: Reader, top: Facts) -> dict[str, Leader]:
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


def counters(r: Reader, top: Facts) -> Counters:
    o = r.object(top.get("counters"), "$.counters")

    def amount(name: str, low: int = 1) -> int:
        return r.whole(r.value(o, name, "$.counters"), "value", f"$.counters.{name}", low)

    return Counters(
        byzantine_armies=amount("byzantine_armies"),
        built_forts=amount("built_forts", low=0),
        byzantine_sp_limit=amount("byzantine_sp_limit"),
        army_sp_limit=amount("army_sp_limit"),
        g_per_fleet=amount("g_per_fleet"),
        control_markers=_markers(r, o),
    )


def _markers(r: Reader, o: Facts) -> dict[str, int]:
    """Control markers of the major powers; scenarios of older campaigns say nothing of them: no limit."""
    path = "$.counters.control_markers"
    value = r.object(o.get("control_markers", {}), path).get("value")
    if value is None:
        return {}
    limits = r.object(value, f"{path}.value", " ".join(MAJORS))
    return {power: r.whole(limits, power, f"{path}.value") for power in MAJORS if power in limits}
