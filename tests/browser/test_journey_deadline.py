"""A player sleeps through a decision: the deadline in their time zone, the default answer, and the message
about it.
"""

from datetime import timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from django.utils import timezone

from accounts.models import Profile
from games import services
from games.models import Game
from games.wording.time_text import day_and_hour
from tests.browser.steps import form, question, send
from tests.web.cast import person

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def campaign() -> Game:
    """Create a campaign that allows a day for each answer. Owner is its game master and plays Byzantium, and
    rival plays the Barbarians.
    """
    now, owner = timezone.now(), person("owner")
    game = services.create_game(
        gm=owner, name="Slow war", system="justinian", hours_per_decision=24, public=True, now=now
    )
    for seat, name in (("byzantium", "owner"), ("barbarian", "rival")):
        link = services.invite(game.pk, owner, seat=seat, now=now)
        services.accept(link.token, person(name), now=now)
    services.start(game.pk, owner, now=now)
    return game


def test_the_clock_answers_for_a_sleeper_and_the_chronicle_says_so(visit: Any) -> None:
    game = campaign()
    far = Profile.of(person("owner"))
    far.timezone = "Pacific/Auckland"
    far.save()
    due = game.decisions.get(answered_at=None).due_at
    owner = visit("owner")
    owner.goto(game.get_absolute_url())
    with timezone.override(ZoneInfo("Pacific/Auckland")):
        assert f"Due {day_and_hour(due)}" in question(owner)
    assert "If you don't answer" in question(owner)

    services.sweep(timezone.now() + timedelta(hours=25))
    owner.wait_for_selector("#next:has-text('Waiting for')", timeout=20_000)  # the page polls and finds out
    game.refresh_from_db()
    assert game.entries.get(seat="byzantium").reason == "default"
    owner.goto(f"{game.get_absolute_url()}chronicle/")
    assert "no answer in time" in owner.inner_text("main")

    rival = visit("rival", "desk")
    rival.goto(game.get_absolute_url())
    send(rival, form(rival, "accept_setup"))
    assert game.entries.get(seat="barbarian").reason == "player"


def test_a_spectator_reads_and_a_visitor_is_kept_out_of_what_is_private(visit: Any) -> None:
    game = campaign()
    spectator = visit(size="desk")
    spectator.goto(game.get_absolute_url())
    assert "Slow war" in spectator.inner_text("h1") and spectator.locator("form.act").count() == 0
    for part in ("chronicle/", "replay/", "dice/"):
        assert spectator.goto(game.get_absolute_url() + part).status == 200
    for part in ("desk/", "orders/"):
        answer = spectator.context.request.get(game.get_absolute_url() + part, max_redirects=0)
        assert answer.status in (302, 403, 404), part
