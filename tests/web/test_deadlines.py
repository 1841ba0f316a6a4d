"""Deadlines on the pages: paused ones, and the answer given when one is missed."""

from __future__ import annotations

import html
import re
from typing import Any

import pytest
from django.urls import reverse
from django.utils import timezone

from accounts.models import Profile
from games import services
from games.models import Game
from tests.web.cast import browser, person, running

pytestmark = pytest.mark.django_db


def text(answer: Any) -> str:
    """Return a page as plain text."""
    return html.unescape(" ".join(re.sub(r"<[^>]+>", " ", answer.content.decode()).split()))


def desk(game: Game, **sent: Any) -> str:
    client, address = browser("gm"), reverse("game-desk", args=[game.pk])
    return text(client.post(address, sent, follow=True) if sent else client.get(address))


def seen(game: Game, name: str) -> str:
    return text(browser(name).get(game.get_absolute_url()))


def test_a_deadline_set_in_a_pause_is_told_with_the_moment_from_which_it_runs() -> None:
    game = running()
    services.pause(game.pk, person("gm"), now=timezone.now())
    assert "Deadlines are stopped while the game is paused: the hours" in desk(game)
    told = desk(game, do="extend", hours="24")
    assert "It starts when the game resumes." in told and "24 hours after the game resumes" in told
    assert "24 hours after the game resumes." in seen(game, "owner")
    services.resume(game.pk, person("gm"), now=timezone.now())
    assert "after the game resumes" not in desk(game) + seen(game, "owner")
    assert "It starts when the game resumes" not in desk(game, do="extend", hours="48")


def test_the_default_is_told_only_where_a_deadline_could_bring_it() -> None:
    game = running(hours_per_decision=None)
    told = seen(game, "owner")
    assert "No deadline" not in told and "If you don't answer" not in told
    assert "If you don't answer: Hold" in seen(running(hours_per_decision=24), "owner")


def test_when_somebody_is_back_is_told_at_the_table_not_to_whoever_watches() -> None:
    game = running(hours_per_decision=24, public=True)
    today = timezone.localdate()
    Profile.objects.update_or_create(user=person("rival"), defaults={"away_until": today})
    assert "away until" in seen(game, "gm")
    assert "away until" not in seen(game, "stranger") and "away until" not in seen(game, "")


def test_a_moment_of_no_place_is_told_with_its_zone() -> None:
    """A visitor who is not logged in sees UTC, which must not look like local time."""
    game = running(hours_per_decision=24, public=True)
    visitor = browser()
    assert re.search(r"\d\d:\d\d UTC\b", text(visitor.get(game.get_absolute_url())))
    visitor.cookies["timezone"] = "Asia/Tokyo"
    assert "UTC" not in text(visitor.get(game.get_absolute_url()))
