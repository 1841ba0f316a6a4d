"""Going back to an earlier moment. What is undone stays in the log; the rewind is an entry of its own."""

from __future__ import annotations

from datetime import datetime
from typing import Any
from uuid import UUID

from django.core.exceptions import PermissionDenied
from django.db import transaction

from engine import journal
from engine.codec import digest
from games.access import User, get_game_for, is_gm, may_rewind, seats_of
from games.models import BattleLink, Entry, Game, Snapshot
from games.refusals import illegal, stale
from games.services.battles import GM
from games.services.chance import is_revealed
from games.services.steps import Request, Submitted, earlier, lock, own_key, record, whole_log
from games.services.tables import Table, head_of, table


def rewind(
    game_id: UUID, user: User, *, to_seq: int, drawn_seq: int, key: str, now: datetime, why: str = ""
) -> Submitted:
    """Back to where the game stood right after entry ``to_seq``; an ended game runs again.

    The game master may, in table battles the players too. Raises IllegalAction (bad_rewind,
    campaign_went_on), StaleAction, PermissionDenied.
    """
    get_game_for(user, game_id)
    key, body = own_key(user, key), digest({"rewind": to_seq, "why": why})
    with transaction.atomic():
        game = lock(game_id)
        if not may_rewind(user, game):
            raise PermissionDenied
        done = earlier(game, key, body)
        if done is not None:
            return Submitted(done, game, repeated=True)
        if game.status not in {Game.Status.RUNNING, Game.Status.ENDED}:
            raise illegal("not_running")
        if drawn_seq != game.seq:
            raise stale(drawn_seq, game.seq)
        if to_seq not in rewind_points(game):
            raise illegal("bad_rewind", to_seq=to_seq)
        if is_revealed(game):
            raise illegal("dice_revealed")
        _reopen_battle(game)
        at = table(game)
        assert at.head is not None
        seat = GM if is_gm(user, game) else seats_of(user, game)[0]
        moment = journal.rewind(at.opened, at.head, seat, head_at(at, to_seq))
        reason = Entry.Reason.GM if seat == GM else Entry.Reason.PLAYER
        entry = record(at, moment, Request(key, reason, now, user, body))
    return Submitted(entry, game)


def rewind_points(game: Game) -> list[int]:
    """The entries one may go back to, in order: the line of play but for its last place."""
    line: list[int] = []
    rows = Entry.objects.filter(game=game).order_by("seq").values_list("seq", "kind", "action__to")
    for seq, kind, to in rows:
        if kind == journal.REWIND:
            line = [place for place in line if place <= to]
        else:
            line.append(seq)
    return line[:-1]


def head_at(at: Table, seq: int) -> journal.Head[Any]:
    """Where the game stood right after an entry of the line of play: from the nearest snapshot on that line
    before it and the entries between, else from the beginning."""
    entries = [entry for entry in whole_log(at.game) if entry.seq <= at.seq]
    line = [entry for entry in journal.effective(entries) if entry.seq <= seq]
    places = [entry.seq for entry in line]
    snapshot = Snapshot.objects.filter(game=at.game, seq__in=places[-40:]).order_by("-seq").first()
    if snapshot is None:
        return journal.replay(at.opened, line)
    rest = [entry for entry in line if entry.seq > snapshot.seq]
    return journal.replay_from(at.opened, head_of(at.opened, snapshot), rest)


def _reopen_battle(game: Game) -> None:
    """A battle whose result the campaign has already used is history; one merely reported is open again."""
    link = BattleLink.objects.select_for_update(no_key=True).filter(battle=game).first()
    if link is None:
        return
    if link.settled or link.status == BattleLink.Status.VOID:
        raise illegal("campaign_went_on")
    if link.status == BattleLink.Status.REPORTED:
        link.status, link.report, link.confirmations = BattleLink.Status.OPEN, None, []
        link.save(update_fields=["status", "report", "confirmations"])
