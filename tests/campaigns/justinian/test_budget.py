"""The budget on the page: previewing unpaid units, and paying (5.2)."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.urls import reverse

from campaigns.justinian.pages.forms import budget
from campaigns.justinian.wording.names import Names
from tests.campaigns.justinian.begun import SCENARIO, advance, campaign, opened


def test_5_2_the_budget_answers_what_if() -> None:
    rules, state = opened()
    view = rules.view(state, None)
    everybody = budget.budget(view, Names(SCENARIO))
    nobody = budget.budget(view, Names(SCENARIO), pay=[])
    assert everybody.paying == everybody.upkeep and not everybody.unpaid
    assert nobody.remainder == view["gold"] + view["budget"]["net"] and len(nobody.unpaid) == len(
        nobody.groups
    )


@pytest.mark.django_db
def test_maintenance_is_paid_through_the_form(client: Any) -> None:
    game = advance(campaign(), "maintenance")
    client.force_login(game.gm)
    page = client.get(game.get_absolute_url()).content.decode()
    form = page[page.index("data-pay") :]
    fields = dict(re.findall(r'type="hidden" name="(\w+)" value="([^"]*)"', form))
    groups = re.findall(r'type="checkbox" name="f-groups" value="([^"]+)"', form)
    folded = form.partition('id="pay-garrisons"')[2].partition("</details>")[0]
    garrisons = re.findall(r'name="f-groups" value="([^"]+)"', folded)
    assert garrisons == [g for g in groups if g.startswith("frontier:")]
    sent = {k: fields[k] for k in ("seq", "key", "seat", "kind")} | {"f-groups": groups[:2]}
    answer = client.post(reverse("game-act", args=[game.pk]), sent)
    assert answer.status_code == 302
    entry = game.entries.order_by("-seq").first()
    assert entry.action["kind"] == "pay_maintenance" and entry.action["groups"] == groups[:2]
