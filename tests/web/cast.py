"""The users of the web tests. "owner" and "rival" play, "gm" leads the game, and "stranger" takes no part in
it. A visitor is not logged in.
"""

from typing import Any

from django.contrib.auth import get_user_model
from django.test import Client
from django.utils import timezone

from engine import registry
from games import services
from games.models import Game
from games.services import curtain
from tests.engine.example.system import FORDS


def person(name: str) -> Any:
    found = get_user_model().objects.filter(username=name).first()
    return found or get_user_model().objects.create_user(name, password="a-long-pass-word")


def browser(name: str = "") -> Client:
    """Return a browser in which this person is logged in. Without a name nobody is logged in."""
    client = Client(enforce_csrf_checks=False)
    if name:
        client.force_login(person(name))
    return client


def show_hands(client: Client, game: Game) -> None:
    """Let this browser play every seat of its user without a curtain."""
    session = client.session
    session[curtain.IN_SESSION] = {str(game.pk): (curtain.BOTH, game.seq)}
    session.save()


def lobby(**settings: Any) -> Game:
    """Create a lobby of Three Fords, led by gm, with no seat taken."""
    registry.register(FORDS)
    return services.create_game(
        gm=person("gm"), now=timezone.now(), **{"name": "Three fords", "system": "fords", **settings}
    )


def running(**settings: Any) -> Game:
    """Create a running game: owner plays red, rival blue, a bot green."""
    game, now = lobby(**settings), timezone.now()
    for seat, name in (("red", "owner"), ("blue", "rival")):
        link = services.invite(game.pk, person("gm"), seat=seat, now=now)
        services.accept(link.token, person(name), now=now)
    services.set_bot(game.pk, person("gm"), "green", True, now=now)
    services.start(game.pk, person("gm"), now=now)
    game.refresh_from_db()
    return game


def led_by_a_player() -> Game:
    """Create a running game led by the owner, who plays red; rival plays the other seats."""
    game = lobby()
    Game.objects.filter(pk=game.pk).update(gm=person("owner"))
    for key, name in (("red", "owner"), ("blue", "rival"), ("green", "rival")):
        game.seats.filter(key=key).update(user=person(name))
    services.start(game.pk, person("owner"), now=timezone.now())
    game.refresh_from_db()
    return game


def east(game: Game) -> int:
    """Return red's strength in its eastern camp."""
    return int(services.table(game).state.camps["red"]["east"])


def hold(game: Game, seat: str = "red", **changes: Any) -> dict[str, Any]:
    """Return the form data of "hold" as a page posts it."""
    return {"seq": game.seq, "key": f"key-{seat}-{game.seq}", "seat": seat, "kind": "hold", **changes}


def raid(game: Game, stake: Any = 1, target: str = "blue", **changes: Any) -> dict[str, Any]:
    """Return the form data of red's attack from its eastern camp."""
    fields = {"kind": "attack", "fixed": '{"camp":"east"}', "f-target": target, "f-stake": stake}
    return {**hold(game), **fields, **changes}
