"""The set-up, by hand within every limit, or as suggested (3.2, 3.3)."""

from typing import Any

import pytest

from campaigns.justinian.rules.setting_up.placing import PlaceArmy, PlaceFleet, PlaceGroup
from campaigns.justinian.rules.setting_up.setup import AcceptSetup, FinishSetup
from campaigns.justinian.rules.state.state import State
from engine.dice import Scripted, Seeded
from engine.game import IllegalAction
from tests.campaigns.justinian.players import rules

ARMIES = [
    PlaceArmy("praesental_i", "europa", 12),
    PlaceArmy("praesental_ii", "bithynia", 10),
    PlaceArmy("oriens", "osrhoene", 35),
    PlaceArmy("thrace", "scythia", 5),
    PlaceArmy("illyricum", "dalmatia", 8),
]
REST = [PlaceGroup("byzantium", "armenia_i", 20), PlaceGroup("byzantium", "aegyptus_ii", 10)]
FLEETS = [PlaceFleet("byzantium", "europa", 3), PlaceFleet("byzantium", "dalmatia", 1)]


def start() -> State:
    return rules().setup(Scripted([])).state


def place(state: State, *actions: Any, seat: str = "byzantium") -> State:
    for action in actions:
        state = rules().apply(state, seat, action, Seeded(b"x", "setup", state.serial)).state
    return state


def test_by_hand_then_leaders_are_drawn_without_belisarius_and_narses() -> None:
    state = place(start(), *ARMIES, *REST, *FLEETS, FinishSetup())
    leaders = {a.leader for a in state.armies.values() if a.power == "byzantium"}
    assert len(leaders) == 5
    assert not leaders & {"belisarius", "narses", None}
    assert {"belisarius", "narses"} <= set(state.cup)
    assert state.byzantine_sp() == 100


def refused(state: State, action: Any, seat: str = "byzantium") -> str:
    with pytest.raises(IllegalAction) as caught:
        place(state, action, seat=seat)
    return caught.value.code


def test_limits_of_armies() -> None:
    assert refused(start(), PlaceArmy("oriens", "osrhoene", 36)) == "sp_out_of_range"
    assert refused(start(), PlaceArmy("praesental_i", "europa", 9)) == "sp_out_of_range"
    assert refused(start(), PlaceArmy("praesental_ii", "europa", 10)) == "not_a_setup_province"
    assert refused(start(), PlaceArmy("armenia", "armenia_i", 10)) == "no_such_army"


def test_no_frontier_sp_in_lazica_italia_or_africa() -> None:
    for province in ("lazica", "flaminia", "zeugitana"):
        assert refused(start(), PlaceGroup("byzantium", province, 1)) == "not_a_setup_province"


def test_two_fleets_stay_in_europa() -> None:
    assert refused(start(), PlaceFleet("byzantium", "europa", 1)) == "sp_out_of_range"


def test_the_set_up_cannot_end_with_unplaced_troops() -> None:
    assert refused(start(), FinishSetup()) == "army_missing"
    assert refused(place(start(), *ARMIES, *FLEETS), FinishSetup()) == "sp_left_over"


def test_barbarians_by_hand() -> None:
    state = place(start(), AcceptSetup())
    state = place(
        state,
        PlaceArmy("athalaric", "campania", 20),
        PlaceGroup("ostrogoths", "liguria", 10),
        PlaceFleet("ostrogoths", "flaminia", 1),
        PlaceArmy("hilderic", "zeugitana", 25),
        FinishSetup(),
        seat="barbarian",
    )
    assert state.power_sp("ostrogoths") == 30
    assert state.power_sp("vandals") == 25
    assert state.fleets["vandals@zeugitana"].sp == 3
    assert state.treasuries == {"ostrogoths": "flaminia", "vandals": "zeugitana"}
    assert sum(m == "ostrogoths" for m in state.markers.values()) == 12
    assert sum(m == "vandals" for m in state.markers.values()) == 11


def test_barbarians_keep_to_their_lands() -> None:
    state = place(start(), AcceptSetup())
    assert refused(state, PlaceArmy("athalaric", "dalmatia", 20), "barbarian") == "not_a_setup_province"
    assert refused(state, PlaceFleet("ostrogoths", "liguria", 2), "barbarian") in (
        "sp_out_of_range",
        "not_a_city_port",
    )


def test_the_first_turn_has_no_phases_a_and_b() -> None:
    state = place(start(), AcceptSetup())
    state = place(state, AcceptSetup(), seat="barbarian")
    assert state.gold == 30
    assert rules().pending(state)[0].kind == "barbarian_segment"
