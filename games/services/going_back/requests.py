"""Requests to rewind further than the user may alone: make, answer and withdraw them."""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.db.models import F, Q, QuerySet
from django.http import Http404

from engine.game import Refusal
from games.access import User, get_game_for, takes_part
from games.models import Entry, Game, Outbox, RewindRequest
from games.prepared_sql import PreparedQuery
from games.refusals import illegal, stale
from games.services import messages
from games.services.entries import Request, lock
from games.services.fighting.battles import GM
from games.services.going_back import consent
from games.services.going_back.rewinding import go_back, require_way_back, voice_of
from games.services.tables import table

LONGEST = 200
NO_LONGER = {  # the refusal if something other than a move closed the request
    RewindRequest.Cause.GIVEN_UP: "not_running",
    RewindRequest.Cause.LEFT: "request_closed",
    RewindRequest.Cause.CAMPAIGN: "campaign_went_on",
    RewindRequest.Cause.SHOWN: "dice_revealed",
}


def ask_back(
    game_id: UUID, user: User, *, to_seq: int, drawn_seq: int, now: datetime, why: str = ""
) -> RewindRequest:
    """Ask everyone whose consent is needed to agree to a rewind to the position after entry ``to_seq``.

    Repeating the request changes nothing. Raises IllegalAction (no_word_needed, nobody_to_ask, request_open,
    request_declined, and the errors of :func:`games.services.rewind`) if the rewind cannot be requested.
    Raises StaleAction if the game has advanced since the page was rendered, and PermissionDenied for a user
    who takes no part in the game.
    """
    get_game_for(user, game_id)
    with transaction.atomic():
        game = lock(game_id)
        if not takes_part(user, game):
            raise PermissionDenied
        standing = consent.request_of(game)
        if standing is not None:
            if (standing.user_id, standing.to_seq) == (user.pk, to_seq):
                return standing
            raise illegal("request_open")
        require_way_back(game, to_seq, drawn_seq)
        at = table(game)
        back = consent.collect_undone(at, to_seq)
        if consent.Reach(at, user, now).free_reason(back) is not None:
            raise illegal("no_word_needed")
        before = RewindRequest.objects.filter(game=game, user=user, asked_seq=game.seq, to_seq=to_seq)
        if before.filter(status=RewindRequest.Status.DECLINED).exists():
            raise illegal("request_declined")
        asked = consent.required_consents(at, user, back)
        if not asked:
            raise illegal("nobody_to_ask")
        request = RewindRequest.objects.create(
            game=game,
            user=user,
            seat=voice_of(user, game),
            to_seq=to_seq,
            asked_seq=game.seq,
            why=why[:LONGEST],
            created_at=now,
        )
        Game.objects.filter(pk=game.pk).update(version=F("version") + 1)
        occasion = f"{game.seq}.{user.pk}"  # asking again at the same position sends no second e-mail
        messages.owe(
            game, Outbox.Kind.BACK_ASKED, occasion, asked.people, now, actor=user, request=request.pk
        )
    return request


def answer_back(
    game_id: UUID, request_id: int, user: User, *, agree: bool, now: datetime, why: str = ""
) -> RewindRequest:
    """Agree to a request, or decline it with a reason. The last agreement carries out the rewind; declining
    closes the request. The requester cannot answer. Repeating an answer changes nothing.

    Raises IllegalAction (request_closed) if the request is closed, and StaleAction if the game has moved
    on. Raises PermissionDenied for anyone who was not asked, and Http404 for an unknown request.
    """
    game_with_request(user, game_id)
    with transaction.atomic():
        game = lock(game_id)
        request = _request(game, request_id)
        status = RewindRequest.Status.AGREED if agree else RewindRequest.Status.DECLINED
        if user.pk == request.user_id:
            raise PermissionDenied
        if request.status == status:
            return request
        if not request.open:
            raise _closed_refusal(request, game)
        at = table(game)
        back = consent.collect_undone(at, request.to_seq)
        asked = consent.required_consents(at, request.user, back)
        name = asked.name(user)
        if name is None:
            raise PermissionDenied
        if not agree:
            consent.close(request, status, now, name, why[:LONGEST])
            messages.owe(game, Outbox.Kind.BACK_REFUSED, str(request.pk), [request.user], now, actor=user)
            return request
        require_way_back(game, request.to_seq, request.asked_seq)
        if consent.asker_gone(request):
            raise illegal("request_closed")
        said = {*request.answers, user.pk}
        if asked.lacking(game, said, now):
            request.answers = sorted(said)
            request.save(update_fields=["answers"])
            Game.objects.filter(pk=game.pk).update(version=F("version") + 1)
            return request
        name = asked.names(said)
        consent.close(request, status, now, name)
        marks = consent.marks(consent.AGREED, back, by=request.seat, agreed=name)
        reason = Entry.Reason.GM if request.seat == GM else Entry.Reason.PLAYER
        step = Request(f"back:{request.pk}", reason, now, request.user)
        go_back(at, request.seat, back, marks, request.why, step)
        messages.owe(game, Outbox.Kind.BACK_AGREED, str(request.pk), [request.user], now, actor=user)
    return request


def withdraw_back(game_id: UUID, request_id: int, user: User, *, now: datetime) -> RewindRequest:
    """Withdraw a request, as the person who made it. Raises IllegalAction (request_closed) if the request was
    closed in another way, and StaleAction if the game has moved on. Raises PermissionDenied for anyone else,
    and Http404 for an unknown request.
    """
    get_game_for(user, game_id)
    with transaction.atomic():
        game = lock(game_id)
        request = _request(game, request_id)
        if request.user_id != user.pk:
            raise PermissionDenied
        if request.open:
            consent.close(request, RewindRequest.Status.WITHDRAWN, now)
        elif request.status != RewindRequest.Status.WITHDRAWN:
            raise _closed_refusal(request, game)
    return request


def requests_awaiting(user: User) -> list[RewindRequest]:
    """Open requests that need this user's answer, oldest first."""
    return [one for one in _NEAR(user.pk) if user.pk not in one.answers and _is_asked(user, one)]


def _open_near(user: int) -> QuerySet[RewindRequest]:
    """Query other people's open requests in games in which this user takes part, or in battles of their
    campaigns.
    """
    near = Q(game__seats__user=user) | Q(game__gm=user)
    above = Q(game__campaign_link__campaign__seats__user=user)
    found = RewindRequest.objects.filter(near | above, status=RewindRequest.Status.OPEN).exclude(user=user)
    return found.select_related("game", "user").defer("game__scenario").distinct()


_NEAR = PreparedQuery(_open_near, int)


def _is_asked(user: User, request: RewindRequest) -> bool:
    at = table(request.game)
    return (
        consent.required_consents(at, request.user, consent.collect_undone(at, request.to_seq)).name(user)
        is not None
    )


def game_with_request(user: User, game_id: UUID) -> Game:
    """Load the game for a user who may see it or must agree to a request in it. A request in a battle may
    need the agreement of the campaign's players. Raises Http404 for anyone else.
    """
    try:
        return get_game_for(user, game_id)
    except Http404:
        game = Game.objects.prefetch_related("seats").filter(pk=game_id).first()
        request = consent.request_of(game) if game is not None and user.is_authenticated else None
        if game is None or request is None:
            raise
        at = table(game)
        if (
            consent.required_consents(at, request.user, consent.collect_undone(at, request.to_seq)).name(user)
            is None
        ):
            raise
        return game


def _request(game: Game, request_id: int) -> RewindRequest:
    found = RewindRequest.objects.select_related("user").filter(game=game, pk=request_id).first()
    if found is None:
        raise Http404
    return found


def _closed_refusal(request: RewindRequest, game: Game) -> Refusal:
    if request.status != RewindRequest.Status.LAPSED:
        return illegal("request_closed")
    code = NO_LONGER.get(RewindRequest.Cause(request.cause)) if request.cause else None
    return illegal(code) if code else stale(request.asked_seq, game.seq)
