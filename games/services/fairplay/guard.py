"""The single check on a game master's powers over other players' seats.

A game master who does not play can use such a power alone. A game master who plays needs the consent of
the player concerned, unless that player has long been absent. A power over the whole table needs
everyone's consent. Consent from any number of other accounts does not replace that of the player concerned
(docs/fair-play.md). If nobody else plays, no consent is needed.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Any, Final

from django.db.models import F

from accounts.models import Profile
from engine.game import Refusal
from games.access import User, is_gm
from games.models import BattleLink, Entry, Game, PendingDecision, PowerRequest, Seat
from games.participants import games_together, players
from games.refusals import illegal

Power = PowerRequest.Power
UNSETTLED: Final = (BattleLink.Status.OPEN, BattleLink.Status.REPORTED)
ABSENT_DAYS: Final = 14  # a player who owes an answer counts as absent after this many days without a visit
ABSENT_ANNOUNCED_DAYS: Final = 60  # as ABSENT_DAYS, for a player who announced an absence
FAIR_HOURS: Final = 24  # the shortest deadline that a game master who plays can set
CONSENT_LASTS: Final = timedelta(days=7)


class Ground(StrEnum):
    """The reason a game master can use a power."""

    OWN = "own"  # the user's own seat
    NOBODYS = "nobodys"  # a seat that no person plays
    GATHERING = "gathering"  # the game has not begun
    LED = "gm"  # the game master does not play
    SOLO = "solo"  # nobody else plays
    AGREED = "agreed"  # the player concerned consented
    ABSENT = "absent"  # the player has long been absent


def family(game: Game) -> list[Game]:
    """Return the game, the campaign to which it belongs as a battle, and the game's open battles."""
    links = BattleLink.objects.filter(campaign=game, status__in=UNSETTLED, battle__isnull=False)
    return [*games_together(game), *(link.battle for link in links.select_related("battle") if link.battle)]


def impartial(user: User, game: Game) -> bool:
    """Return whether the user leads the game without ever having had a seat in it, even as a substitute or
    guest commander.
    """
    return is_gm(user, game) and user.pk not in players(family(game))


def free_ground(user: User, game: Game) -> Ground | None:
    """Return the reason a game master needs nobody's consent, or None."""
    if not is_gm(user, game):
        return None
    if game.seq < 0:
        return Ground.GATHERING
    seated = {player_of(one).pk for one in game.seats.all() if player_of(one) is not None}
    if user.pk in seated and seated != {user.pk}:  # the usual case, decided without a query
        return None
    games = family(game)
    playing = players(games)
    if user.pk not in playing:
        return Ground.LED
    return Ground.SOLO if playing | {one.gm_id for one in games} <= {user.pk} else None


def player_of(seat: Seat) -> Any:
    """Return the person who owns a seat, even while a substitute or guest commander plays it."""
    return seat.lender if seat.lender_id is not None else seat.user


def others(game: Game, *but: Any) -> list[Any]:
    """Return the other people at the table, in seat order, without those in ``but``."""
    gone = {one.pk for one in but if one is not None}
    seats = game.seats.select_related("user__profile", "lender__profile")
    people = {one.pk: one for one in map(player_of, seats) if one is not None and one.is_active}
    return [one for pk, one in people.items() if pk not in gone]


# --- a player who has vanished ---


def absent_since(game: Game, seat: Seat, now: datetime) -> datetime | None:
    """Return when a player's absence began, or None if they are not absent. Absent players have not opened
    the game for a long time. They also owe an answer, or the default has answered for them. A player whose
    account was deleted is always absent. A paused game has no absent players.
    """
    player = player_of(seat)
    if player is None or not game.running or game.is_paused:
        return None
    if not player.is_active:
        return seat.since or game.started_at
    days = ABSENT_ANNOUNCED_DAYS if _announced_absence(player, now) else ABSENT_DAYS
    known = [one for one in (*_visits(seat), game.started_at, game.resumed_at) if one is not None]
    if not known or now - max(known) < timedelta(days=days):
        return None
    own = Entry.objects.filter(game=game, seat=seat.key, actor=player.pk, reason=Entry.Reason.PLAYER)
    moved = own.order_by("-seq").values_list("created_at", flat=True).first()
    last = max(known if moved is None else [*known, moved])
    if now - last < timedelta(days=days):
        return None
    asked = PendingDecision.objects.filter(game=game, seat=seat.key, covert=False)
    owed = asked.filter(answered_at=None, opened_at__lte=now - timedelta(days=ABSENT_DAYS)).exists()
    given = Entry.objects.filter(game=game, seat=seat.key, reason=Entry.Reason.DEFAULT, created_at__gt=last)
    return last if owed or given.exists() else None


def _visits(seat: Seat) -> tuple[datetime | None, datetime | None]:
    """Return the times when the player took the seat and last opened the game, None if unknown. A
    substitute's visits do not count.
    """
    if seat.lender_id is None:
        return seat.since, seat.seen_at
    kept = [seat.kept.get(name) for name in ("since", "seen_at")]
    since, looked = (datetime.fromisoformat(one) if one else None for one in kept)
    return since, looked


def _announced_absence(player: Any, now: datetime) -> bool:
    profile: Profile | None = getattr(player, "profile", None)
    return profile is not None and profile.away_until is not None and profile.away_until >= now.date()


# --- consent ---


def consents(game: Game, user: User, power: str, now: datetime) -> Any:
    """Return the query for this game master's unused consents to a power."""
    rows = PowerRequest.objects.filter(game=game, user=user, power=power, status=PowerRequest.Status.AGREED)
    return rows.filter(closed_at__gt=now - CONSENT_LASTS)


def _find_consent(
    game: Game, user: User, seat: str, power: str, terms: Mapping[str, Any], now: datetime
) -> PowerRequest | None:
    rows = consents(game, user, power, now).filter(seat=seat)
    return next((one for one in rows if one.terms == dict(terms)), None)


def ground_for(
    user: User,
    game: Game,
    seat: Seat | None,
    power: str,
    now: datetime,
    terms: Mapping[str, Any] | None = None,
) -> Ground | None:
    """Return the reason this game master can use a power over a seat, or None if they cannot. Without
    a ``seat``, the power concerns the whole table. Nothing is changed.
    """
    if not is_gm(user, game):
        return None
    if seat is not None:
        player = player_of(seat)
        if player is None:
            return Ground.NOBODYS
        if player.pk == user.pk:
            return Ground.OWN
    found = free_ground(user, game)
    if found is not None:
        return found
    if seat is None and not others(game, user):  # everyone else has left, so nobody could consent
        return Ground.NOBODYS
    if _find_consent(game, user, "" if seat is None else seat.key, power, terms or {}, now) is not None:
        return Ground.AGREED
    if power not in ABSENCE_ALLOWS:
        return None
    return Ground.ABSENT if _has_vanished(game, seat, user, now) else None


ABSENCE_ALLOWS: Final = frozenset(
    {Power.UNSEAT, Power.REPLACE, Power.LEND, Power.ANSWER, Power.ABANDON, Power.RULE}
)


def _has_vanished(game: Game, seat: Seat | None, user: User, now: datetime) -> bool:
    if seat is not None:
        return absent_since(game, seat, now) is not None
    seats = list(game.seats.select_related("user__profile", "lender__profile"))
    theirs = [one for one in seats if player_of(one) is not None and player_of(one).pk != user.pk]
    return bool(theirs) and all(absent_since(game, one, now) is not None for one in theirs)


def require(
    user: User,
    game: Game,
    seat: Seat | None,
    power: str,
    now: datetime,
    terms: Mapping[str, Any] | None = None,
) -> Ground:
    """Return the reason that permits using the power now, and use up a consent if that is the reason. Runs
    in the caller's transaction, with the game locked. Raises IllegalAction (needs_consent), which says
    what to do instead.
    """
    found = ground_for(user, game, seat, power, now, terms)
    if found is None:
        raise refusal(power)
    if found is Ground.AGREED:
        key = "" if seat is None else seat.key
        row = _find_consent(game, user, key, power, terms or {}, now)
        assert row is not None
        row.status, row.used_at = PowerRequest.Status.USED, now
        row.save(update_fields=["status", "used_at"])
    Game.objects.filter(pk=game.pk).update(version=F("version") + 1)
    return found


def require_free(user: User, game: Game, code: str) -> Ground:
    """Return the reason why the game master needs nobody's consent. Raise IllegalAction with ``code`` if
    there is none. Consent does not help here, because consenting players could do the same themselves.
    """
    found = free_ground(user, game)
    if found is None:
        raise illegal(code)
    return found


def require_pace(user: User, game: Game, hours: int | None, kinds: Mapping[str, int] | None = None) -> None:
    """Refuse to let a game master who plays shorten future deadlines to less than a day. Both ``hours``, for
    decisions in general, and the separate hours of ``kinds`` are checked. Raises IllegalAction (pace_sooner).
    """
    before = game.hours_per_decision
    known: Mapping[str, int] = (game.rhythm or {}).get("kinds", {})
    wanted = [(hours, before), *((each, known.get(kind, before)) for kind, each in (kinds or {}).items())]
    shorter = any(new is not None and new < FAIR_HOURS and (old is None or new < old) for new, old in wanted)
    if shorter and free_ground(user, game) is None:
        raise illegal("pace_sooner", hours=FAIR_HOURS)


def refusal(power: str) -> Refusal:
    """Return the refusal for a game master who plays and lacks consent."""
    if power in ABSENCE_ALLOWS:
        return illegal("needs_consent", days=ABSENT_DAYS)
    return illegal("needs_consent_only")


def absences(game: Game, seats: Iterable[Seat], now: datetime) -> dict[str, datetime]:
    """Return the absent players' seats, each with the time when the absence began."""
    found = {seat.key: absent_since(game, seat, now) for seat in seats}
    return {key: since for key, since in found.items() if since is not None}
