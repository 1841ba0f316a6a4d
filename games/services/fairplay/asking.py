"""Requests by a game master for consent to act on another player's seat: make, answer and withdraw them."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any, Final
from uuid import UUID

from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.db.models import F, Q, QuerySet
from django.http import Http404

from games.access import User, get_game_for, led_by
from games.models import Game, Outbox, PowerRequest, Seat
from games.prepared_sql import PreparedQuery
from games.refusals import illegal
from games.services import messages
from games.services.entries import lock
from games.services.fairplay import guard

LONGEST: Final = 300
MOST_OPEN: Final = 20
Power, Status = PowerRequest.Power, PowerRequest.Status
WHOLE_TABLE: Final = frozenset({Power.HAND_OVER, Power.ABANDON})
TERMS: Final[Mapping[str, tuple[str, ...]]] = {
    Power.REPLACE: ("to",),
    Power.LEND: ("to",),
    Power.HAND_OVER: ("to",),
    Power.RULE: ("battle",),
}


def ask(
    game_id: UUID,
    user: User,
    *,
    power: str,
    seat: str = "",
    terms: Mapping[str, Any] | None = None,
    why: str,
    now: datetime,
) -> PowerRequest:
    """Let a game master who plays ask for consent to use a power once. Repeating the request changes
    nothing. Raises IllegalAction if no consent is needed, nobody can give it, the reason is missing, or a
    different request is open.
    """
    led_by(user, game_id)
    with transaction.atomic():
        game = lock(game_id)
        if power not in Power.values:
            raise illegal("no_such_power")
        if game.is_over:
            raise illegal("not_running")
        found = None if power in WHOLE_TABLE else _seat(game, seat)
        meant = {name: (terms or {}).get(name, "") for name in TERMS.get(power, ())}
        if not why.strip():
            raise illegal("amend_no_why")
        if len(why.strip()) > LONGEST:
            raise illegal("amend_long_why", most=LONGEST)
        if guard.ground_for(user, game, found, power, now, meant) is not None:
            raise illegal("no_consent_needed")
        key = "" if found is None else found.key
        rows = PowerRequest.objects.filter(game=game, status=Status.OPEN)
        standing = rows.filter(seat=key, power=power).first()
        if standing is not None:
            if standing.terms == meant and standing.user_id == user.pk:
                return standing
            raise illegal("consent_open")
        if rows.count() >= MOST_OPEN:
            raise illegal("consent_open")
        request = PowerRequest(
            game=game, user=user, seat=key, power=power, terms=meant, why=why.strip(), created_at=now
        )
        people = required_people(game, request)
        if not people:
            raise illegal("nobody_to_ask")
        request.save()
        messages.owe(
            game,
            Outbox.Kind.POWER_ASKED,
            str(request.pk),
            people,
            now,
            actor=user,
            power=power,
            request=request.pk,
        )
        _bump_version(game)
    return request


def required_people(game: Game, request: PowerRequest) -> list[Any]:
    """Return everybody whose consent is needed: the player concerned or, for a power over the whole table,
    all the other players.
    """
    if not request.seat:
        return guard.others(game, request.user)
    owner = concerned_player(game, request)
    return [] if owner is None or not owner.is_active else [owner]


def concerned_player(game: Game, request: PowerRequest) -> Any:
    """Return the player of the seat that the request concerns, or None if it concerns the whole table."""
    seat = game.seats.select_related("user", "lender").filter(key=request.seat).first()
    return None if seat is None else guard.player_of(seat)


def answer(game_id: UUID, request_id: int, user: User, *, agree: bool, now: datetime) -> PowerRequest:
    """Agree to a request or decline it. Only the player concerned decides, because other accounts may belong
    to the game master. A power over the whole table needs the consent of everyone except players who have
    long been absent. Raises IllegalAction if the request is closed, PermissionDenied for anyone not
    asked, and Http404 for an unknown request.
    """
    get_game_for(user, game_id)
    with transaction.atomic():
        game = lock(game_id)
        request = _request(game, request_id)
        people = {one.pk for one in required_people(game, request)}
        if user.pk not in people or user.pk == request.user_id:
            raise PermissionDenied
        if request.status != Status.OPEN:
            if request.answers.get(str(user.pk)) is agree:
                return request
            raise illegal("request_closed")
        request.answers = {**request.answers, str(user.pk): agree}
        request.status = _outcome(game, request, people, now)
        if request.status != Status.OPEN:
            request.closed_at = now
            messages.owe(
                game,
                Outbox.Kind.POWER_SAID,
                str(request.pk),
                [request.user],
                now,
                actor=user,
                said=request.status,
            )
        request.save(update_fields=["answers", "status", "closed_at"])
        _bump_version(game)
    return request


def _outcome(game: Game, request: PowerRequest, people: set[int], now: datetime) -> str:
    said = {int(key): word for key, word in request.answers.items() if int(key) in people}
    if not all(said.values()):
        return str(Status.DECLINED)
    rest = people - set(said)
    if rest:
        seats = list(game.seats.select_related("user__profile", "lender__profile"))
        gone = guard.absences(game, seats, now)
        away = {guard.player_of(seat).pk for seat in seats if seat.key in gone}
        here = {guard.player_of(seat).pk for seat in seats if guard.player_of(seat) and seat.key not in gone}
        rest -= away - here
    return str(Status.OPEN if rest else Status.AGREED)


def withdraw(game_id: UUID, request_id: int, user: User, *, now: datetime) -> PowerRequest:
    """Let the game master who made a request withdraw it. Withdrawing it twice changes nothing. Raises
    Http404 for an unknown request, and PermissionDenied for anyone else.
    """
    get_game_for(user, game_id)
    with transaction.atomic():
        game = lock(game_id)
        request = _request(game, request_id)
        if request.user_id != user.pk:
            raise PermissionDenied
        if request.status in (Status.OPEN, Status.AGREED):
            request.status, request.closed_at = Status.WITHDRAWN, now
            request.save(update_fields=["status", "closed_at"])
            _bump_version(game)
    return request


def requests_of(game: Game) -> list[PowerRequest]:
    """The game's 30 newest requests, newest first. Everybody at the table may see them."""
    return list(PowerRequest.objects.filter(game=game).select_related("user").order_by("-pk")[:30])


def awaiting(user: User, game: Game | None = None) -> list[PowerRequest]:
    """Open requests that need this user's answer, in one game or in all games."""
    found = _AWAITING(user.pk) if game is None else _awaiting_query(user.pk).filter(game=game)
    return [
        one
        for one in found
        if str(user.pk) not in one.answers
        and not one.game.is_over
        and any(person.pk == user.pk for person in required_people(one.game, one))
    ]


def _awaiting_query(user: int) -> QuerySet[PowerRequest]:
    mine = Q(game__seats__user=user) | Q(game__seats__lender=user)
    rows = PowerRequest.objects.filter(mine, status=Status.OPEN).exclude(user=user)
    return rows.select_related("game", "user").defer("game__scenario").distinct()


_AWAITING = PreparedQuery(_awaiting_query, int)


def _seat(game: Game, key: str) -> Seat:
    found = game.seats.select_related("user__profile", "lender__profile").filter(key=key).first()
    if found is None:
        raise illegal("no_such_seat", seat=key)
    return found


def _request(game: Game, number: int) -> PowerRequest:
    found = PowerRequest.objects.select_related("user").filter(game=game, pk=number).first()
    if found is None:
        raise Http404
    return found


def _bump_version(game: Game) -> None:
    Game.objects.filter(pk=game.pk).update(version=F("version") + 1)
