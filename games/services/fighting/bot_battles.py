"""Fight battles between bots in memory and store them in one transaction.

The log is byte for byte the one that single jobs would have written, with the same dice, decisions and
digests. One short transaction replaces hundreds.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from datetime import datetime
from time import monotonic
from typing import Any, Final
from uuid import UUID

from django.db import transaction
from django.db.models import Exists, F, OuterRef, Q

from engine.game import GM, Decision, Refusal
from games.access import seat_people
from games.models import BattleLink, Entry, Game, PendingDecision
from games.participants import left_to_bots
from games.services.applying import apply_action
from games.services.bot_actions import bot_action
from games.services.consequences import follow_step
from games.services.entries import Request, Taken, lock, store_all
from games.services.proof.chance import server_dice
from games.services.proof.seeds import seed_of
from games.services.tables import LiveGame, table, table_after_step, table_locked

MOST: Final = 2000  # steps stored in one transaction; a longer battle continues in the next


def press(now: datetime) -> None:
    """Make every decision in battles between bots due at once.

    New decisions are due at once anyway (:func:`games.services.pending.due_at`). This function covers
    decisions that were opened earlier or restored from a backup.
    """
    waiting = PendingDecision.objects.filter(Q(due_at__isnull=True) | Q(due_at__gt=now), answered_at=None)
    links = BattleLink.objects.filter(
        Exists(waiting.filter(game=OuterRef("battle_id"))),
        status=BattleLink.Status.OPEN,
        battle__status=Game.Status.RUNNING,
    )
    links = links.select_related("campaign").prefetch_related("campaign__seats")
    for link in links.defer("campaign__scenario", "opening", "muster"):
        if link.battle_id is not None and left_to_bots(link):
            mine = waiting.filter(game=link.battle_id)
            mine.update(due_at=now, held=None, reckoned_at=now)
            Game.objects.filter(pk=link.battle_id).update(version=F("version") + 1)


def fight_out(game_id: UUID | str, now: datetime, seconds: float = float("inf")) -> int:
    """Let the bots play a game to its end, or for this many seconds. Return the number of steps stored,
    which is 0 if a person moved in the meantime.
    """
    game = seat_people(Game.objects.defer("scenario").get(pk=game_id))
    at = table(game)
    if not at.goes_on:
        return 0
    fought = list(_steps_until(_steps(at, now), monotonic() + seconds))
    if not fought:
        return 0
    with transaction.atomic():
        here = table_locked(lock(game_id))
        if here.head != at.head or not here.goes_on:
            return 0
        follow_step(store_all(here, fought)[-1].after, fought[-1][1])
    return len(fought)


def _steps_until(steps: Iterator[Taken], end: float) -> Iterator[Taken]:
    """Yield steps until the time ``end``, at least one and at most MOST."""
    for number, step in enumerate(steps, 1):
        yield step
        if number >= MOST or monotonic() > end:
            return


def _steps(at: LiveGame, now: datetime) -> Iterator[Taken]:
    """Yield steps without storing them until the game ends or waits for a battle elsewhere."""
    seed, asked = seed_of(at.game), list[str]()
    while waiting := {decision.id: decision for decision in at.decisions()}:
        still = [key for key in asked if key in waiting]
        # the decision that has waited longest is answered first
        asked = [
            *still,
            *(key for key in waiting if key not in still),
        ]
        decision, battle = waiting[asked[0]], at.battle()
        default = Entry.Reason.DEFAULT
        if battle is not None and battle.decision == decision.id:
            if at.game.battle_system:
                return
            default = Entry.Reason.TABLE
        step = _answer_step(at, decision, default, seed, now)
        yield step
        at = table_after_step(at, step[0])


def _answer_step(
    at: LiveGame, decision: Decision, default: Entry.Reason, seed: bytes, now: datetime
) -> Taken:
    found = None if decision.seat == GM else bot_action(at, decision.seat, seed)
    if found is not None:
        with suppress(Refusal):
            return _take_step(at, decision.seat, found, Entry.Reason.BOT, seed, now)
    return _take_step(at, decision.seat, decision.default, default, seed, now)


def _take_step(
    at: LiveGame, seat: str, action: Any, reason: Entry.Reason, seed: bytes, now: datetime
) -> Taken:
    request = Request(f"auto:{at.seq + 1}:{reason}", reason, now)
    return apply_action(at, seat, at.system.codec.write(action), server_dice(at.game, seed), request)
