"""The set-up of a scenario, read from JSON (3.2, 3.3): strengths, where they may stand, what is suggested."""

from __future__ import annotations

from campaigns.justinian.rules.scenario.reading import Reader
from campaigns.justinian.rules.scenario.types import (
    BYZANTIUM,
    OSTROGOTHS,
    PREFECTURES,
    VANDALS,
    BarbarianSetup,
    ByzantineSetup,
    Setup,
    SuggestedBarbarian,
    SuggestedByzantine,
)
from engine.game import Facts

# Scenarios of the first campaigns repeat in these what the leaders and provinces say themselves.
_UNREAD = "persia minors later_leaders magmil control_markers"
_BYZANTINE = "treasury_g land_sp fleet_sp fleets_fixed fleets_free frontier_where suggested"
_BARBARIAN = "leader land_sp fleet_sp where treasury suggested"


def setup(r: Reader, top: Facts) -> Setup:
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
