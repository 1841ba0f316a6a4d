"""Rare decisions explain the consequences of each answer."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from django.utils import translation

from campaigns.justinian.rules.battle.withdraw import Withdraw
from campaigns.justinian.rules.scenario.loading import builtin
from campaigns.justinian.rules.segment.ally import AllyUse
from campaigns.justinian.rules.state.losses import Losses
from campaigns.justinian.rules.state.progress import BarbarianSegment
from campaigns.justinian.rules.state.state import Fleet, State
from campaigns.justinian.rules.state.values import ArmySP, FleetKey, Frontier, WholeForce
from campaigns.justinian.rules.turn.nika import NikaMarch
from campaigns.justinian.rules.turn.sardinia import Sardinia
from campaigns.justinian.wording.events import sentence
from campaigns.justinian.wording.names import Names
from games.models import Game
from tests.campaigns.justinian.stored import page, stored

pytestmark = pytest.mark.django_db


def asked(frame: Any) -> Game:
    def change(state: State) -> State:
        return replace(state, stack=(*state.stack, frame))

    return stored(change)


def test_9_0_the_nika_riots_say_that_they_take_the_segment() -> None:
    game = asked(NikaMarch())
    assert "It takes up this segment" in page(game, "byzantium")
    assert "Occupa questo segmento" in page(game, "byzantium", language="it")
    assert "It takes up this segment" not in page(game, "barbarian")  # this seat owes no answer


def test_9_0_the_revolt_of_sardinia_says_what_it_costs() -> None:
    assert "half a die of them is lost" in page(asked(Sardinia("barbarian", "vandals")), "barbarian")


def retreating(patrols: bool) -> str:
    """Return the page when Praesental Army I is beaten in Europa with ships in port. The Aegean Sea may
    hold Vandals.
    """

    def change(state: State) -> State:
        beaten = Withdraw(WholeForce("praesental_i"), "byzantium", "europa")
        ships = {FleetKey("byzantium", "europa"): Fleet("byzantium", "europa", 9)}
        watch = {FleetKey("vandals", "mare_egeo"): Fleet("vandals", "mare_egeo", 1)} if patrols else {}
        return replace(state, fleets={**state.fleets, **ships, **watch}, stack=(*state.stack, beaten))

    told = page(stored(change), "byzantium")
    return told[told.index('id="chances"') : told.index("</section>", told.index('id="chances"'))]


def test_8_21_a_retreat_by_sea_that_nobody_watches_is_told_in_one_line() -> None:
    told = retreating(patrols=False)
    assert "No enemy patrol is on the way" in told and "100%" not in told and "<table" not in told


def test_8_21_a_watched_retreat_by_sea_has_its_chances_for_every_port() -> None:
    told = retreating(patrols=True)
    assert "<table" in told and "50%" in told and "A retreat by land meets no interception" in told


def new_ally(state: State) -> State:
    """Return a state with the Lombards, allied to Byzantium, next to the Army of Illyricum in Dalmatia."""
    lombards = replace(state.armies["lombards_leader"], at="dalmatia", sp=14)
    return replace(
        state,
        armies={**state.armies, "lombards_leader": lombards},
        alliances={**state.alliances, "lombards": "byzantium"},
        stack=(*state.stack, BarbarianSegment("done"), AllyUse("lombards_leader")),
    )


def test_6_34_a_new_ally_says_what_joining_an_army_means() -> None:
    told = page(stored(new_ally), "byzantium")
    assert "they go home too when the next turn begins, unless the army stands in a City province" in told
    assert "in una provincia con Città" in page(stored(new_ally), "byzantium", language="it")


@pytest.mark.parametrize(
    ("game", "seat", "place"),
    [
        (lambda: stored(new_ally), "byzantium", "dalmatia"),
        (lambda: asked(Sardinia("barbarian", "vandals")), "barbarian", "sardinia"),
        (lambda: asked(NikaMarch()), "byzantium", "europa"),
        (
            lambda: asked(
                Losses(
                    "byzantium", (ArmySP("oriens"), Frontier("osrhoene")), 3, "epidemic", "9.0", "osrhoene"
                )
            ),
            "byzantium",
            "osrhoene",
        ),
    ],
    ids=["ally", "sardinia", "nika", "losses"],
)
def test_the_map_shows_where_it_is_asked_about(game: Any, seat: str, place: str) -> None:
    assert f'data-map-focus="{place}"' in page(game(), seat)


def test_6_34_an_army_tells_whose_troops_are_among_its_own() -> None:
    def joined(state: State) -> State:
        army = replace(state.armies["illyricum"], at="dalmatia", allied={"lombards": 14})
        return replace(state, armies={**state.armies, "illyricum": army})

    told = page(stored(joined), "byzantium", "?at=dalmatia&open=forces")
    assert told.count("among them Lombards 14 SP") == 3  # on the map, beside it, and in the list
    assert "fra cui Longobardi 14 SP" in page(stored(joined), "byzantium", language="it")


@pytest.mark.parametrize(
    ("language", "taker", "told"),
    [
        ("en", "illyricum", "14 SP of the Lombards join the Army of Illyricum."),
        ("it", "illyricum", "L'Armata dell'Illirico: in rinforzo 14 SP dei Longobardi."),
        ("en", "chosroes", "14 SP of the Lombards join Chosroes."),
        ("it", "chosroes", "Cosroe: in rinforzo 14 SP dei Longobardi."),
    ],
)
def test_6_34_troops_that_join_an_army_are_told_in_words(language: str, taker: str, told: str) -> None:
    shifted = {
        "kind": "sp_shifted",
        "source": "army:lombards_leader",
        "target": f"ally:{taker}:lombards",
        "sp": 14,
        "reason": "hand_over",
    }
    with translation.override(language):
        assert sentence(shifted, Names(builtin())) == told
