"""Stored campaigns at a chosen moment, and both players' pages of them."""

from __future__ import annotations

import html
from collections.abc import Callable
from typing import Any

from django.test import Client
from django.utils import timezone, translation

from campaigns.justinian.rules.ground.state import State
from campaigns.justinian.rules.system import JUSTINIAN
from games import services
from games.models import Game, Snapshot
from games.services import pending, tables
from tests.campaigns.justinian.begun import campaign
from tests.flat import flat
from tests.web.cast import person

PLAYERS = {"byzantium": "bruno", "barbarian": "anna"}


def stored(
    change: Callable[[State], State], *, players: dict[str, str] | None = None, **settings: Any
) -> Game:
    """A campaign begun with the suggested deployment, then changed by ``change``. Bruno is Byzantium, Anna
    the Barbarians; gm leads it and plays the seats that are not named.
    """
    seats = PLAYERS if players is None else players
    game = campaign("gm", seats, options={"setup": "suggested"}, **settings)
    state = change(services.table(game).state)
    Snapshot.objects.filter(game=game, seq=game.seq).update(state=JUSTINIAN.codec.write(state))
    tables._heads.clear()  # as another process would find it
    pending.refresh(services.table(game), timezone.now())
    return game


def page(game: Game, seat: str, query: str = "", *, language: str = "en") -> str:
    """The page of that seat's player ("" for a visitor), without character references."""
    client = Client()
    if seat:
        client.force_login(person(PLAYERS.get(seat, seat)))
    client.cookies["django_language"] = language
    with translation.override(language):  # a request leaves its language active
        return flat(html.unescape(client.get(game.get_absolute_url() + query).content.decode()))
