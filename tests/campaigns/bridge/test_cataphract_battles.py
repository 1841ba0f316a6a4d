"""Stored campaigns whose battles are fought with *Cataphract*: here on the map by bots, or beside the box,
with the battle sheet, whose result people report.
"""

from __future__ import annotations

from typing import Any

import pytest
from django.urls import reverse

from games import services
from tests.campaigns.bridge.wars import a_war, came_back
from tests.games.cast import NOW

pytestmark = pytest.mark.django_db


def test_two_people_choose_it_and_bots_fight_it_out(client: Any) -> None:
    campaign, link, gm, rival = a_war("dba")
    address = reverse("game-battle", args=[campaign.pk, link.pk])
    for user in (gm, rival):
        client.force_login(user)
        if user is gm:
            page = client.get(address).content.decode()
            assert "Propose with Cataphract, here" in page and "Propose with Cataphract on a table" in page
        client.post(address, {"do": "system", "system": "cataphract"})
    link.refresh_from_db()
    assert link.battle.system == "cataphract"
    assert set(link.muster["seats"]) == {"first", "second"}
    page = client.get(address).content.decode()
    assert "How the forces became armies" in page and "open ground of ours with the printed hexes" in page
    board = client.get(link.battle.get_absolute_url()).content.decode()
    assert "Set-up, withdrawal levels and leaders" in board and "ours: not printed in the rules" in board
    for user in (gm, rival):
        services.leave_to_programs(link.pk, user, now=NOW)
    services.fight_out(link.battle.pk, NOW)
    link.refresh_from_db()
    assert link.status == "confirmed"
    assert link.report["facts"]["reason"] in ("withdrawal", "both_withdraw")
    services.answer_due(campaign.pk, NOW, limit=1)
    came_back(campaign, link)
    page = client.get(address).content.decode()
    assert "units were eliminated and" in page


def test_a_battle_beside_the_box_is_reported_in_lost_units_and_agreed(client: Any) -> None:
    campaign, link, gm, rival = a_war("cataphract_sheet")
    assert link.battle.system == "cataphract" and link.battle.scenario["schema"] == "cataphract-sheet/1"
    address = reverse("game-battle", args=[campaign.pk, link.pk])
    first = link.opening["attacker"]["units"][0]["id"]
    client.force_login(gm)
    page = client.get(address + "?report=1").content.decode()
    assert "eliminated units" in page and "units in rout at the end" in page
    wrong = client.post(
        address, {"do": "report", "winner": "attacker", "count": "elements", f"fell-{first}-routed": "99"}
    )
    assert wrong.status_code == 422
    lost = {f"fell-{first}-eliminated": "2", f"fell-{first}-routed": "1"}
    client.post(address, {"do": "report", "winner": "attacker", "count": "elements", **lost})
    client.force_login(rival)
    page = client.get(address).content.decode()
    assert "units were eliminated and 1 more routed" in page
    client.post(address, {"do": "confirm"})
    link.refresh_from_db()
    assert link.status == "confirmed"
    services.answer_due(campaign.pk, NOW, limit=1)
    assert campaign.entries.get(reason="battle").action["losses"] == link.report["losses"]
