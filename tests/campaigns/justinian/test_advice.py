"""The bot's suggested move is shown to the player who owes an answer, who can make it with one press."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

import pytest
from django.test import Client

from campaigns.justinian.rules.scenario.loading import builtin
from campaigns.justinian.rules.system import JUSTINIAN
from engine.choices import matching
from engine.dice import Seeded
from games import forms
from tests.campaigns.justinian import begun
from tests.web.cast import browser, running


def test_a_form_filled_with_an_action_means_that_action() -> None:
    rules = JUSTINIAN.open(builtin(), {"setup": "free"})
    step = rules.setup(Seeded(b"advice", "filled", 0))
    kinds = set()
    for number in range(1, 500):
        decision = rules.decision(step.state)
        if decision is None:
            break
        action = rules.bot(step.state, decision.seat, Seeded(b"bot", "filled", number))
        sent = JUSTINIAN.codec.write(action)
        choice = matching(rules.choices(step.state, decision.seat), sent)
        assert choice is not None
        posted = forms.fill(choice, sent)
        assert forms.find_choice([choice], posted) is choice
        assert JUSTINIAN.codec.read(forms.read(choice, posted)) == action
        kinds.add(choice.kind)
        step = rules.apply(step.state, decision.seat, action, Seeded(b"advice", "filled", number))
    assert {"place_army", "pay_maintenance", "place_recruits", "move_army"} <= kinds


@pytest.fixture
def campaign(db: None) -> Any:
    return begun.campaign("owner", {"barbarian": "rival"}, name="Advice")


def asked(client: Client, game: Any) -> str:
    return client.get(game.get_absolute_url(), {"advice": "1"}).content.decode()


def form_of(page: str) -> dict[str, Any]:
    """Return the hidden fields of the advice form."""
    form = page.split('id="advice"')[1].split("</form>")[0]
    fields: dict[str, Any] = {}
    for name, value in re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)"', form):
        fields.setdefault(name, []).append(unescape(value))
    return fields


def test_the_advice_is_told_and_done_at_one_press(campaign: Any) -> None:
    owner = browser("owner")
    plain = owner.get(campaign.get_absolute_url()).content.decode()
    assert "What would the bot do?" in plain
    assert 'id="advice"' not in plain
    page = asked(owner, campaign)
    assert "The bot would do this" in page
    before = campaign.entries.count()
    answer = owner.post(f"{campaign.get_absolute_url()}act", form_of(page))
    assert answer.status_code == 302
    assert campaign.entries.count() == before + 1


def test_following_the_advice_shows_the_next_advice(campaign: Any) -> None:
    owner = browser("owner")
    page = asked(owner, campaign)
    before, presses = campaign.entries.count(), 0
    while 'id="advice"' in page and presses < 8:
        fields = {**form_of(page), "advice": "1"}
        page = owner.post(
            f"{campaign.get_absolute_url()}act", fields, HTTP_HX_REQUEST="true"
        ).content.decode()
        presses += 1
    assert presses > 3
    assert campaign.entries.count() == before + presses


def test_who_owes_no_answer_is_not_advised(campaign: Any) -> None:
    owner_waits = campaign.decisions.get(answered_at__isnull=True).seat == "barbarian"
    waiting = "owner" if owner_waits else "rival"
    for name in (waiting, "stranger", ""):
        page = asked(browser(name), campaign)
        assert "What would the bot do?" not in page
        assert 'id="advice"' not in page


@pytest.mark.django_db
def test_a_system_that_does_not_advise_offers_none() -> None:
    page = asked(browser("owner"), running())
    assert 'id="advice"' not in page
    assert "What would the bot do?" not in page
