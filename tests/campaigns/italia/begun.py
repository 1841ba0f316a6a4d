"""Stored games of Italia that the bot plays up to the point where a test starts."""

from __future__ import annotations

import uuid
from collections.abc import Callable
from typing import Any

from django.utils import timezone

from campaigns.italia.rules.system import ITALIA
from engine.dice import Seeded
from games import services
from games.models import Game
from tests.web.cast import person

STEPS = 2000  # more than any test needs


def campaign(name: str = "italia1", **settings: Any) -> Game:
    """Create a game in progress; Anna leads it and plays every seat."""
    now, anna = timezone.now(), person("anna")
    settings = {"name": "Italia", "system": "italia", "scenario_name": name, "public": True, **settings}
    game = services.create_game(gm=anna, now=now, **settings)
    for seat in game.seats.all():
        services.take_seat(game.pk, anna, seat.key, now=now)
    return services.start(game.pk, anna, now=now)


def play_on(game: Game, until: Callable[[Any], bool]) -> Game:
    """Let the bot play every seat until the condition holds."""
    for number in range(STEPS):
        table = services.table(game)
        if until(table):
            return game
        seat = table.decisions()[0].seat
        action = table.rules.bot(table.state, seat, Seeded(b"italia", "bot", number))
        game = services.submit(
            game.pk,
            seat,
            ITALIA.codec.write(action),
            drawn_seq=game.seq,
            key=str(uuid.uuid4()),
            user=game.gm,
            now=timezone.now(),
        ).game
    raise AssertionError("it did not come up")


def asked(kind: str, **facts: Any) -> Callable[[Any], bool]:
    """Return a condition that holds while a decision of this kind, with these facts, is due."""

    def due(table: Any) -> bool:
        decision = table.decisions()[0]
        return decision.kind == kind and facts.items() <= dict(decision.facts).items()

    return due
