"""The consent needed to put an uploaded branch into the log.

A move needs the consent of its seat's player; undoing moves needs that of the others concerned, as on the
online pages. Uploading a branch counts as consent, and so does uploading the same one from another device.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from django.contrib.auth import get_user_model

from engine.game import GM
from features.offline.branches import Deed
from games.access import User, is_gm, takes_part, voices_of
from games.models import Game
from games.participants import plays
from games.services.fairplay import guard
from games.services.going_back import consent
from games.services.tables import LiveGame

ALL: Final = 10**9  # a number of steps that covers any upload


@dataclass(frozen=True)
class Words:
    """The people who vouch for a branch, and for how many of its first steps each does: user id -> steps."""

    of: Mapping[int, int]

    def people(self, least: int = ALL) -> list[Any]:
        known = [pk for pk, steps in self.of.items() if steps >= least]
        return list(get_user_model().objects.filter(pk__in=known).order_by("pk"))


def missing(game: Game, rest: Sequence[Deed], words: Words) -> list[str]:
    """The seats that have not yet vouched for their own moves. A game master who does not play can vouch for
    any of them, and also for a free seat.
    """
    users = {seat.key: seat.user_id for seat in game.seats.all()}
    led = words.of.get(game.gm_id, 0)
    impartial = led if not plays(game.gm, game) else 0
    wanting: dict[str, None] = {}
    for place, deed in enumerate(rest, 1):
        if not deed.number:
            continue  # the move was made on the server
        seat = str(deed.item["seat"]) if deed.item else ""
        if seat == GM and guard.free(game.gm, game) is None:
            wanting[seat] = None  # a player cannot make the game master's decisions
            continue
        whose = game.gm_id if seat == GM else users.get(seat)
        spoken = words.of.get(whose, 0) if whose is not None else led
        if max(spoken, impartial) < place:
            wanting[seat] = None
    return list(wanting)


def takes_back_freely(game: Game, user: User, brought: Sequence[Deed]) -> bool:
    """Whether the uploaded undos need no consent: they undo only the user's own steps without dice, or the
    table agreed to correct mistakes freely.
    """
    if game.players_rewind or consent.freedom(game, user) is not None:
        return True
    mine, stood = voices_of(user, game), list[Deed]()
    for deed in brought:
        if deed.to < 0:
            stood.append(deed)
            continue
        if deed.to < (stood[0].seq - 1 if stood else deed.seq - 1):
            return False  # the undo reaches back before the upload
        while stood and stood[-1].seq > deed.to:
            item = stood.pop().item
            if item is None or item["seat"] not in mine or item["dice"]:
                return False
    return True


@dataclass(frozen=True)
class Ground:
    """The ground for a rewind (games.services.going_back.consent), as the log stores it."""

    way: str
    seat: str
    agreed: str = ""

    def marks(self, back: consent.UndoneMoves) -> dict[str, Any]:
        return consent.marks(self.way, back, by=self.seat, agreed=self.agreed)


def ground(at: LiveGame, back: consent.UndoneMoves, words: Words, now: datetime) -> Ground | None:
    """The ground on which those who vouch can rewind, or None if more consent is needed."""
    people = [one for one in words.people() if takes_part(one, at.game)]
    for one in people:
        way = consent.Reach(at, one, now).free_reason(back)
        if way is not None:
            return Ground(way, _voice(one, at.game))
    for one in people:
        asked = consent.required_consents(at, one, back)
        said = {other.pk for other in people if other.pk != one.pk}
        if asked and not asked.lacking(at.game, said, now):
            return Ground(consent.AGREED, _voice(one, at.game), asked.names(said))
    return None


def _voice(user: User, game: Game) -> str:
    return next(iter(voices_of(user, game)), GM)


def may_say(user: User, game: Game) -> bool:
    """Whether a user's vote counts for a branch of this game."""
    return takes_part(user, game)


def others(game: Game, user: User) -> list[Any]:
    """The other people at the table, including the game master."""
    found = {seat.user_id: seat.user for seat in game.seats.all() if seat.user is not None}
    if not is_gm(user, game):
        found.setdefault(game.gm_id, game.gm)
    return [one for pk, one in found.items() if pk != user.pk]
