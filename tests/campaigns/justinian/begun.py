"""Stored campaigns that the bot plays up to the point where a test starts."""

from __future__ import annotations

import uuid
from collections.abc import Callable
from typing import Any

from django.utils import timezone

from campaigns.justinian.rules.scenario.loading import builtin
from campaigns.justinian.rules.system import JUSTINIAN
from engine.dice import Seeded
from games import services
from games.models import Game
from tests.flat import flat
from tests.web.cast import person

SCENARIO = builtin()
SEATS = ("byzantium", "barbarian")
STEPS = 4000  # more than any test needs


def campaign(gm: str = "anna", seats: dict[str, str] | None = None, **settings: Any) -> Game:
    """Create a campaign that has begun, with its forces still to be set up. The game master plays the
    seats that are not named.
    """
    now, leads = timezone.now(), person(gm)
    settings = {"name": "Reconquest", "system": "justinian", "public": True, **settings}
    game = services.create_game(gm=leads, now=now, **settings)
    for seat in SEATS:
        name = (seats or {}).get(seat, gm)
        if name == gm:
            services.take_seat(game.pk, leads, seat, now=now)
        else:
            link = services.invite(game.pk, leads, seat=seat, now=now)
            services.accept(link.token, person(name), now=now)
    return services.start(game.pk, leads, now=now)


def act(game: Game, seat: str, action: dict[str, Any]) -> Game:
    """Submit an action and return the game after it."""
    key, now = str(uuid.uuid4()), timezone.now()
    return services.submit(game.pk, seat, action, drawn_seq=game.seq, key=key, user=game.gm, now=now).game


def play_on(game: Game, until: Callable[[Any], bool]) -> Game:
    """Let the bot play every seat until the condition holds. The game master must hold all the seats."""
    for number in range(STEPS):
        table = services.table(game)
        if until(table):
            return game
        seat = table.decisions()[0].seat
        action = table.rules.bot(table.state, seat, Seeded(b"page", "bot", number))
        game = act(game, seat, JUSTINIAN.codec.write(action))
    raise AssertionError("it did not come up")


def advance(game: Game, wanted: str, fits: Callable[[Any], bool] = lambda state: True) -> Game:
    """Play on until a decision of this kind is due and the position fits."""
    return play_on(game, lambda table: table.decisions()[0].kind == wanted and fits(table.state))


def shown(client: Any, game: Game, seat: str) -> str:
    """Return the page as this seat sees it, in English."""
    client.force_login(game.gm)
    client.cookies["django_language"] = "en"
    return flat(client.get(f"{game.get_absolute_url()}?seat={seat}").content.decode())


def opened() -> tuple[Any, Any]:
    """Return the rules and state of an unstored campaign after the suggested set-up."""
    rules = JUSTINIAN.open(SCENARIO, {"setup": "suggested"})
    return rules, rules.setup(Seeded(b"pages", "board", 0)).state
