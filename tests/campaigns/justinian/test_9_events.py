"""9.0: random events, and the four revolts."""

from typing import Any

import pytest

from campaigns.justinian.rules.state.play import Play
from campaigns.justinian.rules.state.position import Position
from campaigns.justinian.rules.state.state import State
from campaigns.justinian.rules.turn import random_events as events_table
from engine.dice import Scripted
from tests.campaigns.justinian.positions import PRAESENTALS, army, game, position


def strike(name: str, *dice: int, options: Any = None, **given: Any) -> State:
    rules = game(options)
    state = position(rules, {"doing": {"segment": "barbarian"}, "markers": {}, **given})
    work = Play(Position(rules.setting, state), Scripted(list(dice)))
    events_table.resolve_event(work, name, 0)
    rules.drive(work)
    assert not work.dice.faces  # type: ignore[attr-defined]
    return work.state


@pytest.mark.parametrize(("face", "left"), [(0, 0), (1, 3), (4, 0), (7, 3)])
def test_mutiny_takes_unpaid_garrisons_on_even_dice(face: int, left: int) -> None:
    frontier = {"scythia": {"sp": 3, "unpaid": True}, "rhodope": {"sp": 2}}
    state = strike("mutiny", face, frontier=frontier)
    assert (state.frontier["scythia"].sp if "scythia" in state.frontier else 0) == left
    assert state.frontier["rhodope"].sp == 2


def test_unpaid_armies_never_mutiny() -> None:
    state = strike("mutiny", armies={"oriens": army("osrhoene", 9, unpaid=True)})
    assert state.armies["oriens"].sp == 9


def test_the_first_epidemic_takes_half_in_cities_and_a_third_elsewhere() -> None:
    armies = {"illyricum": army("dalmatia", 9), "thrace": army("scythia", 8, "mundus")}
    state = strike("epidemic", armies=armies, fleets={"byzantium@europa": 3})
    assert state.armies["thrace"].sp == 8 - 8 // 3
    assert state.fleets["byzantium@europa"].sp == 1  # half of 3, rounded up, is lost
    assert state.epidemics == 1
    assert state.epidemic_revenue


def test_a_second_epidemic_before_turn_7_is_nothing() -> None:
    state = strike("epidemic", turn=6, armies=PRAESENTALS, more={"epidemics": 1})
    assert not state.ended
    assert state.armies["praesental_i"].sp == 12


def test_a_second_epidemic_from_turn_7_ends_the_game() -> None:
    state = strike("epidemic", turn=7, armies=PRAESENTALS, more={"epidemics": 1})
    assert (state.ended, state.victor) == ("epidemic", "byzantium")  # no marker on the map: all is controlled


def test_under_the_alternative_reading_any_second_epidemic_ends_the_game() -> None:
    state = strike("epidemic", turn=3, options={"epidemic": "introduction"}, more={"epidemics": 1})
    assert state.ended == "epidemic"


def test_justinian_builds_on_credit() -> None:
    state = strike("justinian_builds", gold=4)
    assert (state.gold, state.debt) == (0, 6)


def test_disputes_cost_the_next_byzantine_segment() -> None:
    assert strike("religious_disputes").lost_segments == 1


def test_politics_replaces_the_most_prominent() -> None:
    """The most prominent leader is replaced: Belisarius counts 6 + 5 and Buzes 3 + 9, so Buzes falls. He
    returns to the cup only after the draw.
    """
    armies = {"oriens": army("osrhoene", 9, "belisarius"), "illyricum": army("dalmatia", 9, "buzes")}
    state = strike("politics", 5, 9, 0, armies=armies)
    assert state.armies["oriens"].leader == "belisarius"
    assert state.armies["illyricum"].leader not in ("buzes", None)
    assert "buzes" in state.cup


def revolt(*dice: int, **given: Any) -> State:
    return strike("revolt", *dice, **given)


def test_nika_is_nothing_with_15_sp_in_europa() -> None:
    armies = {"praesental_i": army("europa", 12, "sittas")}
    assert not revolt(0, armies=armies, fleets={"byzantium@europa": 3}).nika
    assert revolt(0, armies=armies).nika


def test_armenia_rises_where_no_army_stands() -> None:
    armies = {"armenia": army("armenia_ii", 9)}
    state = revolt(3, armies=armies, frontier={"armenia_i": 3, "armenia_ii": 2})
    assert {p for p, m in state.markers.items() if m == "revolt"} == {
        "armenia_i",
        "armenia_iii",
        "armenia_iv",
    }
    assert state.frontier == {"armenia_ii": position(game(), {"frontier": {"x": 2}}).frontier["x"]}


def test_egypt_rises_where_nobody_stands_but_not_in_libya() -> None:
    state = revolt(8, frontier={"arcadia": 1})
    risen = {p for p, m in state.markers.items() if m == "revolt"}
    assert "arcadia" not in risen
    assert "aegyptus_i" in risen
    assert not any(p.startswith("libya") for p in risen)


def test_vandals_hold_sardinia_with_troops_and_ships_on_the_spot() -> None:
    state = revolt(
        6,
        7,
        markers={"sardinia": "vandals"},
        detached={"sardinia": {"vandals": 5}},
        fleets={"vandals@sardinia": 1},
    )
    assert state.detached["sardinia"]["vandals"] == 5 - 3
    assert state.markers["sardinia"] == "vandals"


def test_without_ships_sardinia_is_in_revolt() -> None:
    state = revolt(6, 2, markers={"sardinia": "vandals"}, detached={"sardinia": {"vandals": 6}})
    assert state.markers["sardinia"] == "revolt"


def test_nobodys_sardinia_is_left_alone() -> None:
    state = revolt(6, markers={"sardinia": "vandals"}, armies={"africa": army("sardinia", 9)})
    assert state.markers["sardinia"] == "vandals"
