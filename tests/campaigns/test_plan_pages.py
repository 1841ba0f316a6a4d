"""The page for composing a plan shows the campaign's map with its legend."""

import pytest
from django.urls import reverse

from games.services.tables import system_named
from tests.found import some
from tests.games.cast import a_game
from tests.web.cast import browser, person


@pytest.mark.django_db
@pytest.mark.parametrize("system", ["justinian", "italia"])
def test_whoever_plans_sees_the_legend_of_the_map(system: str) -> None:
    opened = system_named(system)
    keys = [seat.id for seat in opened.open(opened.scenario(next(iter(opened.scenarios()))), {}).seats]
    owner, rival = person("owner"), person("rival")
    game = a_game(owner, {key: owner if place else rival for place, key in enumerate(keys)}, system=system)
    for name in ("owner", "rival"):
        page = browser(name).get(reverse("game-plan", args=[game.pk]))
        assert page.status_code == 200
        signs = [str(words) for _drawing, words in page.context["signs"]]
        for words in some(signs):
            assert words in page.content.decode()
