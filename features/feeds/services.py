"""Create, replace, revoke and find feed URLs. They need no login and show what their owner may see."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from urllib.parse import urlsplit

from django.conf import settings
from django.db.models import QuerySet
from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.models import Profile
from accounts.once import one_at_a_time
from games.access import User, owed_answers
from games.agenda import entries_of
from games.models import Feed, Game, PendingDecision
from games.services.notices.icalendar import Event, calendar
from games.services.notices.words import asked_name

MOST = 200  # maximum number of deadlines in a calendar


def make(user: User, game: Game | None, now: datetime) -> Feed:
    """Create a feed URL for a game, or for the user's deadlines if ``game`` is None. The previous URL stops
    working.
    """
    with one_at_a_time(user):
        revoke(user, game)
        return Feed.objects.create(user=user, game=game, created_at=now)


def revoke(user: User, game: Game | None) -> None:
    """Revoke a feed URL. Doing so twice is harmless."""
    Feed.objects.filter(user=user, game=game).delete()


def feeds_of(user: User) -> QuerySet[Feed]:
    return Feed.objects.filter(user=user).select_related("game").defer("game__scenario")


def find_feed(token: str, *, deadlines: bool) -> Feed | None:
    """Find the feed behind a URL. Return None if the token is unknown or belongs to the other kind of feed.
    With ``deadlines``, only calendars are found, otherwise only chronicles.
    """
    rows = Feed.objects.filter(token=token, user__is_active=True, game__isnull=deadlines)
    return rows.select_related("user", "game").defer("game__scenario").first()


def deadlines_of(user: User) -> str:
    """Return a calendar file of the user's deadlines (MOST of them at most) and agreed battles, in the active
    language.
    """
    rows = owed_answers(user).filter(due_at__isnull=False)[:MOST]
    return calendar(_("Vexillum: my deadlines"), [*_events(rows), *entries_of(user)])


def _events(rows: Iterable[PendingDecision]) -> Iterable[Event]:
    host = urlsplit(settings.SITE_URL).hostname
    for row in rows:
        assert row.due_at is not None
        link = settings.SITE_URL + reverse("game", args=[row.game_id])
        told = _("%(game)s: my decision is due") % {"game": row.game.title}
        yield Event(
            uid=f"answer-{row.pk}@{host}",
            at=row.due_at,
            summary=told,
            description="\n".join(part for part in (asked_name(row), link) if part),
            url=link,
            changed=row.reckoned_at,
            sequence=max(0, round((row.reckoned_at - row.opened_at).total_seconds())),
        )


def language_of(user: User) -> str:
    return Profile.of(user).language
