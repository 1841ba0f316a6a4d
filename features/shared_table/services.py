"""A shared table of people with phones and screens: one person shows a short code, and the others join with
it.

They trust each other: a newcomer chooses a role, everybody sees who has joined, and the person who showed the
code can remove them. It is offered only for games that hide nothing and use real dice, where a second seat
gives no advantage.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Any, Final
from uuid import UUID

from django.db import IntegrityError, transaction
from django.db.models import F
from django.http import Http404

from games.access import (
    NotYourSeat,
    User,
    companions_of,
    get_game_for,
    is_gm,
    own_seats,
    table_of,
    takes_part,
)
from games.models import Companion, Game, Seat, TableCode
from games.models.companion import LENGTH, LETTERS, fresh_code
from games.participants import link_of
from games.refusals import BadInvitation, illegal
from games.services.entries import lock
from games.services.fairplay import guard
from games.services.seating import pass_on
from games.services.tables import opening_of

LASTS: Final = timedelta(hours=12)  # how long a code is valid
SCREEN_LASTS: Final = timedelta(hours=24)
MOST: Final = 12  # maximum number of phones and screens at one table
TRIES: Final = 3  # attempts to draw an unused code

Role = Companion.Role


# --- the code ---


def offers_phones(game: Game) -> bool:
    """Whether phones can join: the game is running, uses real dice and hides nothing."""
    return (
        game.running
        and game.seq >= 0
        and game.dice_mode != Game.DiceMode.VIRTUAL
        and not game.sealed
        and not game.tryout
        and opening_of(game).rules.hides_nothing
    )


def open_code(game_id: UUID, user: User, now: datetime, *, fresh: bool = False) -> TableCode:
    """Return the code of the shared table this user sits at. Draws a new one if ``fresh``, if the code has
    expired, or if another table opened it. Raises Http404, NotYourSeat, IllegalAction.
    """
    _require_part(game_id, user)
    with transaction.atomic():
        game = lock(game_id)
        if not offers_phones(game):
            raise illegal("table_not_offered")
        found = TableCode.objects.filter(game=game).first()
        ours = found is not None and found.opened_by_id in table_of(user, companions_of(game))
        if found is not None and found.closes_at > now and ours and not fresh:
            return found
        row = found or TableCode(game=game)
        row.opened_by, row.opened_at, row.closes_at = user, now, now + LASTS
        for _number in range(TRIES):
            row.code = fresh_code()
            try:
                with transaction.atomic():
                    row.save()
            except IntegrityError:
                continue
            break
        _grown(game)
    return row


def close_code(game_id: UUID, user: User, now: datetime) -> None:
    """Close the code to newcomers. People who have joined stay."""
    _require_part(game_id, user)
    with transaction.atomic():
        game = lock(game_id)
        TableCode.objects.filter(game=game, closes_at__gt=now).update(closes_at=now)
        _grown(game)


def open_now(user: User, game: Game, now: datetime) -> TableCode | None:
    """The open code of this user's table, or None. The code lets its holder play there, so no other table
    sees it.
    """
    row = TableCode.objects.filter(game=game, closes_at__gt=now).first()
    if row is None or not offers_phones(game) or row.opened_by_id not in table_of(user, companions_of(game)):
        return None
    return row


def spell_code(code: str) -> str:
    """Format a code in readable groups: KQM-4XP-D7R."""
    return "-".join(code[place : place + 3] for place in range(0, len(code), 3))


def meant(text: str) -> str:
    """Read a typed code, in any case and with blanks or hyphens; "" if it is not a code."""
    found = "".join(letter for letter in text.upper() if letter not in " -\u2013.\t")
    return found if len(found) == LENGTH and all(letter in LETTERS for letter in found) else ""


def code_for(text: str, now: datetime) -> TableCode:
    """Find a valid code. Raises BadInvitation: code_unknown, code_expired, code_over."""
    rows = TableCode.objects.select_related("game__gm", "opened_by")
    row = rows.filter(code=meant(text)).first() if meant(text) else None
    if row is None:
        raise BadInvitation("", "code_unknown")
    if row.game.is_over:
        raise BadInvitation("", "code_over")
    if row.closes_at <= now or not offers_phones(row.game):
        raise BadInvitation("", "code_expired")
    return row


# --- joining ---


def seats_on_offer(game: Game) -> list[str]:
    """The seats a phone can play: free seats, and seats of people at the code's table who have several. There
    are none in a campaign's battle, since its players are fixed.
    """
    if link_of(game) is not None:
        return []
    held: dict[Any, list[str]] = {}
    for seat in game.seats.all():
        if not seat.is_bot and seat.lender_id is None and not seat.kept:
            held.setdefault(seat.user_id, []).append(seat.key)
    code = TableCode.objects.select_related("opened_by").filter(game=game).first()
    here = set() if code is None else table_of(code.opened_by, companions_of(game))
    found = held.get(None, []) + [
        key for who, keys in held.items() if who in here and len(keys) > 1 for key in keys
    ]
    mine = next((keys[0] for who, keys in held.items() if who in here and len(keys) > 1), None)
    # the code's owner keeps their first army, unless the newcomer wants that one
    return sorted(found, key=lambda key: key == mine)


def roles_for(game: Game) -> tuple[str, ...]:
    """The roles, other than leading an army, in which a phone can join."""
    shared = (Role.BOTH,) if link_of(game) is None else ()
    return (*shared, Role.LOOK)


def come(text: str, user: User, role: str, now: datetime, *, seat: str = "") -> Companion:
    """Join with a phone, or change its role. Raises BadInvitation."""
    with transaction.atomic():
        game = lock(code_for(text, now).game_id)
        code = code_for(text, now)
        row = Companion.objects.filter(game=game, user=user, ended_at=None).first()
        if row is None and (own_seats(user, game) or is_gm(user, game)):
            raise BadInvitation("", "at_table_already")
        if role == Role.LEAD:
            _require_offer(game, user, seat)
        elif role not in roles_for(game):
            raise BadInvitation("", "seat_not_given")
        if row is None:
            row = _new(game, code.opened_by, role, now, user)
        if role != Role.LEAD or seat not in own_seats(user, game):
            _give_back(game, row, now)
        if role == Role.LEAD:
            pass_on(game, _seat(game, seat), user, now)
        row.role = role
        row.save(update_fields=["role"])
        _grown(game)
    return row


def screen(text: str, now: datetime) -> Companion:
    """Join as a screen, which shows anyone with its URL what spectators see. Raises BadInvitation."""
    with transaction.atomic():
        game = lock(code_for(text, now).game_id)
        row = _new(game, code_for(text, now).opened_by, Role.SCREEN, now)
        _grown(game)
    return row


def screen_for(key: str, now: datetime) -> Companion:
    """Find the screen with a key. Raises Http404 if it is unknown, removed or expired."""
    rows = Companion.objects.select_related("game__gm").filter(key=key, role=Role.SCREEN, ended_at=None)
    row = rows.filter(came_at__gt=now - SCREEN_LASTS).first()
    if row is None or row.game.seq < 0 or row.game.sealed:
        raise Http404
    return row


def came_with(user: User, game: Game) -> Companion | None:
    """The user's phone at the shared table, with its role, or None."""
    return next((row for row in companions_of(game) if row.user_id == user.pk), None) if user.pk else None


def present_companions(game: Game, now: datetime) -> list[Companion]:
    """The phones and screens at the table. Everyone there may see the list."""
    return [row for row in companions_of(game) if not row.is_screen or row.came_at > now - SCREEN_LASTS]


# --- leaving, and lost phones ---


def send_away(game_id: UUID, user: User, number: int, now: datetime) -> None:
    """Remove a phone or screen, at its own request or by the code's owner or the game master. A seat returns
    to the code's owner. Repeating it changes nothing. Raises Http404, NotYourSeat.
    """
    get_game_for(user, game_id)
    with transaction.atomic():
        game = lock(game_id)
        row = Companion.objects.select_related("host").filter(game=game, number=number).first()
        if row is None:
            raise Http404
        if user.pk not in (row.user_id, row.host_id) and guard.free(user, game) is None:
            raise NotYourSeat
        if row.ended_at is None:
            _give_back(game, row, now)
            Companion.objects.filter(pk=row.pk).update(ended_at=now)
            _grown(game)


def take_over(game_id: UUID, user: User, seat: str, now: datetime) -> None:
    """Continue playing an army on this phone after the other phone was lost or ran out of power. Both must
    have joined this table. Raises NotYourSeat, IllegalAction.
    """
    _require_part(game_id, user)
    with transaction.atomic():
        game = lock(game_id)
        if seat not in may_take_over(user, game):
            raise illegal("table_not_to_take", seat=seat)
        found = _seat(game, seat)
        before = found.user_id
        pass_on(game, found, user, now)
        led = Companion.objects.filter(game=game, user=before, role=Role.LEAD, ended_at=None)
        if not game.seats.filter(user=before).exists():
            led.update(ended_at=now)
        _grown(game)


def may_take_over(user: User, game: Game) -> list[str]:
    """The seats of other people at this table that the user can take over."""
    here = table_of(user, companions_of(game))
    if not game.running or link_of(game) is not None:
        return []
    if not own_seats(user, game) and not is_gm(user, game):
        return []
    return [
        one.key
        for one in game.seats.all()
        if one.user_id in here and one.user_id != user.pk and one.lender_id is None and not one.kept
    ]


# --- helpers ---


def _require_part(game_id: UUID, user: User) -> None:
    if not takes_part(user, get_game_for(user, game_id)):
        raise NotYourSeat


def _require_offer(game: Game, user: User, seat: str) -> None:
    if seat in own_seats(user, game):
        return
    if seat not in seats_on_offer(game):
        raise BadInvitation("", "seat_not_given")


def _new(game: Game, host: Any, role: str, now: datetime, user: User = None) -> Companion:
    if len(present_companions(game, now)) >= MOST:
        raise BadInvitation("", "table_full")
    last = Companion.objects.filter(game=game).order_by("-number").values_list("number", flat=True).first()
    return Companion.objects.create(
        game=game, user=user, host=host, role=role, number=(last or 1) + 1, came_at=now
    )


def _give_back(game: Game, row: Companion, now: datetime) -> None:
    if row.role != Role.LEAD or row.user_id is None:
        return
    led: Iterable[Seat] = game.seats.filter(user=row.user_id)
    for seat in led:
        pass_on(game, seat, row.host, now)


def _seat(game: Game, key: str) -> Seat:
    found = game.seats.select_related("user__profile").filter(key=key).first()
    if found is None:
        raise illegal("no_such_seat", seat=key)
    return found


def _grown(game: Game) -> None:
    """Redraw every page of the game."""
    game.came = None
    Game.objects.filter(pk=game.pk).update(has_companions=True, version=F("version") + 1)
