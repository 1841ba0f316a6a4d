"""Replay an upload in memory, with its dice and the current rules. Either all of its steps are stored, or
none of them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from copy import copy
from datetime import datetime
from typing import Any, Final

from engine import journal
from engine.dice import BadFace, DiceNeeded, Entered
from engine.game import GM, Facts, Refusal
from engine.journal import AMEND, REWIND, Head, Moment
from features.offline.branches import Step
from games import events
from games.models import Branch, Entry, Game
from games.models.entry import BROUGHT
from games.refusals import StepRefused, illegal
from games.services import messages, plans
from games.services.applying import apply_action
from games.services.consequences import follow_step
from games.services.entries import Request, store_all
from games.services.going_back import consent
from games.services.going_back.rewinding import head_at, reopen_battle
from games.services.tables import LiveGame

ROLLED_BY_SERVER: Final = "server_rolls_again"
Taken = tuple[Moment[Any], Request]


def replay_steps(
    at: LiveGame, branch: Branch, rest: Sequence[Step], marks: Facts, now: datetime
) -> Iterator[Taken]:
    """Replay the moves from the game's present position and yield each step, without storing it. ``marks``
    is what the log records for any rewinds among the moves. Raises StepRefused with the number of the
    refused step.
    """
    heads: dict[int, Head[Any]] = {}
    here, closed = table_at_head(at, at.head), consent.server_rolls_again(at)
    for step in rest:
        if step.item is None:
            raise StepRefused(max(step.number, 1), illegal("branch_server_dice"))
        request = _request(branch, here.seq + 1, str(step.item["seat"]), now)
        try:
            if step.item["kind"] == REWIND:
                target = heads.get(step.to) or head_at(at, step.to)
                taken = _rewind_step(here, request, str(step.item["seat"]), target, marks)
            elif step.item["kind"] == AMEND:
                raise illegal("branch_amended")
            else:
                taken = _take_item(here, step.item, request, typed=not closed)
        except Refusal as reason:
            raise StepRefused(max(step.number, 1), reason) from None
        yield taken
        heads[step.seq] = taken[0].head
        here = table_at_head(at, taken[0].head)


def table_at_head(at: LiveGame, head: Head[Any] | None) -> LiveGame:
    """Return the game at a position, as if the game were still running."""
    game = copy(at.game)
    if head is not None:
        game.seq, game.step, game.status = head.seq, head.step, Game.Status.RUNNING
    return LiveGame(game, at.opened, head)


def _take_item(here: LiveGame, item: Facts, request: Request, *, typed: bool) -> Taken:
    if item["dice"] and not typed and here.game.dice_mode == Game.DiceMode.MIXED:
        raise illegal(ROLLED_BY_SERVER)
    try:
        return apply_action(here, item["seat"], item["action"], Entered(list(item["dice"])), request)
    except DiceNeeded as needed:
        raise illegal("branch_dice_missing", missing=len(needed.throws)) from None
    except BadFace:
        raise illegal("branch_bad_face") from None


def _rewind_step(here: LiveGame, request: Request, seat: str, target: Head[Any], marks: Facts) -> Taken:
    assert here.head is not None
    try:
        return journal.rewind(here.opened, here.head, seat, target, "", marks), request
    except journal.BadRewind:
        raise illegal("bad_rewind", to_seq=target.seq) from None


def _request(branch: Branch, seq: int, seat: str, now: datetime) -> Request:
    """Make a request in the uploader's name. Its key contains the entry's number, which is unique in a game,
    so no key occurs twice.
    """
    reason = Entry.Reason.GM if seat == GM else Entry.Reason.PLAYER
    return Request(f"{BROUGHT}{branch.pk}:{seq}", reason, now, branch.by)


def rewind_to_fork(
    at: LiveGame, branch: Branch, seat: str, to_seq: int, marks: Facts, now: datetime
) -> Taken:
    """Rewind to the point where the branches diverge, without storing the step."""
    request = _request(branch, at.seq + 1, seat, now)
    return _rewind_step(table_at_head(at, at.head), request, seat, head_at(at, to_seq), marks)


def store(
    at: LiveGame, branch: Branch, steps: Sequence[Taken], undone: consent.UndoneMoves | None
) -> LiveGame:
    """Append steps to the log, and carry out their consequences once, after the last step. ``undone``: the
    log entries that the steps undo. The caller provides the transaction.
    """
    if undone is not None and undone.entries:
        reopen_battle(at.game)
        plans.stop_after_rewind(at.game, undone.entries, own=False)
    after, last = store_all(at, steps)[-1].after, steps[-1][1]
    follow_step(after, last)
    for entry in Entry.objects.filter(game=at.game, seq__gt=at.seq).order_by("seq"):
        events.publish(events.Stepped(at, after, entry, last.now))
    messages.last_awaited(at, after, last.now, last.witness)
    messages.turn_over(at, after, last.now, last.witness)
    return after
