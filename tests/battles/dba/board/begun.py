"""Stored battles on the board that the bot plays up to the point where a test starts."""

from __future__ import annotations

import uuid
from collections.abc import Callable
from typing import Any

from django.utils import timezone

from battles.dba.rules.system import DBA
from engine.dice import Seeded
from games import services
from games.models import Game
from tests.web.cast import person

STEPS = 600


def board_battle(rival: str = "", **settings: Any) -> Game:
    """Create a battle on the board in progress. Anna plays both sides, unless a rival plays Blue."""
    now, anna = timezone.now(), person("anna")
    settings = {"name": "Ilipa", "system": "dba", "scenario_name": "board", "public": True, **settings}
    game = services.create_game(gm=anna, now=now, **settings)
    for seat in game.seats.all():
        if rival and seat.key == "blue":
            link = services.invite(game.pk, anna, seat=seat.key, now=now)
            services.accept(link.token, person(rival), now=now)
        else:
            services.take_seat(game.pk, anna, seat.key, now=now)
    return services.start(game.pk, anna, now=now)


def play_on(game: Game, until: Callable[[Any], bool]) -> Game:
    """Let the bot play both sides until the condition holds for the state."""
    for number in range(STEPS):
        table = services.table(game)
        if until(table.state):
            return game
        decision = table.decisions()[0]
        action = table.rules.bot(table.state, decision.seat, Seeded(b"dba", "bot", number))
        game = do(game, decision.seat, DBA.codec.write(action))
    raise AssertionError("it did not come up")


def do(game: Game, seat: str, action: Any) -> Game:
    """Submit an action for a seat."""
    user = game.seats.get(key=seat).user
    return services.submit(
        game.pk, seat, action, drawn_seq=game.seq, key=str(uuid.uuid4()), user=user, now=timezone.now()
    ).game
