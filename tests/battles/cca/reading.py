"""Helpers that read a battle's page as a player would."""

from django.test import Client

from games.models import Game
from tests.web.cast import person


def read(game: Game, who: str, language: str = "en") -> str:
    client = Client(headers={"accept-language": language})
    client.force_login(person(who))
    return client.get(f"/games/{game.pk}/", follow=True).content.decode()
