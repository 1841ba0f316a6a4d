"""Seats and their players: invitations by link, joining and leaving, seats played by the bot."""

from __future__ import annotations

from datetime import datetime, timedelta
from functools import partial
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import F, Q

from accounts import conduct
from engine.choices import field_fits
from engine.game import ASK_ME, Facts
from games import events
from games.access import NotYourSeat, User, game_to_lead, get_game_for, is_gm, led_by, may_act
from games.models import (
    BattleLink,
    Command,
    Departure,
    Game,
    Invitation,
    Observer,
    Outbox,
    PowerRequest,
    RewindRequest,
    Seat,
)
from games.refusals import BadInvitation, illegal, invalid
from games.services import curtain, messages, pending, plans, viewers
from games.services.clock import jobs, outages
from games.services.entries import lock
from games.services.fairplay import guard
from games.services.going_back import consent
from games.services.proof import duplicates
from games.services.tables import opening_of, table

MOST_USES, MOST_DAYS = 20, 90  # limits of an invitation: uses, and days for which it is valid
REASON_LENGTH = 300  # maximum length of the reason for removing a player, in characters


def invite(
    game_id: UUID, user: User, *, now: datetime, seat: str = "", uses: int = 1, days: int = 14
) -> Invitation:
    """Create an invitation link for a seat, or for any free seat. It is valid for ``uses`` people (at most
    MOST_USES) and for ``days`` (at most MOST_DAYS). Only the game master can invite.
    """
    game = led_by(user, game_id)
    if seat and not game.seats.filter(key=seat).exists():
        raise illegal("no_such_seat", seat=seat)
    return Invitation.objects.create(
        game=game,
        seat=seat,
        uses_left=min(max(uses, 1), MOST_USES),
        expires_at=now + timedelta(days=min(max(days, 1), MOST_DAYS)),
        created_by=user,
        created_at=now,
    )


def invite_person(game_id: UUID, user: User, person: User, *, now: datetime) -> bool:
    """Invite a person to any free seat and notify them, once per game. Return False if they were already
    invited.
    """
    occasion = f"{person.pk}"
    with transaction.atomic():
        game = led_by(user, game_id)
        if Outbox.objects.filter(game=game, kind=Outbox.Kind.INVITED, recipient=person).exists():
            return False
        link = invite(game_id, user, now=now)
        messages.owe(game, Outbox.Kind.INVITED, occasion, [person], now, actor=user, token=link.token)
    return True


def revoke(invitation_id: int, user: User) -> None:
    """Revoke an invitation as the game master. A missing invitation is ignored."""
    invitation = Invitation.objects.filter(pk=invitation_id).first()
    if invitation is not None:
        led_by(user, invitation.game_id)
        invitation.delete()


def invitation_for(token: str, now: datetime) -> Invitation:
    """Find the invitation behind a link. Raises BadInvitation if it is unknown, expired or used up."""
    invitation = Invitation.objects.select_related("game__gm").filter(token=token).first()
    if invitation is None or invitation.game.is_over:
        raise BadInvitation("", "unknown")
    if invitation.expires_at <= now:
        raise BadInvitation("", "expired")
    if invitation.uses_left < 1:
        raise BadInvitation("", "used_up")
    return invitation


def accept(token: str, user: User, *, now: datetime, seat: str = "") -> Seat:
    """Take the invitation's seat or, if it names none, the wanted free seat. A user who already has a seat,
    even a lent one, keeps it and does not use up the invitation. Raises BadInvitation if the link is
    invalid, no such seat is free, or the user knows too much. Nobody can join people who have blocked
    them.
    """
    with transaction.atomic():
        found = Invitation.objects.filter(token=token).first()
        if found is not None:
            game = lock(found.game_id)
            mine = game.seats.filter(Q(user=user) | Q(lender=user)).first()
            if mine is not None:
                return mine
        invitation = invitation_for(token, now)
        if not is_gm(user, game) and conduct.is_blocked_by_any(user, _people_of(game)):
            raise BadInvitation("", "unwelcome")
        wanted = invitation.seat or seat
        free = {s.key: s for s in game.seats.all() if s.free and wanted in ("", s.key)}
        keys = [key for key in free or [wanted] if not viewers.knows_too_much(user, game, key)]
        if not keys:
            first = next(iter(free), wanted)
            looked, played = viewers.has_looked(user, game), viewers.has_played(user, game, first)
            raise BadInvitation("", "has_looked" if looked else "has_played" if played else "has_led")
        if not free:
            raise BadInvitation("", "seat_taken" if wanted else "begun")
        spent = Invitation.objects.filter(pk=invitation.pk, uses_left__gte=1)
        if spent.update(uses_left=F("uses_left") - 1) != 1:
            raise BadInvitation("", "used_up")
        occasion = f"{keys[0]}.{game.version}"
        messages.owe(game, Outbox.Kind.SEATED, occasion, [game.gm], now, actor=user)
        return _seat_user(game, free[keys[0]], user, now)


def _people_of(game: Game) -> list[Any]:
    """Return the game master and the seats' players, with None for each seat without a player."""
    seats = game.seats.select_related("user", "lender")
    return [game.gm, *(guard.player_of(seat) for seat in seats)]


def take_seat(game_id: UUID, user: User, seat: str, *, now: datetime) -> Seat:
    """Take a free seat as the game master. Raises IllegalAction if the seat is taken or the game master knows
    too much (has_led). It is also raised if they already play in a running game with other people
    (second_seat).
    """
    led_by(user, game_id)
    with transaction.atomic():
        game = lock(game_id)
        found = _find_seat(game, seat)
        if found.user_id == user.pk:
            return found
        if not found.free:
            raise illegal("seat_taken", seat=seat)
        if viewers.knows_too_much(user, game, seat):
            raise illegal("has_led")
        own = [one for one in game.seats.all() if guard.player_of(one) == user]
        if own and guard.free_ground(user, game) is None:
            raise illegal("second_seat")
        return _seat_user(game, found, user, now)


def give_seat(game_id: UUID, user: User, seat: str, person: User, *, now: datetime) -> Seat:
    """Give a seat to a person who agreed to play, replacing its player. Raises IllegalAction: has_led or
    same_dice if the person knows too much, needs_consent if the game master plays and lacks consent.
    """
    game_to_lead(user, game_id)
    with transaction.atomic():
        game = lock(game_id)
        found = _find_seat(game, seat)
        if found.user_id == person.pk:
            return found
        if duplicates.knows_another(person, game):
            raise illegal("same_dice")
        if viewers.knows_too_much(person, game, seat):
            raise illegal("has_led")
        terms = {"to": person.get_username()}
        ground = guard.require(user, game, found, PowerRequest.Power.REPLACE, now, terms)
        if found.lender_id is not None:
            found = return_seat(game, found, now, user)
        if found.user_id is not None:
            found = _free_seat(game, found, user, now, letters=False, ground=ground)
        return _seat_user(game, found, person, now)


def leave_seat(
    game_id: UUID, user: User, seat: str, *, letters: bool = False, now: datetime, why: str = ""
) -> Seat:
    """Leave a seat, or remove its player and say why. The game master or the player, whichever of the two
    did not act, is notified. Deadlines keep running. Standing orders leave with the player, and so do
    letters unless the player lets a successor read them (``letters``). A lent seat returns to its owner.
    Raises IllegalAction (needs_consent) if a game master who plays lacks consent to remove someone.
    """
    get_game_for(user, game_id)
    with transaction.atomic():
        game = lock(game_id)
        if not (may_act(user, game, seat) or is_gm(user, game)):
            raise NotYourSeat
        found = _find_seat(game, seat)
        if found.lender_id is not None or (found.kept and found.user_id is not None):
            _require_recall(game, found, user, now)
            return return_seat(game, found, now, user)
        if found.user_id is None:
            return found
        ground = None
        if not may_act(user, game, seat):
            ground = guard.require(user, game, found, PowerRequest.Power.UNSEAT, now)
        return _free_seat(game, found, user, now, letters, ground, why)


def _require_recall(game: Game, seat: Seat, user: User, now: datetime) -> None:
    if user.pk not in (seat.user_id, seat.lender_id):
        guard.require(user, game, seat, PowerRequest.Power.RECALL, now)


def _free_seat(
    game: Game,
    seat: Seat,
    user: User,
    now: datetime,
    letters: bool,
    ground: guard.Ground | None = None,
    why: str = "",
) -> Seat:
    """Free a seat because its player leaves, or because the game master removes the player. ``ground``: what
    permits the removal. The game master is notified of a departure. A removed player is notified and can
    still see the game as it was at that moment.
    """
    if not letters or seat.user_id != user.pk:
        seat.letters_since = now
    # record the departure, because a former player who leads the game later is not impartial
    if seat.user_id == user.pk and game.running:
        Departure.objects.create(
            game=game, seat=seat.key, user=user, by=user, seq=game.seq, ground=guard.Ground.OWN, left_at=now
        )
    if not is_gm(user, game):
        messages.owe(game, Outbox.Kind.SEAT_FREE, f"{seat.key}.{game.version}", [game.gm], now, actor=user)
    elif seat.user_id != user.pk:
        _record_removal(game, seat, user, now, ground, why)
    seat.user, seat.orders, seat.orders_at_once = None, {}, False
    seat.since = seat.seen_at = None
    seat.kept = {}
    plans.drop(seat)
    _relieve_commander(game, seat, now)
    _bump_version(game)  # a free seat is public, so every open page shows it at once
    return _pass_seat(game, seat, now, sooner_only=True)


def _record_removal(
    game: Game, seat: Seat, user: User, now: datetime, ground: guard.Ground | None, why: str
) -> None:
    """Store the view that a removed player keeps, and send them the reason."""
    why, said = why.strip()[:REASON_LENGTH], str(ground or "")
    facts = {"ground": said, "why": why, "seat": seat.key}
    occasion = f"{seat.key}.{game.version}"
    messages.owe(game, Outbox.Kind.UNSEATED, occasion, [seat.user], now, actor=user, **facts)
    if game.seq < 0 or seat.user is None:
        return
    Departure.objects.create(
        game=game, seat=seat.key, user=seat.user, by=user, seq=game.seq, ground=said, why=why, left_at=now
    )
    rest = [one for one in messages.players(game) if one.pk != seat.user_id]
    more = {**facts, "power": PowerRequest.Power.UNSEAT}
    messages.owe(game, Outbox.Kind.POWER_USED, occasion, rest, now, actor=user, **more)


def set_bot(game_id: UUID, user: User, seat: str, on: bool, *, now: datetime) -> Seat:
    """Let the bot play a free seat, or free the seat again. A lent seat returns to its player."""
    led_by(user, game_id)
    with transaction.atomic():
        game = lock(game_id)
        found = _find_seat(game, seat)
        if not on and found.lender_id is not None:
            _require_recall(game, found, user, now)
            return return_seat(game, found, now, user)
        if on and found.user_id is not None:
            raise illegal("seat_taken", seat=seat)
        if found.is_bot == on:
            return found
        found.is_bot = on
        return _pass_seat(game, found, now)


def write_orders(
    game_id: UUID, user: User, seat: str, orders: Facts, at_once: bool, *, now: datetime
) -> Seat:
    """Store a player's standing orders: {decision kind: {field: value}}. ``at_once``: whether they answer at
    once even while the player is present. Raises InvalidAction with the path of the mistake.
    """
    game = get_game_for(user, game_id)
    check_orders(game, seat, orders)
    with transaction.atomic():
        game = lock(game_id)
        if not may_act(user, game, seat):
            raise NotYourSeat
        curtain.require_shown(user, game, seat)
        found = _find_seat(game, seat)
        found.orders, found.orders_at_once = dict(orders), at_once
        return _save_seat(game, found, now, sooner_only=True)


def add_orders(game_id: UUID, user: User, seat: str, orders: Facts, *, now: datetime) -> Seat:
    """Add standing orders to those that the player has already given. The new orders answer at once, unless
    the player's other orders wait for a deadline. Raises InvalidAction like :func:`write_orders`.
    """
    found = _find_seat(get_game_for(user, game_id), seat)
    at_once = found.orders_at_once or not found.orders
    together = {**found.orders, **orders} if isinstance(orders, dict) else orders
    return write_orders(game_id, user, seat, together, at_once, now=now)


def check_orders(game: Game, seat: str, orders: Facts) -> None:
    """Raise InvalidAction unless the rules know these kinds and fields, the seat may give these orders, and
    the values fit.
    """
    kinds = {kind.key: kind for kind in opening_of(game).rules.order_kinds(seat)}
    if not isinstance(orders, dict):
        raise invalid("bad_orders", path="$")
    for key, values in orders.items():
        path = f"$.{key}"
        if key not in kinds or not isinstance(values, dict):
            raise invalid("bad_orders", path=path)
        if kinds[key].covert and values == ASK_ME:
            continue
        fields = {field.name: field for field in kinds[key].fields}
        for name, value in values.items():
            if name not in fields or not field_fits(fields[name], value):
                raise invalid("bad_orders", path=f"{path}.{name}")
        for name in fields.keys() - values.keys():
            if not field_fits(fields[name], None):
                raise invalid("bad_orders", path=f"{path}.{name}")


def _find_seat(game: Game, key: str) -> Seat:
    found = game.seats.select_related("user__profile", "lender__profile").filter(key=key).first()
    if found is None:
        raise illegal("no_such_seat", seat=key)
    return found


def _seat_user(game: Game, seat: Seat, user: User, now: datetime) -> Seat:
    seat.user, seat.is_bot, seat.since, seat.seen_at, seat.lesson = user, False, now, None, None
    seat.stood_in = None
    _stop_observing(game, user, now)
    return _pass_seat(game, seat, now)


def _stop_observing(game: Game, user: User, now: datetime) -> None:
    if game.has_observers and user is not None:
        Observer.objects.filter(game=game, user=user, ended_at=None).update(ended_at=now)


def lend_seat(
    game: Game, seat: Seat, to: User, until: datetime | None, letters: bool, now: datetime, own: bool = False
) -> Seat:
    """Let another person (None: the bot) play a seat until a date. Without a date (``until`` None), a guest
    commander plays it for the battle. The player's orders and letters are kept for their return. ``own``:
    whether the players lend the seat themselves, in which case they gain time only once. Runs in the caller's
    transaction.
    """
    since = seat.letters_since
    seat.kept = {
        "orders": seat.orders,
        "at_once": seat.orders_at_once,
        "letters_since": since.isoformat() if since else None,
        "since": seat.since.isoformat() if seat.since else None,
        "seen_at": seat.seen_at.isoformat() if seat.seen_at else None,
        "seq": game.seq,
        **({"bot": True} if seat.is_bot else {}),
        **({"own": True} if own else {}),
    }
    seat.lender, seat.back_at = seat.user, until
    seat.user, seat.is_bot, seat.since, seat.seen_at = to, to is None, now, None
    seat.orders, seat.orders_at_once = {}, False
    seat.letters_since = since if letters else now
    _stop_observing(game, to, now)
    plans.drop(seat)
    return _pass_seat(game, seat, now, lent=own)


def return_seat(game: Game, seat: Seat, now: datetime, actor: User) -> Seat:
    """Return a lent seat to its player with their orders and letters. Both people are notified, except
    ``actor`` (None: the loan expired). Runs in the caller's transaction.
    """
    outages.compensate(game, now)
    substitute, lender, kept = seat.user, seat.lender, seat.kept
    since = kept.get("letters_since")
    seat.user = lender if lender is not None and lender.is_active else None
    seat.is_bot = seat.user is None and bool(kept.get("bot"))
    seat.lender, seat.back_at, seat.kept = None, None, {}
    seat.orders, seat.orders_at_once = kept.get("orders", {}), kept.get("at_once", False)
    seat.letters_since = datetime.fromisoformat(since) if since else None
    for name in kept.keys() & {"since", "seen_at"}:
        setattr(seat, name, kept[name] and datetime.fromisoformat(kept[name]))
    if kept.get("seq", game.seq) < game.seq:  # someone else has answered since then
        seat.stood_in = [*(seat.stood_in or ()), [kept["seq"] + 1, game.seq]]
    plans.drop(seat)
    _relieve_commander(game, seat, now)
    people = [seat.user, substitute]
    messages.owe(game, Outbox.Kind.RETURNED, f"{seat.key}.{game.version}", people, now, actor=actor)
    return _pass_seat(game, seat, now, lent=bool(kept.get("own")))


def hand_seat(game: Game, seat: Seat, person: Seat, now: datetime) -> None:
    """Give a battle's seat to the player of ``person``, a seat of the campaign. A guest commander stays, and
    the seat will return to that player later. Runs in the caller's transaction.
    """
    general = Command.objects.filter(game=game, seat=seat.key, ended_at=None, taken_at__isnull=False)
    if seat.kept and seat.user_id not in (None, person.user_id) and general.exists():
        before = (seat.lender_id, bool(seat.kept.get("bot")))
        if before != (person.user_id, person.is_bot):
            waits = {"since": now.isoformat(), "seq": game.seq}
            seat.lender_id, seat.kept = person.user_id, {"orders": {}, "bot": person.is_bot, **waits}
            seat.save(update_fields=["lender", "kept"])
            general.update(for_user=person.user_id)
            _bump_version(game)
        return
    if seat.kept and general.exists():  # the guest commander now plays the campaign's seat
        seat.lender, seat.back_at, seat.kept = None, None, {}
        seat.save(update_fields=["lender", "back_at", "kept"])
        _relieve_commander(game, seat, now)
    if (seat.user_id, seat.is_bot) != (person.user_id, person.is_bot):
        seat.user_id, seat.is_bot = person.user_id, person.is_bot
        seat.since, seat.seen_at, seat.stood_in = now, None, None
        seat.orders, seat.orders_at_once = {}, False
        plans.drop(seat)
        _pass_seat(game, seat, now)


def _relieve_commander(game: Game, seat: Seat, now: datetime) -> None:
    rows = Command.objects.filter(game=game, seat=seat.key, ended_at=None)
    rows.update(ended_at=now, end=Command.End.ENDED, until_seq=game.seq)


def pass_on(game: Game, seat: Seat, user: User, now: datetime) -> None:
    """Pass a seat to another person at the same table, without its earlier letters. Runs in the caller's
    transaction.
    """
    if seat.user_id != user.pk:
        seat.letters_since = now
        hand_seat(game, seat, Seat(user=user, is_bot=False), now)


def _follow_seat(campaign: Game, seat: Seat, now: datetime) -> None:
    """Give the new player of a campaign's seat that seat's side in open battles. This runs after the commit,
    so that the two games never wait for each other's locks.
    """
    for link in campaign.battle_links.filter(status=BattleLink.Status.OPEN, battle__isnull=False):
        keys = [key for key, of in (link.muster or {}).get("seats", {}).items() if of == seat.key]
        transaction.on_commit(partial(_reseat, link.battle_id, keys, seat, now))


def _reseat(game_id: Any, keys: list[str], person: Seat, now: datetime) -> None:
    with transaction.atomic():
        game = lock(game_id)
        for seat in game.seats.filter(key__in=keys):
            hand_seat(game, seat, person, now)


def _bump_version(game: Game) -> None:
    Game.objects.filter(pk=game.pk).update(version=F("version") + 1)


def _pass_seat(game: Game, seat: Seat, now: datetime, sooner_only: bool = False, lent: bool = False) -> Seat:
    """Save a seat whose player has changed, and publish the change. For ``sooner_only`` and ``lent`` see
    :func:`pending.reschedule`.
    """
    _save_seat(game, seat, now, sooner_only=sooner_only, lent=lent)
    events.publish(events.SeatChanged(game, seat, now))
    return seat


def _save_seat(game: Game, seat: Seat, now: datetime, sooner_only: bool = False, lent: bool = False) -> Seat:
    """Save a seat, reschedule its deadlines in a running game and refresh every open page. If deadlines can
    only become due sooner (``sooner_only``), this refreshes pages only if something is due sooner, because
    standing orders are private.
    """
    seat.save()
    if not sooner_only:
        _bump_version(game)
    standing = consent.request_of(game)
    if standing is not None and consent.asker_gone(standing):
        consent.let_lapse(game, now, RewindRequest.Cause.LEFT, actor=standing.user)
    _follow_seat(game, seat, now)
    if game.running:
        moved = pending.reschedule(table(game), seat, now, sooner_only=sooner_only, lent=lent)
        if sooner_only and moved:
            _bump_version(game)
        if pending.open_rows(game).filter(seat=seat.key, due_at__lte=now).exists():
            jobs.ask(game.pk)
    return seat
