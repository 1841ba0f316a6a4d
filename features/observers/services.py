"""Permit people to observe a game, by name or by a link that they accept."""

from __future__ import annotations

from datetime import datetime, timedelta
from uuid import UUID

from django.db import IntegrityError, transaction
from django.http import Http404

from accounts import conduct
from accounts.naming.claims import find_account
from games.access import NotYourSeat, User, get_game_for, seat_people
from games.models import Game, Observer, Reserve
from games.refusals import illegal, invalid
from games.services.entries import lock
from games.services.people import observers

MOST_DELAY = 20  # maximum delay, in turns
LINK_LASTS = timedelta(days=14)


def may_give(user: User, game: Game) -> list[str]:
    """Return the seats that this user can open to observers. These are the seats they own and, for a game
    master who sees everything, all seats (""). There are none while the game is sealed.
    """
    if game.sealed:  # a league's other tables roll the same dice
        return []
    own = [one.key for one in game.seats.all() if one.user_id == user.pk and one.lender_id is None]
    return [*own, *([""] if observers.sees_all(user, game) else [])]


def invite(game_id: UUID, user: User, *, seat: str, name: str, delay: int, now: datetime) -> Observer:
    """Permit a named user to observe or, without a name, the first person who opens a link. Raises
    NotYourSeat if the user cannot open the seat to observers, and InvalidAction for a bad delay. Raises
    IllegalAction if the game admits no observer now, or not this person.
    """
    get_game_for(user, game_id)
    with transaction.atomic():
        game = lock(game_id)
        if seat not in may_give(user, game):
            raise NotYourSeat
        if game.is_over:
            raise illegal("not_running")
        if not 0 <= delay <= MOST_DELAY:
            raise invalid("observer_delay", most=MOST_DELAY)
        if delay and game.public:  # anyone can watch a public game without delay
            raise illegal("observer_delay_public")
        if observers.open_permissions(game).count() >= observers.MOST:
            raise illegal("observer_too_many", most=observers.MOST)
        person = None
        if name:
            person = find_account(name)
            if person is None or not person.is_active or conduct.blocks(person, user):
                raise illegal("observer_unknown", name=name)
            require_free_to_look(person, game)
        row = Observer.objects.create(
            game=game,
            seat=seat,
            user=person,
            leave_of=user,
            delay=delay,
            invited_at=now,
            accepted_at=now if person else None,
        )
        observers.bump_version(game)
    return row


def open_link(token: str, now: datetime) -> Observer:
    """Find the unused permission that a link offers. Raises Http404 if the link is unknown, used, withdrawn
    or expired, or if its game is over.
    """
    rows = Observer.objects.select_related("game__gm", "leave_of").filter(token=token, user=None)
    row = rows.filter(ended_at=None, invited_at__gt=now - LINK_LASTS).first()
    if row is None or row.game.is_over or not observers.leave_holds(row, seat_people(row.game)):
        raise Http404
    return row


def accept(token: str, user: User, now: datetime) -> Observer:
    """Accept the permission that a link offers, which uses up the link. Raises Http404 for an invalid link,
    and IllegalAction as in :func:`require_free_to_look`.
    """
    with transaction.atomic():
        game = lock(open_link(token, now).game_id)
        row = open_link(token, now)
        require_free_to_look(user, game)
        row.user, row.accepted_at = user, now
        try:
            with transaction.atomic():
                row.save(update_fields=["user", "accepted_at"])
        except IntegrityError:
            raise illegal("observer_already") from None
        observers.bump_version(game)
    return row


def require_free_to_look(user: User, game: Game) -> None:
    """Raise IllegalAction if the user plays, leads or observes the game, or is on its reserve list."""
    if observers.is_involved(user, game):
        raise illegal("observer_plays")
    if Reserve.objects.filter(game=game, user=user).exists():
        raise illegal("observer_reserve")
    if observers.open_permissions(game).filter(user=user).exists():
        raise illegal("observer_already")
