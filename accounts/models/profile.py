"""A user's preferences, nights and absences."""

from __future__ import annotations

import zoneinfo
from datetime import UTC, date, datetime, time, timedelta
from typing import Any

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

RISEN = timedelta(hours=2)  # people need not answer the moment they get up
MORNING = 8  # the hour at which a day begins for people who set no night
LONGEST_ABSENCE = timedelta(days=21)


NO_ZONES = frozenset(
    {"localtime", "posixrules", "Factory"}
)  # files in the zone folder that are not real zones, or that mean this machine's own time


def known_zone(name: str) -> zoneinfo.ZoneInfo | None:
    """Find a time zone by name; None if the name is unknown or malformed, or belongs to another file."""
    if name in NO_ZONES or name.startswith(("posix/", "right/")):
        return None
    try:
        return zoneinfo.ZoneInfo(name)
    except (ValueError, OSError, zoneinfo.ZoneInfoNotFoundError):
        return None


def zone_named(name: str) -> zoneinfo.ZoneInfo:
    """Find a time zone by name; UTC if it is unknown."""
    return known_zone(name or "UTC") or zoneinfo.ZoneInfo("UTC")


class Profile(models.Model):
    """A user's language, time zone, theme and e-mail settings; created on first use."""

    class Theme(models.TextChoices):
        DEVICE = "", _("Same as my device")
        LIGHT = "light", _("Light")
        DARK = "dark", _("Dark")

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, primary_key=True, related_name="profile"
    )
    language = models.CharField(_("language"), max_length=8, default="en")
    timezone = models.CharField(
        _("time zone"), max_length=64, default="", blank=True
    )  # "" means that the user never chose a time zone
    theme = models.CharField(_("colours"), max_length=8, choices=Theme, default="", blank=True)
    mail = models.BooleanField(_("write me an e-mail when a game waits for me"), default=True)
    night_from = models.PositiveSmallIntegerField(
        null=True, blank=True
    )  # the hour at which the user's night begins
    night_to = models.PositiveSmallIntegerField(null=True, blank=True)
    away_until = models.DateField(null=True, blank=True)  # the last day of the user's absence
    digest_hour = models.PositiveSmallIntegerField(
        default=MORNING
    )  # the hour at which the daily digest is sent
    new_email = models.EmailField(
        blank=True, default=""
    )  # an address that was requested and is not yet confirmed
    seen_notice = models.BigIntegerField(default=0)  # the newest message the user has seen

    class Meta:
        db_table = "games_profile"

    def __str__(self) -> str:
        return f"profile of {self.user_id}"

    @property
    def zone(self) -> zoneinfo.ZoneInfo:
        """The user's time zone; UTC if none was chosen or this machine does not know it."""
        return zone_named(self.timezone)

    def absent(self, now: datetime) -> bool:
        """Whether the user is asleep or away."""
        return self.is_away(now) or self._asleep(now)

    def is_away(self, now: datetime) -> bool:
        return self.away_until is not None and now.astimezone(self.zone).date() <= self.away_until

    def move_past_rest(self, due: datetime) -> datetime:
        """Move a deadline out of the user's night and absence, and past RISEN, the time they need after
        getting up, by their local clock.
        """
        due = self.move_past_absence(due)
        lately = due if self._asleep(due) else due - RISEN
        if self.night_to is not None and self._asleep(lately):
            local = lately.astimezone(self.zone)
            morning = local.date() + timedelta(days=local.hour >= self.night_to)
            due = self._moment(morning, self.night_to) + RISEN
        return due

    def move_past_absence(self, due: datetime) -> datetime:
        """Move a deadline that falls into the absence to RISEN after the first morning back."""
        if self.away_until is not None and self.is_away(due - RISEN):
            return self._moment(self.away_until + timedelta(days=1), self.night_to or MORNING) + RISEN
        return due

    def _moment(self, day: date, hour: int) -> datetime:
        """Convert through UTC and back, so that an hour skipped by a clock change becomes one that exists."""
        return datetime.combine(day, time(hour), self.zone).astimezone(UTC)

    def _asleep(self, moment: datetime) -> bool:
        start, end = self.night_from, self.night_to
        if start is None or end is None or start == end:
            return False
        hour = moment.astimezone(self.zone).hour
        return start <= hour < end if start < end else hour >= start or hour < end

    @classmethod
    def get_for(cls, user: Any) -> Profile:
        """The profile loaded together with its user, or else from the database."""
        return user._state.fields_cache.get("profile") or cls.of(user)

    @classmethod
    def of(cls, user: Any) -> Profile:
        """The user's profile; a new one if none is stored yet."""
        found, _made = cls.objects.get_or_create(user=user)
        return found
