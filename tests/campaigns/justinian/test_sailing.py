"""Sending a fleet from port to port in one go: its range, its options, and the button."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest
from django.test import Client

from campaigns.justinian.rules.sea import reach
from campaigns.justinian.rules.state.position import Position
from campaigns.justinian.rules.state.progress import Sail
from campaigns.justinian.rules.state.state import Fleet, State
from campaigns.justinian.rules.state.values import FleetKey
from campaigns.justinian.rules.system import JUSTINIAN
from engine.dice import Seeded
from games import services
from games.models import Game
from tests.campaigns.justinian.begun import campaign, opened, play_on, shown
from tests.found import some
from tests.web.cast import person

SUGGESTED = {"setup": "suggested"}


def segment() -> Game:
    """Create a game in which Byzantium is to act and has ships in its ports."""

    def ready(state: State) -> bool:
        return any(key.power == "byzantium" and not key.under_way for key in state.fleets)

    def offered(table: Any) -> bool:
        choices = table.choices("byzantium") if table.decisions()[0].kind == "byzantine_segment" else ()
        return any(choice.kind == "activate_fleet" for choice in choices)

    return play_on(campaign(options=SUGGESTED), lambda table: ready(table.state) and offered(table))


def first_voyage(game: Game) -> tuple[str, dict[str, reach.Voyage]]:
    """Return the port of the first fleet that can sail alone, and its possible voyages."""
    table: Any = services.table(game)
    pos = Position(table.rules.setting, table.state)
    for choice in table.choices("byzantium"):
        if choice.kind == "activate_fleet" and choice.fixed["army"] is None:
            return choice.fixed["place"], reach.voyages(pos, reach.voyage_after_activation(pos, choice.fixed))
    raise AssertionError("no fleet may sail")


def test_every_voyage_can_be_sailed_step_by_step_and_no_other_port_can() -> None:
    """The rules carry out what the page offers, and the fleet arrives."""
    rules, state = opened()
    start = Sail("byzantium", "byzantium", 2, "europa")
    fleets = {FleetKey("byzantium", "moving"): Fleet("byzantium", "europa", 1)}
    state = replace(state, fleets=fleets, stack=(*state.stack, start))
    found = reach.voyages(Position(rules.setting, state), start)
    assert "europa" not in found and "creta" in found
    for goal, voyage in some(found.items()):
        now = state
        end = {"kind": "patrol"} if goal in rules.setting.scn.seas else {"kind": "put_in", "province": goal}
        for step in [*({"kind": "sail_to", "sea": sea} for sea in voyage.seas), end]:
            action = JUSTINIAN.codec.read(step)
            now = rules.apply(now, "byzantium", action, Seeded(b"sail", goal, 0)).state
        assert FleetKey("byzantium", goal) in now.fleets, goal


def test_the_quieter_of_two_ways_is_sailed() -> None:
    rules, state = opened()
    start = Sail("byzantium", "byzantium", 2, "europa")
    free = reach.voyages(Position(rules.setting, replace(state, fleets={})), start)
    goal, way = next((g, v) for g, v in sorted(free.items()) if len(v.seas) == 2)
    watched = {FleetKey("vandals", way.seas[0]): Fleet("vandals", way.seas[0], 2)}
    found = reach.voyages(Position(rules.setting, replace(state, fleets=watched)), start)[goal]
    assert found.patrols == (1 if way.seas[0] in found.seas else 0)


@pytest.mark.django_db
def test_tapping_the_port_and_then_another_offers_the_voyage_and_a_press_sails_it() -> None:
    game = segment()
    port, goals = first_voyage(game)
    goal = next(g for g, v in goals.items() if not v.patrols and g in JUSTINIAN_PROVINCES)
    first = shown(Client(), game, "byzantium")
    assert "map-sail" not in first

    client = Client()
    client.force_login(game.gm)
    client.cookies["django_language"] = "en"
    address = game.get_absolute_url()
    chosen = client.get(f"{address}?seat=byzantium&at={port}").content.decode()
    assert "map-sail" in chosen and f"from={port}" in chosen and "tap a port on the map" in chosen
    page = client.get(f"{address}?seat=byzantium&from={port}&at={goal}").content.decode()
    form = re.search(r'<form method="post" action="[^"]*/sail".*?</form>', page, re.S)
    assert form is not None
    fields = dict(re.findall(r'name="([^"]+)"[^>]*? value="([^"]*)"', form[0]))
    answer = client.post(f"/campaigns/{game.pk}/sail", fields)
    assert answer.status_code == 302
    fleets = services.table(Game.objects.get(pk=game.pk)).state.fleets
    assert FleetKey("byzantium", goal) in fleets


@pytest.mark.django_db
def test_a_voyage_that_does_not_lead_there_is_refused_and_strangers_are_shut_out() -> None:
    game = segment()
    port, _goals = first_voyage(game)
    client = Client()
    client.force_login(game.gm)
    sent = {"seat": "byzantium", "seq": game.seq, "key": "k", "power": "byzantium", "army": "", "f-sp": "1"}
    address = f"/campaigns/{game.pk}/sail"
    for origin, goal in some([(port, "arcadia"), (port, "<b>"), ("nowhere", port), ("", port)]):
        client.post(address, {**sent, "origin": origin, "goal": goal})
        assert Game.objects.get(pk=game.pk).seq == game.seq, (origin, goal)
    client.force_login(person("mallory"))
    assert client.post(address, {**sent, "origin": port, "goal": port}).status_code in (403, 404)


JUSTINIAN_PROVINCES = frozenset(opened()[0].setting.scn.provinces)
