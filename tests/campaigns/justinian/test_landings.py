"""Landings are forecast before the fleet sails: the chances are those of the attack ashore."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from django.utils import translation

from campaigns.justinian.forecast import landings
from campaigns.justinian.forecast.landings import Landing
from campaigns.justinian.pages.forecasts import chances
from campaigns.justinian.pages.forecasts.panels import Section, percent
from campaigns.justinian.rules.march.reach import move_force
from campaigns.justinian.rules.scenario.loading import builtin
from campaigns.justinian.rules.state.play import FRAMES
from campaigns.justinian.rules.state.position import Position
from campaigns.justinian.rules.state.progress import ByzantineSegment, March, Sail
from campaigns.justinian.rules.state.state import Fleet, State
from campaigns.justinian.rules.state.values import FleetKey
from campaigns.justinian.rules.system import JUSTINIAN
from campaigns.justinian.wording.names import Names
from engine.dice import Seeded
from tests.campaigns.justinian.stored import page, stored

NAMES = Names(builtin())
SAILING = Sail("byzantium", "byzantium", 2, "europa", army="praesental_i")


@pytest.fixture(autouse=True)
def english() -> Any:
    with translation.override("en"):
        yield


def opened() -> tuple[Any, State]:
    game = JUSTINIAN.open(builtin(), {"setup": "suggested"})
    return game.setting, game.setup(Seeded(b"landings", "board", 0)).state


def at_sea(state: State, sea: str, **more: Any) -> tuple[State, Sail]:
    """Return a state with Praesental Army I aboard two ships in this sea."""
    sail = replace(SAILING, sea=sea, areas=0, **more)
    army = replace(state.armies["praesental_i"], at=sea)
    fleets = {FleetKey("byzantium", "moving"): Fleet("byzantium", sea, 2)}
    changed = {"armies": {**state.armies, "praesental_i": army}, "fleets": {**state.fleets, **fleets}}
    return replace(state, **changed, stack=(*state.stack, sail)), sail


def by_place(found: tuple[Landing, ...]) -> dict[str, Landing]:
    return {one.province: one for one in found}


def told(table: Any, state: State) -> dict[str, Section]:
    top = state.stack[-1]
    choices = FRAMES[type(top)].choices(Position(table, state), top)
    return {s.id: s for s in chances.sections(Position(table, state), choices, NAMES)}


def test_7_24_the_chance_before_sailing_is_that_of_the_attack_ashore() -> None:
    table, state = opened()
    sicily = by_place(
        landings.landings_before(Position(table, state), "byzantium", "europa", "praesental_i")
    )["sicilia"]
    ashore = March("praesental_i", "byzantium", 0, landed=True, deserted=True)
    landed = move_force(state, "praesental_i", "sicilia")  # the previous holder still counts (8.17)
    landed = replace(landed, stack=(*state.stack, ashore))
    (panel,) = told(table, landed)["attack"].panels
    assert sicily.attacks[0].wins == panel.bars[0].chance
    assert sicily.attacks[0].battle.landing and panel.own_loss  # -2 for the landing (8.15)
    assert Fraction(0) < sicily.attacks[0].wins < 1


def test_7_21_only_coasts_in_reach_with_enemies_are_told() -> None:
    table, state = opened()
    found = by_place(landings.landings_before(Position(table, state), "byzantium", "europa", "praesental_i"))
    assert {"sicilia", "sardinia", "flaminia", "tripolitana"} <= set(found)
    assert "creta" not in found and "hispania" not in found  # one is friendly, the other too far away
    assert all(len(one.seas) <= 3 for one in found.values())
    afloat, sail = at_sea(state, "mar_ionio")
    assert set(by_place(landings.landings_ahead(Position(table, afloat), sail))) == {"sicilia"}
    assert by_place(landings.landings_ahead(Position(table, afloat), sail))["sicilia"].seas == ()
    stopped = replace(sail, areas=2, must_stop=True)
    assert set(by_place(landings.landings_ahead(Position(table, afloat), stopped))) == {"sicilia"}


def test_7_34_patrols_ships_and_interceptions_on_the_way_are_counted() -> None:
    table, state = opened()
    watch = {FleetKey("ostrogoths", "mar_ionio"): Fleet("ostrogoths", "mar_ionio", 1)}
    state = replace(state, fleets={**state.fleets, **watch})
    found = by_place(landings.landings_before(Position(table, state), "byzantium", "europa", "praesental_i"))
    assert found["sicilia"].patrols == 1 and found["flaminia"].patrols == 1
    assert found["flaminia"].ships == state.fleets["ostrogoths@flaminia"].sp
    assert [one.army for one in found["flaminia"].threats] == ["athalaric"]


def test_8_22_a_defeated_army_has_nothing_to_attack() -> None:
    table, state = opened()
    beaten = replace(state.armies["praesental_i"], defeated=True)
    state = replace(state, armies={**state.armies, "praesental_i": beaten})
    found = by_place(landings.landings_before(Position(table, state), "byzantium", "europa", "praesental_i"))
    assert "sicilia" not in found
    assert found["flaminia"].attacks == () and found["flaminia"].threats


def test_3_41_who_lands_in_empty_lazica_meets_its_levy() -> None:
    table, state = opened()
    goths = replace(state.armies["athalaric"], at="europa")
    state = replace(state, armies={**state.armies, "athalaric": goths})
    found = by_place(landings.landings_before(Position(table, state), "ostrogoths", "bithynia", "athalaric"))
    (levy,) = found["lazica"].attacks
    assert not levy.certain and levy.fought == Fraction(9, 10) and levy.battle.landing
    alone = replace(goths, sp=0)
    state = replace(state, armies={**state.armies, "athalaric": alone})
    assert "lazica" not in by_place(
        landings.landings_before(Position(table, state), "ostrogoths", "bithynia", "athalaric")
    )


def test_the_page_tells_it_from_the_segment_to_the_coast() -> None:
    table, state = opened()
    segment = replace(state, stack=(*state.stack, ByzantineSegment()))
    before = told(table, segment)["landing-praesental_i"]
    wins = {row.first: row.cells[2] for row in before.rows}
    for sail in (SAILING, replace(SAILING, sea="mar_ionio", areas=1)):
        afloat, _sail = at_sea(state, sail.sea or "europa")
        section = told(table, replace(afloat, stack=(*state.stack, sail)))["landing-praesental_i"]
        assert {row.first: row.cells[2] for row in section.rows}["Sicilia"] == wins["Sicilia"]
    sicily = by_place(
        landings.landings_before(Position(table, state), "byzantium", "europa", "praesental_i")
    )["sicilia"]
    assert wins["Sicilia"] == percent(sicily.attacks[0].wins)
    assert [row.cells[2] for row in before.rows][-1] == wins["Flaminia"]  # sorted with the worst last


@pytest.mark.django_db
def test_the_page_of_a_segment_shows_the_landings_in_both_languages() -> None:
    game = stored(lambda state: replace(state, stack=(*state.stack, ByzantineSegment())))
    assert "Landing among enemies: Praesental Army I" in page(game, "byzantium")
    assert "Sbarco fra i nemici: Armata Presenziale I" in page(game, "byzantium", language="it")
    assert "Landing among enemies" not in page(game, "barbarian")
