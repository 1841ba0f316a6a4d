"""A moment of the replay shows no news, so none is gathered for it."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from campaigns.annals.news import Teller
from games import services
from tests.web.cast import person

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("system", ["justinian", "italia"])
def test_a_moment_of_the_replay_gathers_no_news(system: str, monkeypatch: pytest.MonkeyPatch) -> None:
    now, anna = timezone.now(), person("anna")
    game = services.create_game(gm=anna, now=now, name="Ravenna", system=system)
    for seat in game.seats.all():
        services.take_seat(game.pk, anna, seat.key, now=now)
    game = services.start(game.pk, anna, now=now)
    gathered, real = [], Teller.collect_news

    def collect(self: Teller, *rest: Any, **more: Any) -> Any:
        gathered.append(rest)
        return real(self, *rest, **more)

    monkeypatch.setattr(Teller, "collect_news", collect)
    client = Client()
    client.force_login(anna)
    assert client.get(f"{game.get_absolute_url()}replay/?at=0").status_code == 200
    assert not gathered
    assert client.get(game.get_absolute_url()).status_code == 200
    assert len(gathered) == 1, "the game's page gathers them once"
