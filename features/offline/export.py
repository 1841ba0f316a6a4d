"""Export a game for offline play, and check that the game can be played offline."""

from __future__ import annotations

from typing import Any, Final

from games.access import NotYourSeat, User, seats_of
from games.models import Entry, Game
from games.refusals import illegal
from games.services.going_back import consent
from games.services.proof.audit import ENTRY_FIELDS
from games.services.tables import LiveGame, table

FORMAT: Final = 1


def export_for_offline(game: Game, user: User) -> dict[str, Any]:
    """Return the game with its complete log, from which the same rules rebuild exactly the same game. Raises
    NotYourSeat if the user does not take part, and IllegalAction if the game cannot be played offline.
    """
    mine = seats_of(user, game)
    if not mine:
        raise NotYourSeat
    at = table(game)
    require_typed(at)
    if not game.running:
        raise illegal("not_running")
    if any(seat.is_bot for seat in game.seats.all()):
        raise illegal("offline_program")
    if consent.server_rolls_again(at):
        raise illegal("offline_rolls_again")
    entries = Entry.objects.filter(game=game, seq__lte=at.seq).order_by("seq")
    assert at.head is not None
    return {
        "format": FORMAT,
        "game": str(game.pk),
        "name": game.title,
        "system": game.system,
        "rules_version": at.system.version,
        "scenario": at.opened.scenario,
        "options": at.opened.options,
        "commitment": at.opened.commitment,
        "banners": at.game.banners,
        "binding": at.opened.binding,
        "sources": list(at.opened.sources),
        "seats": [
            {"seat": info.id, "name": info.name or info.id, "mine": info.id in mine}
            for info in at.rules.seats
        ],
        "entries": [
            {**{name: getattr(entry, name) for name in (*ENTRY_FIELDS, "order")}, "turn": entry.turn}
            for entry in entries.iterator()
        ],
        "base": {"seq": at.head.seq, "digest": at.head.digest},
    }


def require_typed(at: LiveGame) -> None:
    """Refuse a game that needs the server for its dice or its hidden information. Raises IllegalAction for
    such a game.
    """
    if at.game.dice_mode == Game.DiceMode.VIRTUAL:
        raise illegal("offline_server_dice")
    if not at.rules.hides_nothing:
        raise illegal("offline_hidden")
