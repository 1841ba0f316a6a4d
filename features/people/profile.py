"""The contents of the page about a user: games, ratings, usual hours."""

from __future__ import annotations

import zoneinfo
from collections import Counter
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils.dates import WEEKDAYS
from django.utils.translation import gettext_lazy as _

from accounts import parts
from games.access import games_of, with_people
from games.models import Entry, Game, Seat

LATELY: Final = timedelta(days=90)
FEWEST: Final = 10  # below this number of moves, no usual hours are shown
MOST: Final = 2000  # only this many of the latest moves are counted
GAMES: Final = 12
TIMES: Final = ((6, _("night")), (12, _("morning")), (18, _("afternoon")), (24, _("evening")))


@dataclass(frozen=True)
class Hours:
    """How much a user plays on a weekday. ``often`` rates night, morning, afternoon and evening from 0 to
    3.
    """

    day: Any
    often: tuple[int, ...]


def games_with(viewer: Any, user: Any) -> QuerySet[Game]:
    """Return the games in which a user has a seat and which the viewer may see. These are public games that
    have begun, and games that the viewer takes part in. Campaign battles, sandboxes and void games are
    left out.
    """
    theirs = Exists(Seat.objects.filter(game=OuterRef("pk"), user=user.pk))
    may = Q(public=True, sealed=False, seq__gte=0)
    if viewer.is_authenticated:
        may |= Q(pk__in=games_of(viewer).order_by().values("pk"))
    found = Game.objects.filter(theirs & may, tryout=False, void=False, campaign_link=None).defer("scenario")
    return found.prefetch_related(with_people()).order_by("-moved_at", "-created_at", "pk")


def ratings(viewer: Any, user: Any) -> list[tuple[str, str, str]]:
    """Return facts about a user from other parts of the site, such as ratings in public leagues. Each is a
    label, a text and a URL.
    """
    return [row for part in parts.registered_parts() for row in part.facts_about(user, viewer)]


def usual_hours(user: Any, zone: zoneinfo.ZoneInfo, now: datetime) -> list[Hours]:
    """Return the hours at which a user has recently made moves, by weekday, in the time zone ``zone``.
    Return [] if there are too few moves. Covert answers are left out, because nobody else may learn of
    them.
    """
    own = Entry.objects.filter(actor=user, reason=Entry.Reason.PLAYER, covert=False, game__tryout=False)
    times = own.filter(created_at__gte=now - LATELY).order_by("-created_at")
    made = [moment.astimezone(zone) for moment in times.values_list("created_at", flat=True)[:MOST]]
    if len(made) < FEWEST:
        return []
    counted = Counter((moment.weekday(), moment.hour // 6) for moment in made)
    most = max(counted.values())
    return [
        Hours(name, tuple(_degree(counted[day, part], most) for part in range(4)))
        for day, name in WEEKDAYS.items()
    ]


def _degree(count: int, most: int) -> int:
    return 0 if not count else 1 + min(2, count * 3 // (most + 1))
