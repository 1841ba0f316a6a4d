"""Undo a player's own latest moves until dice are rolled, another player answers, something hidden is shown
or time runs out. To undo more, a player needs consent: :mod:`games.services.going_back.requests`.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from itertools import takewhile
from typing import Final
from uuid import UUID

from django.core.exceptions import PermissionDenied
from django.db import transaction

from engine.codec import digest
from engine.journal import ACTION, REWIND
from games.access import User, get_game_for, takes_part
from games.models import Entry
from games.refusals import illegal
from games.services.entries import Request, find_earlier_entry, lock, newest_entry, own_key
from games.services.fighting.battles import GM
from games.services.going_back import consent
from games.services.going_back.rewinding import go_back, line_of_play, require_way_back
from games.services.steps import StepResult
from games.services.tables import LiveGame, table

MOST: Final = 20  # maximum number of steps one request can undo


def own_steps(at: LiveGame, user: User, now: datetime) -> int:
    """Return how many of their latest steps this user can undo now, at most MOST."""
    if not at.goes_on or not _may_be_own(at, user):
        return 0
    return at.remember(("own steps", user.pk), lambda: _count_own_steps(at, user, now))


def _may_be_own(at: LiveGame, user: User) -> bool:
    """Return whether the newest entry could be undone by the user alone: it is their own action without
    dice, or a rewind. This check is cheap and rules out most cases before the steps are counted.
    """
    kind, actor, dice = newest_entry(at)
    return kind == REWIND or (kind == ACTION and actor == user.pk and not dice)


def _count_own_steps(at: LiveGame, user: User, now: datetime) -> int:
    places = line_of_play(at.game)[1 if at.game.tryout else 0 :][-MOST - 1 :]
    places = places[-1 - _count_candidates(at, places[1:], user) :]
    if len(places) < 2:
        return 0
    reach, most = consent.Reach(at, user, now), consent.collect_undone(at, places[0])
    found = 0
    for seq in reversed(places[:-1]):
        if not reach.own_steps(most.part_after(seq)):
            break
        found += 1
    return found


def _count_candidates(at: LiveGame, places: Sequence[int], user: User) -> int:
    rows = Entry.objects.filter(game=at.game, seq__in=places).order_by("-seq").values_list("actor", "rolls")
    return sum(1 for _row in takewhile(lambda row: row[0] == user.pk and not row[1], rows))


def undo_moves(
    game_id: UUID, user: User, *, steps: int = 1, drawn_seq: int, key: str, now: datetime
) -> StepResult:
    """Undo the user's own latest moves, which stay in the log. Repeating the request changes nothing.

    Raises IllegalAction (cannot_take_back, and the errors of :func:`games.services.rewind`) if the moves
    cannot be undone, and StaleAction if the game has advanced since the page was rendered. Raises
    PermissionDenied for a user who takes no part in the game, and Http404 for a hidden game. A refusal
    changes nothing.
    """
    get_game_for(user, game_id)
    key, body = own_key(user, key), digest({"take_back": steps})
    with transaction.atomic():
        game = lock(game_id)
        if not takes_part(user, game):
            raise PermissionDenied
        done = find_earlier_entry(game, key, body)
        if done is not None:
            return StepResult(done, game, repeated=True)
        places = line_of_play(game)
        if not 0 < steps < len(places):
            raise illegal("cannot_take_back")
        require_way_back(game, places[-1 - steps], drawn_seq)
        at = table(game)
        back = consent.collect_undone(at, places[-1 - steps])
        if not consent.Reach(at, user, now).own_steps(back):
            raise illegal("cannot_take_back")
        seat = back.entries[0].seat  # with several seats, the seat that acted last
        reason = Entry.Reason.GM if seat == GM else Entry.Reason.PLAYER
        request = Request(key, reason, now, user, body)
        marks = consent.marks(consent.OWN, back)
        return StepResult(go_back(at, seat, back, marks, "", request, back.questions), game)
