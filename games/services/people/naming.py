"""The name and the place that players give a battle."""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

from django.core.exceptions import PermissionDenied
from django.db import transaction

from accounts.naming.lines import one_line
from games import plugins
from games.access import User, get_game_for, takes_part
from games.models import Entry, Game, Naming
from games.refusals import illegal
from games.services.entries import lock

LONGEST_NAME = 120
LONGEST_PLACE = 60


def may_name(user: User, game: Game) -> bool:
    """Return whether the user can name the battle. Its players and its game master can, until it is over."""
    return not game.is_over and plugins.page(game.system).is_battle and takes_part(user, game)


def name_battle(game_id: UUID, user: User, name: str, place: str, *, now: datetime) -> Game:
    """Give a battle one name for every language, and a place ("" keeps the old one). The author is recorded.
    Raises PermissionDenied for anyone who does not take part, and IllegalAction if the name is bad or the
    battle is over.
    """
    name, place = one_line(name), one_line(place)
    seen = get_game_for(user, game_id)
    if not takes_part(user, seen):
        raise PermissionDenied
    if not plugins.page(seen.system).is_battle:
        raise illegal("no_battle_here")
    if not name:
        raise illegal("battle_nameless")
    if len(name) > LONGEST_NAME or len(place) > LONGEST_PLACE:
        raise illegal("battle_long_name", most=LONGEST_NAME if len(name) > LONGEST_NAME else LONGEST_PLACE)
    with transaction.atomic():
        game = lock(game_id)
        if game.is_over:
            raise illegal("battle_named")
        if name != game.title:
            game.name, game.names = name, {}
        Naming.objects.create(game=game, user=user, name=name, place=place, created_at=now)
        game.version += 1
        game.has_agreed = True  # tells the chronicle to look for arrangements such as this name
        game.save(update_fields=["name", "names", "version", "has_agreed"])
    return game


def namings_of(game: Game) -> list[tuple[int, Naming]]:
    """Return the names given to the battle, as pairs of the number of the entry before the naming, and the
    naming.
    """
    entries = Entry.objects.filter(game=game).order_by("-seq").values_list("seq", flat=True)
    return [
        (entries.filter(created_at__lte=row.created_at).first() or 0, row)
        for row in game.namings.select_related("user")
    ]
