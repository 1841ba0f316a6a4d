"""A march that also places or removes control markers, or attacks, sent with one press."""

from __future__ import annotations

import dataclasses
from typing import Any

import pytest
from django.urls import reverse
from django.utils import timezone

from campaigns.justinian.pages import marching
from campaigns.justinian.rules.march import reach
from campaigns.justinian.rules.state.position import Position
from games import services
from tests.campaigns.justinian.begun import act, opened, shown
from tests.campaigns.justinian.marching import WAY, byzantines, persians, planned
from tests.campaigns.justinian.stored import stored
from tests.web.cast import person

pytestmark = pytest.mark.django_db


def test_7_18_a_marker_is_placed_wherever_the_army_may() -> None:
    rules, state = opened()
    pos = Position(rules.setting, persians(state))
    found = reach.places_to_mark(pos, "chosroes", ["bithynia", *WAY])
    assert found == ("bithynia", *WAY)
    marked = dataclasses.replace(pos.state, markers={**pos.state.markers, WAY[0]: "revolt"})
    assert reach.places_to_mark(Position(rules.setting, marked), "chosroes", WAY) == (WAY[1],)
    held = dataclasses.replace(pos.state.armies["chosroes"], id="other", power="vandals", at=WAY[1])
    there = dataclasses.replace(pos.state, armies={**pos.state.armies, "other": held})
    assert reach.places_to_mark(Position(rules.setting, there), "chosroes", WAY) == (WAY[0],)


def test_7_18_a_place_passed_twice_is_marked_once() -> None:
    rules, state = opened()
    pos = Position(rules.setting, persians(state))
    there_and_back = [WAY[0], "bithynia", WAY[0]]
    found = marching.steps(pos, "chosroes", there_and_back, ("markers",))
    assert [one["kind"] for one in found] == [
        "place_marker",
        "move_army",
        "place_marker",
        "move_army",
        "move_army",
    ]


def test_7_18_byzantium_removes_only_markers_that_lie_there() -> None:
    rules, state = opened()
    pos = Position(rules.setting, byzantines(state))
    assert reach.places_to_mark(pos, "oriens", ["bithynia", *WAY]) == ("bithynia", WAY[1])
    steps = marching.steps(pos, "oriens", WAY, {"markers"})
    assert [step["kind"] for step in steps] == ["remove_marker", "move_army", "move_army", "remove_marker"]
    assert [step["kind"] for step in marching.steps(pos, "oriens", WAY, set())] == ["move_army"] * 2


def test_7_18_the_offer_counts_the_markers_and_needs_the_mp() -> None:
    rules, state = opened()
    goal = WAY[-1]
    plan = planned(persians(state), "chosroes", goal=goal)
    march = next(g for g in plan.goals if g.id == goal)
    assert plan.marking is not None and not plan.marking.removes
    assert plan.marking.mp == march.mp + 1 + len(march.places)  # one for each place, and one at the start
    short = planned(persians(state, plan.marking.mp - 1), "chosroes", goal=goal)
    assert short.marking is None and any(g.id == goal for g in short.goals)


def test_7_18_one_press_marches_and_removes_the_markers(client: Any) -> None:
    game = stored(byzantines, players={})
    client.force_login(person("gm"))
    page = shown(client, game, "byzantium")
    assert 'name="markers"' not in page
    client.cookies["django_language"] = "en"
    page = client.get(f"{game.get_absolute_url()}?seat=byzantium&at={WAY[-1]}").content.decode()
    assert 'name="markers"' in page
    drawn = game.seq
    sent = {"seat": "byzantium", "seq": drawn, "key": "m", "army": "oriens", "markers": "1"}
    path = '["phrygia_salutaris", "galatia_salutaris"]'
    page = client.post(reverse("campaigns:march", args=[game.pk]), {**sent, "f-path": path}, follow=True)
    game.refresh_from_db()
    state = services.table(game).state
    assert not {"bithynia", WAY[1]} & state.markers.keys() and state.armies["oriens"].at == WAY[1]
    kinds = [e.action["kind"] for e in game.entries.filter(seq__gt=drawn).order_by("seq")]
    assert kinds[:4] == ["remove_marker", "move_army", "move_army", "remove_marker"]
    assert "has marched: Phrygia Salutaris → Galatia Salutaris" in page.content.decode()


def test_8_11_one_press_marches_and_attacks(client: Any) -> None:
    def change(state: Any) -> Any:
        state = byzantines(state)
        enemy = dataclasses.replace(state.armies["chosroes"], at=WAY[0], sp=2)
        return dataclasses.replace(state, markers={}, armies={**state.armies, "chosroes": enemy})

    game = stored(change, players={})
    client.force_login(person("gm"))
    client.cookies["django_language"] = "en"
    page = client.get(f"{game.get_absolute_url()}?seat=byzantium&at={WAY[0]}").content.decode()
    assert 'name="attack"' in page
    drawn = game.seq
    sent = {"seat": "byzantium", "seq": drawn, "key": "a", "army": "oriens", "attack": "1"}
    client.post(reverse("campaigns:march", args=[game.pk]), {**sent, "f-path": f'["{WAY[0]}"]'})
    game.refresh_from_db()
    assert services.table(game).decisions()[0].kind == "intercept"
    act(game, "barbarian", {"kind": "intercept_with", "armies": []})
    services.answer_due(game.pk, timezone.now())  # the rest of the plan
    made = [e.action for e in game.entries.filter(seq__gt=drawn).order_by("seq")]
    assert [one["kind"] for one in made[:2]] == ["move_army", "intercept_with"] and made[2] == {
        "kind": "attack",
        "target": "all",
    }
