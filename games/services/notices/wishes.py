"""Users' notification settings: at once, once a day, or never."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, time, timedelta
from typing import Any
from uuid import UUID
from zoneinfo import ZoneInfo

from django.core import signing
from django.db import transaction
from django.db.models import F, Q

from accounts.models import Profile
from games import message_kinds
from games.access import User, games_of, get_game_for
from games.models import Game, Outbox, Pace, Topic, Wish
from games.models.messages.wish import USUAL
from games.prepared_sql import OfSeveral

SALT = "games.notices.stop"


@dataclass(frozen=True)
class Wishes:
    """A user's notification settings. Topics without a setting use the default. ``games`` holds exceptions
    for individual games.
    """

    general: Mapping[Topic, Pace] = field(default_factory=dict)
    games: Mapping[UUID, Mapping[Topic, Pace]] = field(default_factory=dict)
    muted: frozenset[UUID] = frozenset()

    def of_all(self, topic: Topic) -> Pace:
        return self.general.get(topic, USUAL[topic])

    def of(self, game: UUID, topic: Topic) -> Pace:
        if game in self.muted:
            return Pace.NEVER
        return self.games.get(game, {}).get(topic) or self.of_all(topic)

    def pace(self, game: UUID, kind: str) -> Pace:
        return self.of(game, message_kinds.find(kind).topic)


def wishes_of(users: Collection[Any]) -> dict[Any, Wishes]:
    """Load these users' settings in one query. Return them by user id."""
    found: dict[Any, tuple[dict[Topic, Pace], dict[UUID, dict[Topic, Pace]], set[UUID]]] = {
        user: ({}, {}, set()) for user in users
    }
    for wish in _WISHES(users):
        general, games, muted = found[wish.user_id]
        if wish.game_id is None:
            general[Topic(wish.topic)] = Pace(wish.pace)
        elif wish.topic:
            games.setdefault(wish.game_id, {})[Topic(wish.topic)] = Pace(wish.pace)
        else:
            muted.add(wish.game_id)
    return {user: Wishes(general, games, frozenset(muted)) for user, (general, games, muted) in found.items()}


_WISHES = OfSeveral(lambda users: Wish.objects.filter(user__in=users), int)


def write_wishes(
    user: User, wanted: Mapping[Topic, Pace | None], *, game: Game | None = None, now: datetime
) -> None:
    """Set how soon messages on each of the ``wanted`` topics are sent (at once, daily or never), in every
    game or in one. None restores the default. The change applies to waiting messages too.
    """
    usual: Mapping[Topic, Pace | None] = USUAL if game is None else {}
    with transaction.atomic():
        for topic, pace in wanted.items():
            if pace is None or pace == usual.get(topic):
                Wish.objects.filter(user=user, game=game, topic=topic).delete()
            else:
                _store_wish(user, game, topic, pace)
        _reschedule_messages(user, now)


def mute(user: User, game: Game, muted: bool, now: datetime) -> None:
    """Mute or unmute all messages about a game, whatever the other settings are. Doing so twice changes
    nothing.
    """
    with transaction.atomic():
        if muted:
            _store_wish(user, game, "", Pace.NEVER)
        else:
            Wish.objects.filter(user=user, game=game, topic="").delete()
            _reschedule_messages(user, now)


def write_hour(user: User, hour: int, now: datetime) -> None:
    """Set the hour of the day at which the digest is sent."""
    with transaction.atomic():
        Profile.of(user)
        Profile.objects.filter(user=user).update(digest_hour=hour % 24)
        _reschedule_messages(user, now)


def _store_wish(user: User, game: Game | None, topic: str, pace: Pace) -> None:
    Wish.objects.update_or_create(user=user, game=game, topic=topic, defaults={"pace": pace})


def _reschedule_messages(user: User, now: datetime) -> None:
    waiting = Outbox.objects.filter(recipient=user, sent_at__isnull=True, deferred_until__gt=now)
    waiting.update(next_try_at=now, deferred_until=None)


def wanting(people: Collection[Any], game: Game, topic: Topic) -> list[Any]:
    """Return the ``people`` who want messages on a topic from a game."""
    known = wishes_of([one.pk for one in people])
    return [one for one in people if known[one.pk].of(game.pk, topic) != Pace.NEVER]


def digest_after(moment: datetime, hour: int, zone: ZoneInfo) -> datetime:
    """Return the next time at which clocks in the zone show the hour. Converting through UTC turns an hour
    skipped by a clock change into one that exists.
    """
    day = moment.astimezone(zone).date()
    for later in range(3):
        struck = datetime.combine(day + timedelta(days=later), time(hour % 24), zone).astimezone(UTC)
        if struck > moment:
            return struck
    raise AssertionError("a day has at most 26 hours")


# --- the link that stops e-mail without a login ---


def stop_token(user: Any, game: Game | None) -> str:
    """Return a signed token that stops e-mail about a game, or all e-mail (``game`` None). It never expires
    and reveals nothing.
    """
    return signing.Signer(salt=SALT).sign_object([user.pk, str(game.pk) if game is not None else ""])


@dataclass(frozen=True)
class Stop:
    """A link that stops e-mail: its recipient, and the game (None: all games)."""

    profile: Profile
    game: Game | None

    @property
    def is_done(self) -> bool:
        if self.game is None:
            return not self.profile.mail
        return Wish.objects.filter(user=self.profile.user_id, game=self.game, topic="").exists()


def stop_of(token: str) -> Stop | None:
    """Read a token that stops e-mail. Return None if it is forged, or if the account or game is gone."""
    try:
        user, game_id = signing.Signer(salt=SALT).unsign_object(token)
        profile = Profile.objects.select_related("user").filter(user=user, user__is_active=True).first()
        game = Game.objects.defer("scenario").filter(pk=UUID(game_id)).first() if game_id else None
    except (signing.BadSignature, ValueError, TypeError):
        return None
    return None if profile is None or (game_id and game is None) else Stop(profile, game)


def apply_stop_link(stop: Stop, now: datetime, *, again: bool = False) -> None:
    """Stop the e-mail that a link names, or resume it (``again``). Doing so twice changes nothing."""
    if stop.game is None:
        Profile.objects.filter(pk=stop.profile.pk).update(mail=again)
        stop.profile.mail = again
    else:
        mute(stop.profile.user, stop.game, not again, now)


# --- the settings page ---


def games_to_choose(user: User) -> list[Game]:
    """The games for which a user can change the settings, at most 100: running games, and games with
    settings.
    """
    said = Wish.objects.filter(user=user, game__isnull=False).values("game_id")
    games = games_of(user).prefetch_related(None).filter(~Q(status__in=Game.OVER) | Q(pk__in=said))
    return list(games[:100])


def game_to_choose(user: User, game_id: str) -> Game:
    """Return one of the games whose settings a user can change. Raises Http404 for a game hidden from the
    user.
    """
    return get_game_for(user, game_id)


def count_unreached(user: User) -> dict[Any, int]:
    """Return, for each game the user leads, how many people cannot be reached by e-mail. Only public
    messages count, so that the number reveals no letters or covert decisions.
    """
    rows = (
        Outbox.objects.filter(game__gm=user, deferred_until__isnull=True)
        .filter(Q(given_up_at__isnull=False) | Q(sent_at__isnull=True, attempts__gt=1))
        .exclude(recipient=user)
        .exclude(kind__in=message_kinds.kinds_where(lambda one: one.is_private))
        .exclude(payload__has_key="covert")
        .exclude(error="")
        .order_by()
        .values_list("game_id", "recipient_id")
        .distinct()
    )
    counted: dict[Any, int] = {}
    for game_id, _person in rows:
        counted[game_id] = counted.get(game_id, 0) + 1
    return counted


def known_of(user: User) -> list[dict[str, Any]]:
    """Return a user's notification settings, for their data export."""
    rows = Wish.objects.filter(user=user).annotate(of=F("game__name"))
    return [{"game": row.of, "topic": row.topic, "pace": row.pace} for row in rows]
