"""Stored battles that have begun, and the program playing on to where a test starts."""

from __future__ import annotations

import uuid
from collections.abc import Callable
from typing import Any

from django.utils import timezone

from battles.schiere.rules.system import SCHIERE
from engine.dice import Seeded
from games import services
from games.models import Game
from tests.web.cast import person

STEPS = 3000  # more than any test waits for


def stored_battle(name: str = "open_field", rival: str = "", **settings: Any) -> Game:
    """A battle that has begun; Anna leads it and plays both sides, unless there is a rival for Carthage."""
    now, anna = timezone.now(), person("anna")
    settings = {"name": "Zama", "system": "schiere", "scenario_name": name, "public": True, **settings}
    game = services.create_game(gm=anna, now=now, **settings)
    for seat in game.seats.all():
        player = person(rival) if rival and seat.key == "carthage" else anna
        services.take_seat(game.pk, player, seat.key, now=now)
    return services.start(game.pk, anna, now=now)


def play_on(game: Game, until: Callable[[Any], bool]) -> Game:
    """The program plays for both sides until the table is as wanted."""
    for number in range(STEPS):
        table = services.table(game)
        if until(table):
            return game
        decision = table.decisions()[0]
        action = table.rules.bot(table.state, decision.seat, Seeded(b"schiere", "bot", number))
        game = do(game, decision.seat, SCHIERE.codec.write(action))
    raise AssertionError("it did not come up")


def do(game: Game, seat: str, action: Any) -> Game:
    """Somebody does that."""
    user = game.seats.get(key=seat).user
    return services.submit(
        game.pk,
        seat,
        action,
        drawn_seq=game.seq,
        key=str(uuid.uuid4()),
        user=user,
        now=timezone.now(),
    ).game


def asked(kind: str) -> Callable[[Any], bool]:
    """Whether a decision of that kind is due."""
    return lambda table: any(decision.kind == kind for decision in table.decisions())
