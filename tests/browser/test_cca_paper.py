"""Printed sheets of Commands & Colors: how many pages each takes at A4 and at card size, in two languages."""

from __future__ import annotations

import re
from typing import Any

import pytest

from battles.cca.rules.scenarios import scenarios

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
PAGES = re.compile(rb"/Type\s*/Page\b")


def count_pages(page: Any, path: str) -> int:
    """Print the page at a URL, and return the number of sheets."""
    page.goto(path)
    return len(PAGES.findall(page.pdf(prefer_css_page_size=True)))


@pytest.mark.parametrize("language", ["en", "it"])
def test_a_set_up_fits_one_page_and_the_cheat_sheet_two(visit: Any, language: str) -> None:
    page = visit("", size="desk", locale=language)
    for name in scenarios():
        for size in ("", "?size=card"):
            assert count_pages(page, f"/battles/cca/scenarios/{name}/sheet/{size}") == 1, (name, size)
    assert count_pages(page, "/battles/cca/cheatsheet/") == 2
    assert count_pages(page, "/battles/cca/cheatsheet/?size=card") == 6
