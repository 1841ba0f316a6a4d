"""The consent needed to put an uploaded branch into the log.

A move needs the consent of its seat's player. Undoing moves needs the consent of the others concerned,
just as it does online. Uploading a branch counts as consent to it, even if another device has already
uploaded the same branch.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from django.contrib.auth import get_user_model

from engine.game import GM
from features.offline.branches import Step
from games.access import User, is_gm, takes_part, voices_of
from games.models import Game
from games.participants import plays
from games.services.fairplay import guard
from games.services.going_back import consent
from games.services.tables import LiveGame

ALL: Final = 10**9  # more moves than any upload contains


@dataclass(frozen=True)
class Voters:
    """The people who have consented to a branch. ``of`` maps each user's id to the number of the branch's
    first moves to which the user has consented.
    """

    of: Mapping[int, int]

    def people(self, least: int = ALL) -> list[Any]:
        known = [pk for pk, steps in self.of.items() if steps >= least]
        return list(get_user_model().objects.filter(pk__in=known).order_by("pk"))


def seats_without_consent(game: Game, rest: Sequence[Step], words: Voters) -> list[str]:
    """Return the seats whose players have not yet vouched for their own moves. A game master who does not
    play can vouch for any seat, and any game master for a free seat.
    """
    users = {seat.key: seat.user_id for seat in game.seats.all()}
    led = words.of.get(game.gm_id, 0)
    impartial = led if not plays(game.gm, game) else 0
    wanting: dict[str, None] = {}
    for place, step in enumerate(rest, 1):
        if not step.number:
            continue  # the move was made on the server
        seat = str(step.item["seat"]) if step.item else ""
        if seat == GM and guard.free_ground(game.gm, game) is None:
            wanting[seat] = None  # a player cannot make the game master's decisions
            continue
        whose = game.gm_id if seat == GM else users.get(seat)
        spoken = words.of.get(whose, 0) if whose is not None else led
        if max(spoken, impartial) < place:
            wanting[seat] = None
    return list(wanting)


def may_undo_freely(game: Game, user: User, brought: Sequence[Step]) -> bool:
    """Return whether the undos in an upload need no consent: they undo only the user's own moves without
    dice, the user may rewind freely, or the table has agreed to correct mistakes freely.
    """
    if game.players_rewind or consent.freedom(game, user) is not None:
        return True
    mine, stood = voices_of(user, game), list[Step]()
    for step in brought:
        if step.to < 0:
            stood.append(step)
            continue
        if step.to < (stood[0].seq - 1 if stood else step.seq - 1):
            return False  # the undo reaches back before the upload
        while stood and stood[-1].seq > step.to:
            item = stood.pop().item
            if item is None or item["seat"] not in mine or item["dice"]:
                return False
    return True


@dataclass(frozen=True)
class RewindPermission:
    """The permission for a rewind (games.services.going_back.consent), as the log stores it."""

    way: str
    seat: str
    agreed: str = ""

    def marks(self, back: consent.UndoneMoves) -> dict[str, Any]:
        return consent.marks(self.way, back, by=self.seat, agreed=self.agreed)


def ground(at: LiveGame, back: consent.UndoneMoves, words: Voters, now: datetime) -> RewindPermission | None:
    """Return the permission by which the people who have consented to a branch can rewind the log. Return
    None if more consent is needed.
    """
    people = [one for one in words.people() if takes_part(one, at.game)]
    for one in people:
        way = consent.Reach(at, one, now).free_reason(back)
        if way is not None:
            return RewindPermission(way, _voice(one, at.game))
    for one in people:
        asked = consent.required_consents(at, one, back)
        said = {other.pk for other in people if other.pk != one.pk}
        if asked and not asked.lacking(at.game, said, now):
            return RewindPermission(consent.AGREED, _voice(one, at.game), asked.names(said))
    return None


def _voice(user: User, game: Game) -> str:
    return next(iter(voices_of(user, game)), GM)


def may_vote(user: User, game: Game) -> bool:
    """Return whether a user may vote on a branch of this game."""
    return takes_part(user, game)


def others(game: Game, user: User) -> list[Any]:
    """Return the other people at the table, including the game master."""
    found = {seat.user_id: seat.user for seat in game.seats.all() if seat.user is not None}
    if not is_gm(user, game):
        found.setdefault(game.gm_id, game.gm)
    return [one for pk, one in found.items() if pk != user.pk]
