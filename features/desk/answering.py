"""One answer for an absent player, given by the bot or by a game master who does not play. The chronicle
shows the author of the answer, and the player is notified.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import transaction

from engine.game import Decision, Json, Refusal
from features.desk.helping import owed_by
from games.access import User, led_by
from games.models import Entry, Game, Outbox, PowerRequest
from games.refusals import illegal, stale
from games.services import messages
from games.services.bot_actions import bot_action
from games.services.clock import outages
from games.services.entries import Request, find_earlier_entry, lock, own_key, require_running
from games.services.fairplay import guard
from games.services.proof.chance import server_dice
from games.services.proof.seeds import seed_of
from games.services.steps import perform
from games.services.tables import LiveGame, table


def answer_for(
    game_id: UUID,
    user: User,
    seat: str,
    *,
    drawn_seq: int,
    key: str,
    now: datetime,
    action: Callable[[LiveGame], Json] | None = None,
) -> Entry:
    """Answer for a seat, with the bot's answer or with the one that ``action`` returns. Only a game master
    who does not play can choose the answer. The server rolls the dice. Submitting the same form twice answers
    once.

    Raises IllegalAction if nobody plays the seat, nothing is owed, or the game master plays or lacks consent.
    Also raises StaleAction, and the errors of reading the form.
    """
    led_by(user, game_id)
    key = own_key(user, key)
    with transaction.atomic():
        game = lock(game_id)
        done = find_earlier_entry(game, key, None)
        if done is not None:
            return done
        require_running(game)
        if drawn_seq != game.seq:
            raise stale(drawn_seq, game.seq)
        if action is not None and not guard.impartial(user, game):
            raise illegal("plays_too")
        player = next((one for one in game.seats.all() if one.key == seat), None)
        if player is None:
            raise illegal("no_such_seat", seat=seat)
        if player.user_id is None:
            raise illegal("nobody_there")
        outages.compensate(game, now)
        at = table(game)
        owed = {row.decision for row in owed_by(game, seat)}
        decision = next((one for one in at.decisions() if one.id in owed), None)
        if decision is None:
            raise illegal("nothing_owed")
        guard.require(user, game, player, PowerRequest.Power.ANSWER, now)
        entry = _give_answer(at, decision, user, key, now, action)
        messages.owe(game, Outbox.Kind.ANSWERED_FOR, str(entry.seq), [player.user], now, actor=user)
    return entry


def _give_answer(
    at: LiveGame,
    decision: Decision,
    user: User,
    key: str,
    now: datetime,
    action: Callable[[LiveGame], Json] | None,
) -> Entry:
    """Carry out the game master's action or, without one, the bot's answer, and return its entry. The bot
    knows only what the seat knows. If the bot has no answer, or the rules refuse it, the default is used.
    """
    game, seat, seed = at.game, decision.seat, seed_of(at.game)
    if action is not None:
        request = Request(key, Entry.Reason.RULED, now, user)
        return perform(at, seat, action(at), server_dice(game, seed), request)
    request, write = Request(key, Entry.Reason.FOR, now, user), at.system.codec.write
    found: Any = bot_action(at, seat, seed)
    if found is not None:
        try:
            with transaction.atomic():
                return perform(at, seat, write(found), server_dice(game, seed), request)
        except Refusal:
            pass
    return perform(at, seat, write(decision.default), server_dice(game, seed), request)


def may_choose(user: User, game: Game) -> bool:
    """Whether this game master can choose an answer for another player."""
    return game.running and guard.impartial(user, game)
