"""Accessibility, checked by axe in both themes. tools/gallery.py covers every page."""

from pathlib import Path
from typing import Any

import pytest

from tests.browser.measuring import VIOLATIONS
from tests.campaigns.justinian.begun import campaign

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_main_pages_let_everybody_in(visit: Any, theme: str) -> None:
    axe = Path(pytest.importorskip("axe_playwright_python.base").AXE_FILE_PATH).read_text()
    game = campaign()
    page = visit("anna", "phone", color_scheme=theme)
    for address in ("/", game.get_absolute_url(), f"{game.get_absolute_url()}chronicle/", "/games/new/"):
        page.goto(address)
        page.evaluate(axe)
        assert page.evaluate(VIOLATIONS) == [], address
    page = visit("", "desk", color_scheme=theme)
    table = ("/battles/dba/table/", "/t/")
    for address in (
        "/",
        "/battles/dba/lookup/",
        "/battles/schiere/lookup/",
        "/battles/cca/lookup/",
        "/account/signup/",
        *table,
    ):
        page.goto(address)
        page.evaluate(axe)
        assert page.evaluate(VIOLATIONS) == [], address


def test_the_answers_of_calculators_let_everybody_in_on_a_phone(visit: Any) -> None:
    """A script on the page draws the answers, so it is not enough to check the HTML that the server sends."""
    axe = Path(pytest.importorskip("axe_playwright_python.base").AXE_FILE_PATH).read_text()
    page = visit("", "phone")
    for address in (
        "/campaigns/italia/lookup/?a.infantry=3&d.infantry=2&ground=highland",
        "/battles/dba/lookup/?a=Kn&b=Bw&die_a=2&die_b=5",
    ):
        page.goto(address, wait_until="networkidle")
        page.evaluate(axe)
        assert page.evaluate(VIOLATIONS) == [], address
