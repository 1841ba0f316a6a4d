"""The better bot's small garrisons, and the enemy routes that they are meant to change."""

from typing import Any

import pytest

from campaigns.justinian.answers.cases import game, position
from campaigns.justinian.bot import better, first
from campaigns.justinian.bot.foresight import Foresight
from campaigns.justinian.bot.lures import posts
from campaigns.justinian.rules.march.handler import EndActivation
from campaigns.justinian.rules.march.markers import PlaceMarker
from campaigns.justinian.rules.segment.byzantine import Recruit
from campaigns.justinian.rules.state.position import Position
from campaigns.justinian.rules.state.state import State
from campaigns.justinian.rules.turn.levy import PlaceRecruits
from engine.dice import Scripted
from tests.campaigns.justinian.positions import PRAESENTALS, march, tribe


def persians(at: str, **more: Any) -> State:
    """Return a position with thirty Persians whom no army can stop."""
    armies = {**PRAESENTALS, "perozes": tribe(at, 30, leader="perozes")}
    return position(game(), {"armies": armies, "markers": {}, "frontier": {}, **more})


@pytest.mark.parametrize("mp", [2, 4, 6, 8])
@pytest.mark.parametrize("frontier", [{}, {"euphratensis": 1}, {"euphratensis": 1, "cilicia_ii": 1}])
def test_the_foreseen_enemy_route_equals_the_first_bots_moves(mp: int, frontier: dict[str, int]) -> None:
    """The foreseen route is the same as the moves of the first bot, step by step, if the attacker wins every
    battle.
    """
    rules = game()
    state = persians("osrhoene", frontier=frontier, doing=march("perozes", "barbarian", mp))
    walk = Foresight(Position(rules.setting, state)).walk(state.armies["perozes"], mp, frozenset())
    taken = []
    while True:
        (decision,) = rules.pending(state)
        if decision.kind != "march":
            break
        action = first.choose(rules, state, decision.seat, Scripted([]))
        if isinstance(action, PlaceMarker):
            taken.append(state.armies["perozes"].at)
        if isinstance(action, EndActivation):
            break
        state = rules.apply(state, decision.seat, action, Scripted([9, 0, 0])).state
    assert (tuple(taken), state.armies["perozes"].at) == (walk.taken, walk.end)


def test_persians_are_led_away_from_the_cities() -> None:
    """From Osrhoene the Persians would take one City after another; a garrison keeps them in the hills."""
    rules = game()
    state = persians("osrhoene")
    chosen = posts(Position(rules.setting, state), 3)
    foresight = Foresight(Position(rules.setting, state))
    threat = next(t for t in foresight.threats if t.army == "perozes")
    assert "euphratensis" in chosen
    assert foresight.harm(threat, frozenset(chosen)).cost < foresight.harm(threat, frozenset()).cost * 0.6


def test_vandals_are_drawn_out_of_their_city() -> None:
    """Vandals are activated every turn (6.24): their king leaves Zeugitana for an army nearby that he can
    beat.
    """
    rules = game()
    armies = {**PRAESENTALS, "gelimer": tribe("zeugitana", 20, leader="gelimer")}
    state = position(rules, {"armies": armies, "markers": {"zeugitana": "vandals"}, "frontier": {}})
    king = state.armies["gelimer"]
    foresight = Foresight(Position(rules.setting, state))
    assert foresight.walk(king, 3, frozenset()).end == "zeugitana"
    assert foresight.walk(king, 3, frozenset(["byzacena"])).end == "byzacena"
    assert posts(Position(rules.setting, state), 1) in (["byzacena"], ["numidia"])


def test_no_more_garrisons_than_there_are_men_nor_where_they_change_nothing() -> None:
    rules = game()
    assert posts(Position(rules.setting, persians("osrhoene")), 0) == []
    assert len(posts(Position(rules.setting, persians("osrhoene")), 1)) == 1
    quiet = position(rules, {"armies": PRAESENTALS, "markers": {}, "frontier": {}})
    assert not set(posts(Position(rules.setting, quiet), 4)) & {"achaia", "creta", "cyprus"}


def test_recruits_become_such_garrisons_before_they_go_anywhere_else() -> None:
    rules = game()
    state = rules.apply(persians("osrhoene"), "byzantium", Recruit(), Scripted([9])).state
    answer = better.choose(rules, state, "byzantium", Scripted([]))
    assert isinstance(answer, PlaceRecruits)
    assert answer.land["frontier:euphratensis"] == 1
    assert sum(answer.land.values()) == 9
