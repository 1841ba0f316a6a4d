"""Stored battles that the bot plays up to the point where a test starts."""

from __future__ import annotations

import html
import uuid
from collections.abc import Callable
from typing import Any

from django.test import Client
from django.utils import timezone, translation

from battles.cca.rules.system import CCA
from engine.dice import Seeded
from games import services
from games.models import Game
from tests.web.cast import person, show_hands

STEPS = 600  # more than any test needs


def stored_battle(rival: str = "", **settings: Any) -> Game:
    """Create a battle in progress. Anna leads it and plays both sides, unless a rival plays the top one."""
    now, anna = timezone.now(), person("anna")
    name = next(iter(CCA.scenarios()))
    settings = {"name": "Akragas", "system": "cca", "scenario_name": name, "public": True, **settings}
    game = services.create_game(gm=anna, now=now, **settings)
    for seat in game.seats.all():
        if rival and seat.key == "top":
            link = services.invite(game.pk, anna, seat=seat.key, now=now)
            services.accept(link.token, person(rival), now=now)
        else:
            services.take_seat(game.pk, anna, seat.key, now=now)
    return services.start(game.pk, anna, now=now)


def play_on(game: Game, until: Callable[[Any], bool]) -> Game:
    """Let the bot play both sides until the condition holds."""
    for number in range(STEPS):
        table = services.table(game)
        if until(table):
            return game
        decision = table.decisions()[0]
        action = table.rules.bot(table.state, decision.seat, Seeded(b"cca", "bot", number))
        game = do(game, decision.seat, CCA.codec.write(action))
    raise AssertionError("it did not come up")


def asked(kind: str) -> Callable[[Any], bool]:
    """Return a condition that holds once any seat owes a decision of this kind."""
    return lambda table: any(one.kind == kind for one in table.decisions())


def do(game: Game, seat: str, action: Any) -> Game:
    """Submit an action for a seat."""
    user, now = game.seats.get(key=seat).user, timezone.now()
    key = str(uuid.uuid4())
    return services.submit(game.pk, seat, action, drawn_seq=game.seq, key=key, user=user, now=now).game


def shown(game: Game, query: str = "", language: str = "en", user: Any = None, **headers: str) -> str:
    """Return a game's page in a language, as seen by a user (the game master by default)."""
    client = Client(headers={"Accept-Language": language})
    client.force_login(user or game.gm)
    show_hands(client, game)
    client.cookies["django_language"] = language
    with translation.override(language):
        answer = client.get(game.get_absolute_url() + query, headers=headers)
    assert answer.status_code == 200
    return html.unescape(answer.content.decode())
