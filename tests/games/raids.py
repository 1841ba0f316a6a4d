"""A raid whose defender may hold an ambush: the example system's covert decision."""

from dataclasses import replace
from typing import Any

from django.contrib.auth.models import User

from engine.journal import state_json
from games import services
from games.models import Game, Snapshot
from games.services import tables
from tests.engine.example import FORDS
from tests.engine.example.pieces import AMBUSH, NOTHING
from tests.games.cast import HOLD, NOW, a_game, attack, do

STAND = {"kind": "stand", "withdraw": False}


def dealt(game: Game, hand: tuple[str, ...]) -> None:
    """Give blue this hand. The other seats get cards that do nothing, except one ambush for green."""
    at = services.table(game)
    others = {"red": (NOTHING, NOTHING), "green": (NOTHING, AMBUSH)}
    state = replace(at.state, hands={"blue": hand, **others})
    Snapshot.objects.filter(game=game, seq=game.seq).update(state=state_json(at.opened, state))
    tables._heads.clear()


def attacked(
    gm: User, owner: User, rival: User, hand: tuple[str, ...], orders: Any = None, **more: Any
) -> Game:
    """Create a game in which red attacks blue, which has this hand and these standing orders."""
    people = {"red": owner, "blue": rival, "green": gm}
    more = {"scenario": FORDS.scenario("cards"), "hours_per_decision": 24, **more}
    game = a_game(gm, people, **more)
    dealt(game, hand)
    if orders is not None:
        services.write_orders(game.pk, rival, "blue", {"ambush": orders}, False, now=NOW)
    do(game, gm, "green", HOLD)
    do(game, rival, "blue", HOLD)
    do(game, owner, "red", attack("blue", stake=3))
    return game


def raided(
    gm: User, owner: User, rival: User, hand: tuple[str, ...], orders: Any = None, **more: Any
) -> Game:
    """Create the same game after blue has stood its ground."""
    game = attacked(gm, owner, rival, hand, orders, **more)
    do(game, rival, "blue", STAND)
    return game
