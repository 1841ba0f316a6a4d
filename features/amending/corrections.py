"""Correct facts of a game. A game master who does not play corrects them at once. One who plays needs
the consent of the other players. Everybody is notified, so no correction goes unnoticed.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any, Final
from uuid import UUID

from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.db.models import F, Q, QuerySet
from django.http import Http404

from engine import journal
from engine.codec import digest
from features.amending import facts
from games import events
from games.access import User, get_game_for, led_by
from games.models import Amendment, BattleLink, Entry, Game, Outbox
from games.prepared_sql import PreparedQuery
from games.refusals import illegal, stale
from games.services import messages, plans
from games.services.consequences import record
from games.services.entries import Request, find_earlier_entry, lock, own_key, require_running
from games.services.going_back import consent
from games.services.going_back.rewinding import voice_of
from games.services.steps import StepResult
from games.services.tables import LiveGame, table

LONGEST: Final = 300  # maximum length of a reason, in characters
Wanted = facts.Wanted


def amend(
    game_id: UUID, user: User, wanted: Wanted, *, why: str, drawn_seq: int, key: str, now: datetime
) -> StepResult:
    """Let the game master correct facts, in a log entry visible to everybody. Submitting the same form twice
    corrects the facts once.

    Raises InvalidAction or IllegalAction (no such fact or value, nothing to change, no reason given,
    consent needed, game not running). Raises Broken if the rules' invariants would not hold, and
    StaleAction if the game has continued. A refusal changes nothing.
    """
    led_by(user, game_id)
    key, body = own_key(user, key), digest({"amend": facts.wanted_json(wanted), "why": why})
    with transaction.atomic():
        game = lock(game_id)
        done = find_earlier_entry(game, key, body)
        if done is not None:
            return StepResult(done, game, repeated=True)
        at = _require_ready(game, drawn_seq, why)
        way = consent.freedom(game, user)
        if way is None:
            raise illegal("amend_ask")
        changes = facts.changes_of(at, user, wanted)
        facts.require_sound(at, user, changes)
        request = Request(key, Entry.Reason.GM, now, user, body)
        entry = _carry_out(at, user, changes, why.strip(), {"way": way}, request)
    return StepResult(entry, game)


def ask(game_id: UUID, user: User, wanted: Wanted, *, why: str, drawn_seq: int, now: datetime) -> Amendment:
    """Ask every player to consent to a correction by a game master who also plays. Repeating the request
    changes nothing. Raises the errors of :func:`amend`, and IllegalAction (no consent needed, nobody to
    ask, asked already, declined).
    """
    led_by(user, game_id)
    with transaction.atomic():
        game = lock(game_id)
        at = _require_ready(game, drawn_seq, why)
        if consent.freedom(game, user) is not None:
            raise illegal("amend_alone")
        changes = [dict(one) for one in facts.changes_of(at, user, wanted)]
        standing = request_of(game)
        if standing is not None:
            if standing.changes == changes:
                return standing
            raise illegal("amend_open")
        before = Amendment.objects.filter(game=game, asked_seq=game.seq, status=Amendment.Status.DECLINED)
        if any(one.changes == changes for one in before):
            raise illegal("amend_declined")
        facts.require_sound(at, user, changes)
        asked = _consents_needed(at, user)
        if not asked:
            raise illegal("nobody_to_ask")
        request = Amendment.objects.create(
            game=game,
            user=user,
            seat=voice_of(user, game),
            changes=changes,
            why=why.strip()[:LONGEST],
            asked_seq=game.seq,
            created_at=now,
        )
        _touch(game)
        kind = Outbox.Kind.AMEND_ASKED
        messages.owe(game, kind, str(request.pk), asked.people, now, actor=user, amendment=request.pk)
    return request


def answer(
    game_id: UUID, request_id: int, user: User, *, agree: bool, now: datetime, why: str = ""
) -> Amendment:
    """Answer a request to correct facts. Once everyone has agreed, the correction is made; declining closes
    the request. Repeating an answer changes nothing. Raises IllegalAction (answered already, or refused
    by the rules) and StaleAction if the game has continued. Raises PermissionDenied if the user was not
    asked, and Http404 if there is no such request.
    """
    get_game_for(user, game_id)
    with transaction.atomic():
        game = lock(game_id)
        request = _request(game, request_id)
        status = Amendment.Status.AGREED if agree else Amendment.Status.DECLINED
        at = table(game)
        asked = _consents_needed(at, request.user)
        name = asked.name(user)
        if name is None or user.pk == request.user_id:
            raise PermissionDenied
        if request.status == status:
            return request
        if request.status != Amendment.Status.OPEN:
            raise illegal("amend_closed")
        if not agree:
            _close(request, status, now, name, why[:LONGEST])
            messages.owe(game, Outbox.Kind.AMEND_REFUSED, str(request.pk), [request.user], now, actor=user)
            _touch(game)
            return request
        require_running(game)
        if request.asked_seq != game.seq:
            raise stale(request.asked_seq, game.seq)
        if game.gm_id != request.user_id:
            raise illegal("amend_closed")
        facts.require_sound(at, request.user, request.changes)
        said = {*request.answers, user.pk}
        if asked.lacking(game, said, now):
            request.answers = sorted(said)
            request.save(update_fields=["answers"])
            _touch(game)
            return request
        name = asked.names(said)
        _close(request, status, now, name)
        marks = {"way": consent.AGREED, "asked": request.seat, "agreed": name}
        step = Request(f"amend:{request.pk}", Entry.Reason.GM, now, request.user)
        _carry_out(at, request.user, request.changes, request.why, marks, step)
    return request


def withdraw(game_id: UUID, request_id: int, user: User, *, now: datetime) -> Amendment:
    """Withdraw the user's own request. Raises IllegalAction if it has been answered, PermissionDenied if
    another user made it, and Http404 if it does not exist.
    """
    get_game_for(user, game_id)
    with transaction.atomic():
        game = lock(game_id)
        request = _request(game, request_id)
        if request.user_id != user.pk:
            raise PermissionDenied
        if request.status == Amendment.Status.OPEN:
            _close(request, Amendment.Status.WITHDRAWN, now)
            _touch(game)
        elif request.status != Amendment.Status.WITHDRAWN:
            raise illegal("amend_closed")
    return request


def request_of(game: Game) -> Amendment | None:
    """Return the open request to correct facts, or None. A request lapses as soon as the game continues."""
    rows = Amendment.objects.filter(game=game, status=Amendment.Status.OPEN, asked_seq=game.seq)
    return rows.select_related("user").first()


def closed_requests(game: Game) -> QuerySet[Amendment]:
    """Return the game's declined or withdrawn requests for corrections, newest first."""
    done = (Amendment.Status.DECLINED, Amendment.Status.WITHDRAWN)
    return Amendment.objects.filter(game=game, status__in=done).select_related("user").order_by("-pk")


def may_answer(at: LiveGame, request: Amendment, user: User) -> bool:
    """Return whether the request needs this user's consent and the user has not answered."""
    return (
        user.pk not in request.answers
        and request.user_id != user.pk
        and _consents_needed(at, request.user).name(user) is not None
    )


def requests_awaiting(user: User) -> list[Amendment]:
    """Return the requests for corrections that this user can answer."""
    return [one for one in _NEAR(user.pk) if may_answer(table(one.game), one, user)]


def _open_near(user: int) -> QuerySet[Amendment]:
    near = Q(game__seats__user=user) | Q(game__gm=user)
    above = Q(game__campaign_link__campaign__seats__user=user)
    standing = Q(status=Amendment.Status.OPEN, asked_seq=F("game__seq"), game__status=Game.Status.RUNNING)
    found = Amendment.objects.filter(near | above, standing).exclude(user=user)
    return found.select_related("game", "user").defer("game__scenario").distinct()


_NEAR = PreparedQuery(_open_near, int)


def _consents_needed(at: LiveGame, user: User) -> consent.ConsentNeeded:
    """Return the people whose consent a correction needs: all players but the user, because a corrected
    fact concerns everybody. The consent of a game master who does not play replaces theirs.
    """
    return consent.required_consents(at, user, consent.UndoneMoves(at.seq, ()))


def _require_ready(game: Game, drawn_seq: int, why: str) -> LiveGame:
    require_running(game)
    if drawn_seq != game.seq:
        raise stale(drawn_seq, game.seq)
    if not why.strip():
        raise illegal("amend_no_why")
    if len(why.strip()) > LONGEST:
        raise illegal("amend_long_why", most=LONGEST)
    link = BattleLink.objects.filter(battle=game).first()
    if link is not None and (link.is_settled or link.status == BattleLink.Status.VOID):
        raise illegal("campaign_went_on")
    return table(game)


def _carry_out(
    at: LiveGame, user: User, changes: Any, why: str, marks: dict[str, Any], request: Request
) -> Entry:
    """Make the correction within the caller's transaction, and return its log entry. The caller has checked
    that the user may do so.
    """
    assert at.head is not None
    seat = voice_of(user, at.game, consent.LED if marks["way"] == consent.LED else "")
    plans.stop_amended(at.game)
    entry = record(at, journal.amend(at.opened, at.head, seat, changes, why, marks), request)
    people = messages.players(at.game)
    messages.owe(at.game, Outbox.Kind.AMENDED, str(entry.seq), people, request.now, actor=user)
    events.publish(events.Announced(at.game, Outbox.Kind.AMENDED, str(entry.seq), request.now))
    return entry


def _request(game: Game, request_id: int) -> Amendment:
    found = Amendment.objects.select_related("user").filter(game=game, pk=request_id).first()
    if found is None:
        raise Http404
    return found


def _close(
    request: Amendment, status: Amendment.Status, now: datetime, by: str = "", answer: str = ""
) -> None:
    request.status, request.closed_at, request.answered_by, request.answer = status, now, by, answer
    request.save(update_fields=["status", "closed_at", "answered_by", "answer"])


def _touch(game: Game) -> None:
    Game.objects.filter(pk=game.pk).update(version=F("version") + 1)
