"""A player's list of games on a phone and a desktop, each with its map."""

import os
from pathlib import Path
from typing import Any

import pytest

from tests.battles.schiere import begun as schiere
from tests.browser.steps import overflow
from tests.campaigns.italia import begun as italia
from tests.campaigns.justinian import begun as justinian

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
PICTURES = os.environ.get("VEXILLUM_PICTURES", "")  # a folder for screenshots


@pytest.mark.parametrize(("size", "scheme"), [("phone", "light"), ("desk", "dark")])
def test_every_game_shows_its_map(visit: Any, size: str, scheme: str) -> None:
    justinian.campaign(options={"setup": "suggested"})
    italia.campaign()
    schiere.to_a_duel(schiere.stored_battle())
    page = visit("anna", size, color_scheme=scheme)
    page.goto("/")
    stamps = page.locator(".card__map")
    assert stamps.count() == 3
    page.wait_for_function(
        "() => [...document.querySelectorAll('.card__map')].every((one) => one.naturalWidth > 0)"
    )
    assert overflow(page) <= 0
    if PICTURES:
        page.screenshot(path=Path(PICTURES) / f"home-{size}.png")
