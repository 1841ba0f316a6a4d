"""A pending battle, as the campaign's game master sees it on the campaign's page."""

import pytest
from django.urls import reverse

from tests.campaigns.bridge.wars import a_war
from tests.web.cast import browser

pytestmark = pytest.mark.django_db


def test_the_page_leads_to_the_report_unit_by_unit_and_asks_for_no_json() -> None:
    campaign, link, gm, _ = a_war()
    shown = browser(gm.username).get(campaign.get_absolute_url(), {"seat": "gm"}).content.decode()
    assert 'value="resolve_by_table"' not in shown  # the GM plays too: both sides decide on that page
    assert (
        reverse("game-battle", args=[campaign.pk, link.pk]) in shown
        or link.battle.get_absolute_url() in shown
    )
    assert 'value="report_battle"' not in shown and "<textarea" not in shown
