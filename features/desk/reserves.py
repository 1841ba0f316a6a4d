"""The reserve list of a game: volunteers for a seat, who get a message when a seat becomes free."""

from __future__ import annotations

from datetime import datetime, timedelta
from uuid import UUID

from django.core.signing import Signer
from django.db import transaction
from django.utils.crypto import constant_time_compare

from accounts import conduct
from features.desk.helping import AGAIN
from features.desk.substitutes import candidates
from games.access import User, is_gm, led_by, seats_of
from games.models import Game, Invitation, Observer, Outbox, Reserve
from games.refusals import illegal
from games.services import messages
from games.services.entries import lock

OPEN = timedelta(days=14)  # how long the link sent to the reserve list is valid


def key_of(game: Game) -> str:
    """Return the secret in a game's reserve link. With this link the game master can invite people who
    cannot otherwise see the game.
    """
    return Signer(salt="bench").signature(str(game.pk))


def is_key_of(game: Game, key: str) -> bool:
    """Whether the key gives access to the game's reserve list."""
    return constant_time_compare(key, key_of(game))


def offer(game: Game, user: User, now: datetime) -> None:
    """Join the reserve list of a game. Joining twice changes nothing. Raises IllegalAction for the game's
    players and game master, for observers, and for people whom one of the players or the game master has
    blocked.
    """
    if game.is_over:
        raise illegal("not_running")
    if seats_of(user, game) or is_gm(user, game):
        raise illegal("on_bench_already")
    people = [game.gm, *(one.lender or one.user for one in game.seats.select_related("user", "lender"))]
    if conduct.is_blocked_by_any(user, people):
        raise illegal("unwelcome")
    if Observer.objects.filter(game=game, user=user, ended_at=None).exists():
        raise illegal("observer_no_reserve")
    Reserve.objects.get_or_create(game=game, user=user, defaults={"offered_at": now})


def withdraw(game: Game, user: User) -> None:
    """Leave the reserve list of a game."""
    Reserve.objects.filter(game=game, user=user).delete()


def call(game_id: UUID, user: User, seat: str, *, now: datetime) -> int:
    """Send everyone on the reserve list the same link to a free seat. The first person to use it joins.
    People asked within the last day are skipped. Return the number of people asked. Raises IllegalAction
    if the seat is not free, the reserve list is empty, or all were asked already.
    """
    led_by(user, game_id)
    with transaction.atomic():
        game = lock(game_id)
        if game.is_over:
            raise illegal("not_running")
        found = next((one for one in game.seats.all() if one.key == seat), None)
        if found is None:
            raise illegal("no_such_seat", seat=seat)
        if not found.free:
            raise illegal("seat_taken", seat=seat)
        people = candidates(game, seat)
        if not people:
            raise illegal("bench_empty")
        link, asked = _open_call(game, seat, now)
        people = [one for one in people if one.pk not in asked]
        if not people:
            raise illegal("bench_called")
        if link is None:
            link = Invitation.objects.create(
                game=game, seat=seat, uses_left=1, expires_at=now + OPEN, created_by=user, created_at=now
            )
        occasion = f"{link.pk}.{now:%Y%m%d%H%M}"
        messages.owe(game, Outbox.Kind.CALL, occasion, people, now, actor=user, token=link.token)
    return len(people)


def _open_call(game: Game, seat: str, now: datetime) -> tuple[Invitation | None, set[int]]:
    """Return the open link to a seat, as sent to the reserve list, and the ids of its recent recipients.
    Without such a link, return None and no ids.
    """
    calls = Outbox.objects.filter(game=game, kind=Outbox.Kind.CALL)
    sent = {payload.get("token", "") for payload in calls.values_list("payload", flat=True)}
    links = Invitation.objects.filter(game=game, seat=seat, uses_left__gte=1, expires_at__gt=now)
    link = links.filter(token__in=sent).order_by("-pk").first()
    if link is None:
        return None, set()
    lately = calls.filter(created_at__gt=now - AGAIN, payload__token=link.token)
    return link, set(lately.values_list("recipient_id", flat=True))
