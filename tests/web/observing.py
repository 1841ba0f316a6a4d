"""Helpers that give a user permission to observe a game."""

from typing import Any

from django.urls import reverse

from games.models import Game, Observer
from tests.web.cast import browser, person


def at(name: str, game: Game) -> str:
    return reverse(name, args=[game.pk])


def gives(who: str, game: Game, seat: str, name: str = "", delay: Any = 0) -> int:
    person(name) if name else None
    sent = {"seat": seat, "name": name, "delay": delay}
    return browser(who).post(at("game-observers", game), sent).status_code


def let(game: Game, name: str = "friend", delay: int = 0, seat: str = "red", by: str = "owner") -> Observer:
    assert gives(by, game, seat, name, delay) == 302
    return Observer.objects.get(game=game, user=person(name), ended_at=None)
