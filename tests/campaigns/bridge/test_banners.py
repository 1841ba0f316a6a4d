"""A side has the same name, colour and initials on the campaign's map, on the battle's page, on the board
and at the table.
"""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client

from games import pages
from tests.campaigns.bridge.wars import a_war
from tests.games.bridged import bridges

__all__ = ["bridges"]
pytestmark = pytest.mark.django_db
PERSIA, BYZANTIUM = ("PE", "#a8441f"), ("BY", "#5e2468")


@pytest.fixture(autouse=True)
def battles(bridges: None, settings: Any) -> None:
    settings.VEXILLUM_BRIDGES = ["campaigns.bridge.justinian_dba", "campaigns.bridge.justinian_schiere"]


@pytest.mark.parametrize("system", ["dba", "schiere"])
def test_a_side_looks_alike_everywhere(client: Client, system: str) -> None:
    campaign, link, gm, _rival = a_war(system)
    client.force_login(gm)
    for address in (
        campaign.get_absolute_url(),
        f"/games/{campaign.pk}/battles/{link.pk}/",
        link.battle.get_absolute_url(),
    ):
        page = client.get(address).content.decode()
        shown = page[page.index("<main") :]
        assert "Sasanian Persia" in shown, address
        for mark, colour in (PERSIA, BYZANTIUM):
            assert f">{mark}<" in shown and colour in shown, (address, mark)
        if address == link.battle.get_absolute_url():  # the colours differ from those of the battle system
            assert not re.search(r"#9b2d30|#2f5d8a|#8c1c13|#27588f|>(RE|BL|RO|CA)<", shown)
    at = pages.scene(gm, link.battle, bare=True)
    assert {(place.info.mark, place.info.colour) for place in at.places} == {PERSIA, BYZANTIUM}
