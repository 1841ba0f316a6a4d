"""The set-up of a scenario, read from JSON (3.2, 3.3): strengths, permitted places and suggested
deployments.
"""

from __future__ import annotations

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
from engine.reading import Reader

# Old scenarios repeat data of leaders and provinces under these keys, which are ignored.
_UNREAD = "persia minors later_leaders magmil control_markers"
_BYZANTINE = "treasury_g land_sp fleet_sp fleets_fixed fleets_free frontier_where suggested"
_BARBARIAN = "leader land_sp fleet_sp where treasury suggested"


def setup(top: Reader) -> Setup:
    o = top["setup"].only(f"byzantium ostrogoths vandals {_UNREAD}")
    return Setup(
        byzantium=_byzantine_setup(o[BYZANTIUM].only(f"{_BYZANTINE} {_UNREAD}")),
        barbarians={
            power: _barbarian_setup(power, o[power].only(f"{_BARBARIAN} {_UNREAD}"))
            for power in (OSTROGOTHS, VANDALS)
        },
    )


def _byzantine_setup(o: Reader) -> ByzantineSetup:
    fixed = [f.only("province sp") for f in o["fleets_fixed"].items()]
    where, suggested = o["frontier_where"].require_object(), o["suggested"].require_object()
    return ByzantineSetup(
        treasury_g=o["treasury_g"].require_object()["value"].number(),
        land_sp=o["land_sp"].require_object()["value"].number(),
        fleet_sp=o["fleet_sp"].require_object()["value"].number(),
        fleets_fixed={f["province"].text(): f["sp"].number(1) for f in fixed},
        fleets_free_sp=o["fleets_free"].require_object()["sp"].number(),
        frontier_prefectures=where["prefectures"].words(),
        frontier_exclude=where["exclude"].words(),
        suggested=SuggestedByzantine(
            _armies(suggested["armies"]), suggested["frontier"].amounts(), suggested["fleets"].amounts()
        ),
    )


def _armies(o: Reader) -> dict[str, tuple[str, int]]:
    found = {}
    for key, place in o.object().items():
        if isinstance(place, list | tuple) and len(place) == 2 and type(place[1]) is int:
            found[str(key)] = (str(place[0]), int(place[1]))
        else:
            o[key].note_mistake("not_a_place_and_sp")
    return found


def _barbarian_setup(power: str, o: Reader) -> BarbarianSetup:
    where, suggested = o["where"].require_object(), o["suggested"].require_object()
    fleet = where["fleet"].text()
    return BarbarianSetup(
        power=power,
        leader=o["leader"].require_object()["value"].text(),
        land_sp=o["land_sp"].require_object()["value"].number(),
        fleet_sp=o["fleet_sp"].require_object()["value"].number(),
        prefecture=where["prefecture"].one_of(sorted(PREFECTURES)),
        fleet_at=None
        if " " in fleet
        else fleet,  # a phrase such as "any City province" leaves the choice to the player
        treasury=o["treasury"].require_object()["province"].text(),
        suggested=SuggestedBarbarian(
            leader_at=suggested["leader_at"].text(),
            army_sp=suggested["army_sp"].number(1),
            detached=suggested["detached"].amounts(),
            fleets=suggested["fleets"].amounts(),
        ),
    )
