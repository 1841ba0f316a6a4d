"""A battle of Italia as a major event, from the campaign's page to the battlefield and back."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import override

from features.report_cards import contents
from games import services
from tests.campaigns.italia.battling import theatre
from tests.flat import flat

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("battle_system", ["dba", "schiere"])
def test_an_attack_is_told_and_leads_to_the_field_and_back(client: Client, battle_system: str) -> None:
    found = theatre("italia1", 1, battle_system=battle_system)
    while (link := found.waiting()) is None:
        found.step()
    address = reverse("game-battle", args=[found.game.pk, link.pk])
    (attacker, *_others) = found.sides(link)
    client.force_login(attacker)
    page = flat(client.get(found.game.get_absolute_url()).content.decode())
    assert re.search(r"Battle of [A-Z]", page) and re.search(
        r"attacks[^<]*: <span class=\"num\">\d+ units", page
    )
    assert f'href="{link.battle.get_absolute_url()}"' in page and f'href="{address}"' in page
    told = contents.battle(link.battle)
    assert told.name.startswith("Battle of ") and told.place in told.name and told.date.startswith("Round ")
    with override("it"):
        italian = contents.battle(link.battle)
    assert italian.name.startswith("Battaglia d")
    assert not {side.name for side in told.sides} & {"Red", "Yellow", "Blue", "Green"}, "nations fight"
    services.rule_battle(
        link.pk, found.gm, {"winner": "attacker", "losses": {}, "facts": {}}, now=timezone.now()
    )
    settled = flat(client.get(address).content.decode())
    assert "victory" in settled and "Watch it on the map" in settled and "Back to the map" in settled
    drawn = client.get(reverse("game-battle-svg", args=[found.game.pk, link.pk]))
    assert drawn.status_code == 200 and drawn.content.startswith(b"<svg")
