"""Start and continue games of Stroll for the tests of pages."""

from __future__ import annotations

from typing import Any

from django.urls import reverse
from django.utils import timezone

from engine import registry
from games import services
from games.models import Game
from tests.games.stroll import STROLL
from tests.web.cast import person


def stroll(*names: str, lead: str = "gm", **settings: Any) -> Game:
    """Create a running game of Stroll with these players as north and south (and west); "bot" for a bot."""
    registry.register(STROLL)
    gm, now = person(lead), timezone.now()
    scenario = "two" if len(names) == 2 else "three"
    game = services.create_game(
        gm=gm, now=now, **{"name": "A stroll", "system": "stroll", "scenario_name": scenario, **settings}
    )
    for seat, name in zip(game.seats.all(), names, strict=True):
        seat.is_bot, seat.user = name == "bot", None if name == "bot" else person(name)
        seat.save()
    services.start(game.pk, gm, now=now)
    game.refresh_from_db()
    return game


def do(game: Game, name: str, seat: str, action: Any, **more: Any) -> None:
    game.refresh_from_db()
    key, now = f"{game.seq}", timezone.now()
    services.submit(game.pk, seat, action, drawn_seq=game.seq, key=key, user=person(name), now=now, **more)
    game.refresh_from_db()


def address(game: Game) -> str:
    return reverse("game-back", args=[game.pk])
