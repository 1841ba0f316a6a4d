"""Stored games between bots."""

from typing import Any

from games import services
from games.models import Game
from games.services import tables
from games.services.clock import jobs
from tests.games.cast import NOW, a_user

MOST = 1500  # maximum number of entries of a whole game


def bots_play(name: str, system: str, **more: Any) -> Game:
    """Create a running game between bots."""
    with jobs.postponing():
        owner = a_user(name)
        game = services.create_game(gm=owner, name=name, system=system, now=NOW, **more)
        for seat in game.seats.all():
            services.set_bot(game.pk, owner, seat.key, True, now=NOW)
        services.start(game.pk, owner, now=NOW)
    return game


def play_on(game: Game, most: int) -> Game:
    """Play some of the steps, each time in a process that has not seen the game before."""
    with jobs.postponing():
        while most > 0:
            tables._opened.clear()
            done = services.answer_due(game.pk, NOW, limit=min(most, 150))
            most -= done
            if not done:
                break
    game = Game.objects.get(pk=game.pk)
    assert not game.trouble, game.trouble
    return game
