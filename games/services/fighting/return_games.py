"""A game's return game: the same settings with sides changed, as a rematch or as the second game of a match.

This module only creates the game. The second game of a match begins automatically
(:mod:`games.services.consequences`), since everybody has agreed to both.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _

from games.access import User
from games.models import Game, Seat
from games.services.creation import create_game

PREFIX_ROOM = 100  # characters of the old name that are kept after a prefix such as "Rematch: "


def rotate_seats(seats: Sequence[Seat]) -> Mapping[str, Seat]:
    """Map each seat of the return game to the seat that its player had in the first game. Every player moves
    on by one seat, so two players swap seats.
    """
    return {seat.key: seats[place - 1] for place, seat in enumerate(seats)}


def create_rematch(game: Game, gm: User, seats: Mapping[str, str], now: datetime) -> Game:
    """Create the same game again with ``gm``, the player who asks, as its game master. ``seats``: where the
    game master and the bot play.
    """
    name = _("Rematch: %(name)s") % {"name": _without_prefix(game.own_title)[:PREFIX_ROOM]}
    made = create_game(gm=gm, name=name, system=game.system, now=now, seats=seats, **_as_agreed(game))
    if game.match in (Game.Match.AFTER, Game.Match.BOTH):  # the second game could not begin or was abandoned
        made.match = Game.Match.SECOND
    return _link_games(made, game)


def create_second(first: Game, now: datetime) -> Game:
    """Create the second game of a match, with everybody in the other seat."""
    name = _("Second game: %(name)s") % {"name": first.own_title[:PREFIX_ROOM]}
    made = create_game(gm=first.gm, name=name, system=first.system, now=now, **_as_agreed(first))
    before = rotate_seats(list(first.seats.all()))
    for seat in made.seats.all():
        seat.user, seat.is_bot = before[seat.key].user, before[seat.key].is_bot
        seat.save(update_fields=["user", "is_bot"])
    made.match = Game.Match.SECOND
    return _link_games(made, first)


def return_game_of(game: Game) -> Game | None:
    """Return the return game, or None if there is none or it was abandoned."""
    found = Game.objects.filter(rematch_of=game).exclude(status=Game.Status.ABANDONED)
    return found.prefetch_related("seats").order_by("created_at").first()


def _link_games(made: Game, game: Game) -> Game:
    made.rematch_of = game
    made.save(update_fields=["rematch_of", "match"])
    return made


def _without_prefix(name: str) -> str:
    """Strip "Rematch: " from a name, so that the prefix does not pile up in a series of rematches."""
    return name.removeprefix(_("Rematch: %(name)s") % {"name": ""})


def _as_agreed(game: Game) -> dict[str, Any]:
    """Return the settings that a return game takes over from its first game."""
    own = {} if game.scenario_name else {"scenario": game.scenario}
    return {
        **own,
        "scenario_name": game.scenario_name,
        "options": game.options,
        "battle_system": game.battle_system,
        "battle_least": game.battle_least,
        "hours_per_decision": game.hours_per_decision,
        "rhythm": game.rhythm,
        "dice_mode": game.dice_mode,
        "public": game.public,
        "players_rewind": game.players_rewind,
    }
