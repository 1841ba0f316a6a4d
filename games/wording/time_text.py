"""Texts for times in the active time zone, and the name of the time zone."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import get_language, pgettext
from django.utils.translation import gettext as _

from accounts import clocks

NEAR = 6  # up to this many days ahead, a weekday alone is clear


def zone_of(value: datetime) -> str:
    """Return the name of the active time zone at a given time, such as "CET", or "UTC+5:45" if the zone has
    no letters.
    """
    local = timezone.localtime(value)
    named = local.tzname() or ""
    if named.isascii() and named.isalpha():
        return named
    ahead = local.utcoffset() or timedelta(0)
    minutes = abs(ahead) // timedelta(minutes=1)
    hours = f"{minutes // 60}:{minutes % 60:02}" if minutes % 60 else f"{minutes // 60}"
    return f"UTC{'-' if ahead < timedelta(0) else '+'}{hours}"


def whole_moment(value: datetime) -> str:
    """Return a time with its date and weekday, which reads the same on any day: "Monday 2 Mar 2026,
    21:00".
    """
    local = timezone.localtime(value)
    day = date_format(local, "l")
    day = day if (get_language() or "en").startswith("en") else day.lower()
    return f"{day} {date_format(local, 'j M Y, H:i')}"


def zoned_moment(at: datetime) -> str:
    """Format a time with its weekday and zone, as in "Monday 2 Mar 2026, 21:00 (CET)"."""
    return f"{whole_moment(at)} ({zone_of(at)})"


def day_and_hour(value: datetime, now: datetime | None = None) -> str:
    """Return a time relative to today: "today 21:00", "yesterday 18:03", "Thursday 09:00", "3 Mar 2026,
    21:00".
    """
    local, today = timezone.localtime(value), timezone.localtime(now or clocks.now()).date()
    days, hour = (local.date() - today).days, date_format(local, "H:i")
    named = {0: _("today %(hour)s"), 1: _("tomorrow %(hour)s"), -1: _("yesterday %(hour)s")}
    if days in named:
        return named[days] % {"hour": hour}
    if 1 < days <= NEAR:
        day = date_format(local, "l")
        if (get_language() or "en") != "en":
            day = day.lower()  # only English capitalises weekdays within a sentence
        return pgettext("a moment", "%(day)s %(hour)s") % {"day": day, "hour": hour}
    return date_format(local, "j M Y, H:i")
