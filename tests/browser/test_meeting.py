"""On a phone: two people agree on a time, and a guest without an account commands the battle."""

from __future__ import annotations

import os
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.utils import timezone

from games import services
from games.models import Command, Game, Meeting
from tests.web.cast import browser, lobby, person

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
PICTURES = os.environ.get("VEXILLUM_PICTURES", "")


def battle() -> Game:
    """Create a DBA battle in progress, outside any campaign: owner against rival."""
    game, now = lobby(system="dba", name="Ponte Milvio", options={"setup": "quick"}), timezone.now()
    for seat, name in (("red", "owner"), ("blue", "rival")):
        link = services.invite(game.pk, person("gm"), seat=seat, now=now)
        services.accept(link.token, person(name), now=now)
    services.start(game.pk, person("gm"), now=now)
    game.refresh_from_db()
    return game


def fits(page: Any, name: str = "") -> None:
    wide, window = page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
    assert wide <= window, (page.url, wide)
    if PICTURES and name:
        page.screenshot(path=str(Path(PICTURES) / f"{name}.png"), full_page=True)


def test_two_agree_and_a_guest_commands(visit: Any, settings: Any) -> None:
    settings.VEXILLUM_BRIDGES = ["campaigns.bridge.justinian_dba"]
    game = battle()
    owner, rival = visit("owner"), visit("rival", locale="it-IT")
    owner.goto(game.get_absolute_url())
    fits(owner, "game")
    owner.click(".tabs__button")
    owner.click("text=Agree on a time")
    day = timezone.now() + timedelta(days=9)
    owner.fill("[name=at-0]", f"{day:%Y-%m-%dT20:30}")
    owner.fill("[name=at-1]", f"{day + timedelta(days=1):%Y-%m-%dT15:00}")
    owner.fill("[name=where]", "Club La Tavola, via Roma 12")
    fits(owner, "propose")
    owner.click("button[value=propose]")
    rival.goto(f"{game.get_absolute_url()}meeting/")
    for number, row in enumerate(Meeting.objects.get().proposals.all()):
        rival.check(f"[name=fit-{row.pk}][value={('maybe', 'no')[number]}]")
    fits(rival, "answer-it")
    box = rival.locator(".meet__time .tick").first.bounding_box()
    assert box and box["height"] >= 44
    rival.click("button[value=answer]")
    fits(rival, "answered-it")
    rival.click("button[name=fix]")
    fits(rival, "fixed-it")
    owner.goto(game.get_absolute_url())
    assert "Club La Tavola" in owner.inner_text("main")
    fits(owner, "game-fixed")

    owner.goto(f"{game.get_absolute_url()}command/")
    fits(owner, "command")
    owner.click("button[value=link]")
    fits(owner, "command-link-made")
    link = owner.input_value("[id^=link-]")
    guest = visit("")
    guest.goto(link)
    fits(guest, "offer")
    guest.click("main form button")
    guest.wait_for_url(f"**{game.get_absolute_url()}")
    fits(guest, "guest-commands")
    assert "commands for owner" in guest.inner_text("main")
    assert Command.objects.get().is_taken
    guest.close()  # the open page would poll a game it can no longer see
    owner.goto(f"{game.get_absolute_url()}command/")
    fits(owner, "command-standing")
    owner.click("button[value=relieve]")
    owner.wait_for_selector("button[value=link]")
    assert browser("owner").get(game.get_absolute_url()).status_code == 200
    if PICTURES:
        desk = visit("owner", "desk", color_scheme="dark")
        desk.goto(f"{game.get_absolute_url()}meeting/")
        fits(desk, "meeting-desk-dark")
        desk.goto(game.get_absolute_url())
        fits(desk, "game-desk-dark")
