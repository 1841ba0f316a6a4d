"""Combats of a stored game that are fought with DBA. They are settled through the services, in every possible
way.
"""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from games import services
from games.models import BattleLink
from tests.campaigns.italia.battling import WAYS, Theatre, theatre

pytestmark = pytest.mark.django_db(transaction=True)

HOUSE_RULES = {"targets": "units", "cargo_shifts": "yes", "halving": "round", "pyrrhus": "faq"}


@pytest.mark.parametrize(("name", "options"), [("italia1", HOUSE_RULES), ("italia2", {})])
def test_battles_are_settled_in_every_way_and_the_game_verifies(name: str, options: dict[str, Any]) -> None:
    war = theatre(name, 1, options, least=2)
    war.play(battles=len(WAYS))
    assert set(war.seen) == set(WAYS)
    told = war.game.entries.filter(action__kind="report_battle").count()
    assert told >= 5  # fought, typed, counted, disputed and ruled, but not the rewound one
    assert services.verify_game(war.game).ok


@pytest.fixture
def war() -> Theatre:
    found = theatre("italia1", 3)
    while found.waiting() is None:
        found.step()
        found.game.refresh_from_db()
    return found


def test_the_page_of_a_battle_tells_units_ground_and_how_losses_were_reckoned(war: Theatre) -> None:
    link = war.waiting()
    assert link is not None
    open_page = shown(war, link, "it")
    assert ">Fanteria</label>" in open_page
    assert "palude, città" in open_page and "a.C." in open_page and " BC" not in open_page
    services.report_battle(link.pk, war.sides(link)[0], war.counted(link), now=timezone.now())
    told = shown(war, link, "en")
    assert "elements fell; units lost:" in told and "%(" not in told


def test_what_hangs_on_a_battle_is_counted_in_points(war: Theatre) -> None:
    """A single combat hardly changes the winner, so the stakes are shown in points."""
    at = services.table(war.game)
    assert at.rules.metrics(at.state) == at.rules.scores(at.state)
    assert set(at.rules.metrics(at.state)) == {info.id for info in at.rules.seats}


def shown(war: Theatre, link: BattleLink, language: str) -> str:
    client = Client(headers={"accept-language": language})
    client.force_login(war.sides(link)[0])
    page = client.get(f"/games/{war.game.pk}/battles/{link.pk}/")
    assert page.status_code == 200
    return page.content.decode()
