"""League pages fit a phone in both languages, with every fold open."""

from __future__ import annotations

from typing import Any

import pytest
from django.utils import timezone

from leagues.models import League
from leagues.services import rounds
from tests.leagues.cast import begun, boards, fight
from tests.web.cast import person

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def fits(page: Any, path: str) -> None:
    page.goto(path)
    page.evaluate("document.querySelectorAll('details').forEach(one => { one.open = true; })")
    wide, window = page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
    assert wide <= window, (path, wide)


def test_every_page_of_a_league_fits_a_phone(visit: Any) -> None:
    season = begun(
        "anna", "bruno-von-langername", "carla", public=True, system="dba", options={"setup": "quick"}
    )
    ranks = {"red": 1, "blue": 2}
    rounds.rule(person("gm"), season.pk, boards(season)[0].pk, ranks, "no show", timezone.now())
    rounds.draw(person("gm"), season.pk)
    shut = begun(kind=League.Kind.DUPLICATE, public=True, name="Shut")
    compared = begun(kind=League.Kind.DUPLICATE, public=True, name="Compared")
    for board in boards(compared):
        fight(board)
    leagues = [one.get_absolute_url() for one in (season, shut, compared)]
    lists = ["/leagues/", "/leagues/new/", "/leagues/new/dba/", "/leagues/ratings/dba/"]
    leading = visit("gm")
    for path in [*leagues, *lists]:
        fits(leading, path)
    italian = visit("", locale="it-IT")
    for path in [*leagues, f"/leagues/join/{season.token}/"]:
        fits(italian, path)
    assert "La classifica" in italian.goto(leagues[0]).text()
