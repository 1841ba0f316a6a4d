"""Stored campaigns at a chosen moment, and both players' pages."""

from __future__ import annotations

import html
from collections.abc import Callable
from typing import Any

from django.test import Client
from django.utils import timezone, translation

from campaigns.justinian.rules.state.state import State
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
    """Create a campaign with the suggested set-up, then apply ``change``. Bruno plays Byzantium and Anna
    the Barbarians; gm leads the game and plays any seat that has no player.
    """
    seats = PLAYERS if players is None else players
    game = campaign("gm", seats, options={"setup": "suggested"}, **settings)
    state = change(services.table(game).state)
    Snapshot.objects.filter(game=game, seq=game.seq).update(state=JUSTINIAN.codec.write(state))
    tables._heads.clear()  # as if another process opened it
    pending.refresh(services.table(game), timezone.now())
    return game


def page(game: Game, seat: str, query: str = "", *, language: str = "en") -> str:
    """Return the page of the seat's player ("" for a visitor), without character references."""
    client = Client()
    if seat:
        client.force_login(person(PLAYERS.get(seat, seat)))
    client.cookies["django_language"] = language
    with translation.override(language):  # requests leave their language active
        return flat(html.unescape(client.get(game.get_absolute_url() + query).content.decode()))
