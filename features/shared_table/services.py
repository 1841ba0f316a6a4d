"""A shared table, where people use phones and screens. One person shows a short code, and the others join
with it.

The people trust each other. A newcomer chooses a role, everybody sees who has joined, and the person who
showed the code can remove anyone. Only games with real dice and no hidden information offer a shared
table, because a second seat gives no advantage in them.
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
TRIES: Final = 3  # attempts to find an unused code

Role = Companion.Role


# --- the code ---


def offers_phones(game: Game) -> bool:
    """Return whether phones can join the game: it is running, uses real dice and hides nothing."""
    return (
        game.running
        and game.seq >= 0
        and game.dice_mode != Game.DiceMode.VIRTUAL
        and not game.sealed
        and not game.tryout
        and opening_of(game).rules.hides_nothing
    )


def get_code(game_id: UUID, user: User, now: datetime, *, fresh: bool = False) -> TableCode:
    """Return the code of the shared table where this user sits. Create a new code if ``fresh``, if the code
    has expired, or if somebody at another table opened it. Raises Http404 if the user may not see the
    game, and NotYourSeat if the user does not take part. Raises IllegalAction if phones cannot join the
    game.
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
        _redraw_pages(game)
    return row


def close_code(game_id: UUID, user: User, now: datetime) -> None:
    """Close the code to newcomers. People who have already joined are not affected."""
    _require_part(game_id, user)
    with transaction.atomic():
        game = lock(game_id)
        TableCode.objects.filter(game=game, closes_at__gt=now).update(closes_at=now)
        _redraw_pages(game)


def open_code_of(user: User, game: Game, now: datetime) -> TableCode | None:
    """Return the open code of this user's table, or None. Anyone who has the code can play at the table, so
    people at other tables do not see it.
    """
    row = TableCode.objects.filter(game=game, closes_at__gt=now).first()
    if row is None or not offers_phones(game) or row.opened_by_id not in table_of(user, companions_of(game)):
        return None
    return row


def spell_code(code: str) -> str:
    """Format a code in readable groups, for example KQM-4XP-D7R."""
    return "-".join(code[place : place + 3] for place in range(0, len(code), 3))


def read_code(text: str) -> str:
    """Read a code as somebody typed it, in any case and with blanks or hyphens. Return "" if it is not a
    code.
    """
    found = "".join(letter for letter in text.upper() if letter not in " -\u2013.\t")
    return found if len(found) == LENGTH and all(letter in LETTERS for letter in found) else ""


def code_for(text: str, now: datetime) -> TableCode:
    """Return the table code for a typed text. Raises BadInvitation if the code is not valid (code_unknown,
    code_expired, code_over).
    """
    rows = TableCode.objects.select_related("game__gm", "opened_by")
    row = rows.filter(code=read_code(text)).first() if read_code(text) else None
    if row is None:
        raise BadInvitation("", "code_unknown")
    if row.game.is_over:
        raise BadInvitation("", "code_over")
    if row.closes_at <= now or not offers_phones(row.game):
        raise BadInvitation("", "code_expired")
    return row


# --- joining ---


def seats_on_offer(game: Game) -> list[str]:
    """Return the seats that a phone can play. These are the free seats, and the seats of people at the
    code's table who have several. A campaign's battle has none, because its players are fixed.
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
    # put the code owner's first army last, so that a newcomer gets another one
    return sorted(found, key=lambda key: key == mine)


def roles_for(game: Game) -> tuple[str, ...]:
    """Return the roles in which a phone can join without leading an army."""
    shared = (Role.BOTH,) if link_of(game) is None else ()
    return (*shared, Role.LOOK)


def join_table(text: str, user: User, role: str, now: datetime, *, seat: str = "") -> Companion:
    """Add the user's phone to the table, or change its role. ``seat``: the seat it leads in the role LEAD.
    Raises BadInvitation if the code, the role or the seat is not valid, if the user plays here already,
    or if the table is full.
    """
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
            row = _add_companion(game, code.opened_by, role, now, user)
        if role != Role.LEAD or seat not in own_seats(user, game):
            _give_back(game, row, now)
        if role == Role.LEAD:
            pass_on(game, _find_seat(game, seat), user, now)
        row.role = role
        row.save(update_fields=["role"])
        _redraw_pages(game)
    return row


def screen(text: str, now: datetime) -> Companion:
    """Add a screen, such as a television, to the table that the typed code belongs to. Anyone who has the
    screen's URL sees what spectators see. Raises BadInvitation if the code is not valid or the table is
    full.
    """
    with transaction.atomic():
        game = lock(code_for(text, now).game_id)
        row = _add_companion(game, code_for(text, now).opened_by, Role.SCREEN, now)
        _redraw_pages(game)
    return row


def screen_for(key: str, now: datetime) -> Companion:
    """Return the screen with this key. Raises Http404 if the screen is unknown, removed or expired."""
    rows = Companion.objects.select_related("game__gm").filter(key=key, role=Role.SCREEN, ended_at=None)
    row = rows.filter(came_at__gt=now - SCREEN_LASTS).first()
    if row is None or row.game.seq < 0 or row.game.sealed:
        raise Http404
    return row


def companion_of(user: User, game: Game) -> Companion | None:
    """Return the user's phone at the shared table, with its role, or None."""
    return next((row for row in companions_of(game) if row.user_id == user.pk), None) if user.pk else None


def present_companions(game: Game, now: datetime) -> list[Companion]:
    """Return the phones and screens at the table. Everyone at the table may see this list."""
    return [row for row in companions_of(game) if not row.is_screen or row.came_at > now - SCREEN_LASTS]


# --- leaving, and lost phones ---


def remove_companion(game_id: UUID, user: User, number: int, now: datetime) -> None:
    """Remove a phone or screen. Its user, the owner of the code and the game master may do so. The phone's
    seat returns to the owner of the code. Repeating the removal changes nothing. Raises Http404 if there
    is no such phone, and NotYourSeat if the user may not remove it.
    """
    get_game_for(user, game_id)
    with transaction.atomic():
        game = lock(game_id)
        row = Companion.objects.select_related("host").filter(game=game, number=number).first()
        if row is None:
            raise Http404
        if user.pk not in (row.user_id, row.host_id) and guard.free_ground(user, game) is None:
            raise NotYourSeat
        if row.ended_at is None:
            _give_back(game, row, now)
            Companion.objects.filter(pk=row.pk).update(ended_at=now)
            _redraw_pages(game)


def take_over(game_id: UUID, user: User, seat: str, now: datetime) -> None:
    """Take over an army from another phone at the table, which may be lost or out of power. Raises
    NotYourSeat if the user does not take part in the game, and IllegalAction if they cannot take over the
    army.
    """
    _require_part(game_id, user)
    with transaction.atomic():
        game = lock(game_id)
        if seat not in may_take_over(user, game):
            raise illegal("table_not_to_take", seat=seat)
        found = _find_seat(game, seat)
        before = found.user_id
        pass_on(game, found, user, now)
        led = Companion.objects.filter(game=game, user=before, role=Role.LEAD, ended_at=None)
        if not game.seats.filter(user=before).exists():
            led.update(ended_at=now)
        _redraw_pages(game)


def may_take_over(user: User, game: Game) -> list[str]:
    """Return the seats of other people at this table that the user can take over."""
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


def _add_companion(game: Game, host: Any, role: str, now: datetime, user: User = None) -> Companion:
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


def _find_seat(game: Game, key: str) -> Seat:
    found = game.seats.select_related("user__profile").filter(key=key).first()
    if found is None:
        raise illegal("no_such_seat", seat=key)
    return found


def _redraw_pages(game: Game) -> None:
    """Raise the game's version, so that every open page of the game is redrawn."""
    game.came = None
    Game.objects.filter(pk=game.pk).update(has_companions=True, version=F("version") + 1)
