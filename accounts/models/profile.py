"""A user's preferences, nights and absences."""

from __future__ import annotations

import zoneinfo
from datetime import UTC, date, datetime, time, timedelta
from typing import Any

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

RISEN = timedelta(hours=2)  # the time that people need after getting up
MORNING = 8  # the hour at which the day begins for people who have set no night
LONGEST_ABSENCE = timedelta(days=21)


NO_ZONES = frozenset({"localtime", "posixrules", "Factory"})  # not real zones, or the zone of this machine


def known_zone(name: str) -> zoneinfo.ZoneInfo | None:
    """Return the time zone of this name. Return None if the name is unknown or malformed, or if it names a
    file that is not a zone.
    """
    if name in NO_ZONES or name.startswith(("posix/", "right/")):
        return None
    try:
        return zoneinfo.ZoneInfo(name)
    except (ValueError, OSError, zoneinfo.ZoneInfoNotFoundError):
        return None


def zone_named(name: str) -> zoneinfo.ZoneInfo:
    """Return the time zone of this name, or UTC if the name is unknown."""
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
    # "" means that the user never chose a time zone
    timezone = models.CharField(_("time zone"), max_length=64, default="", blank=True)
    theme = models.CharField(_("colours"), max_length=8, choices=Theme, default="", blank=True)
    mail = models.BooleanField(_("write me an e-mail when a game waits for me"), default=True)
    # the hour at which the user's night begins
    night_from = models.PositiveSmallIntegerField(null=True, blank=True)
    night_to = models.PositiveSmallIntegerField(null=True, blank=True)
    away_until = models.DateField(null=True, blank=True)  # the last day of the user's absence
    # the hour at which the daily digest is sent
    digest_hour = models.PositiveSmallIntegerField(default=MORNING)
    # an address that was requested and is not yet confirmed
    new_email = models.EmailField(blank=True, default="")
    seen_notice = models.BigIntegerField(default=0)  # id of the newest message the user has seen

    class Meta:
        db_table = "games_profile"

    def __str__(self) -> str:
        return f"profile of {self.user_id}"

    @property
    def zone(self) -> zoneinfo.ZoneInfo:
        """The user's time zone. It is UTC if none was chosen or this machine does not know the zone."""
        return zone_named(self.timezone)

    def is_absent(self, now: datetime) -> bool:
        """Return whether the user is asleep or away."""
        return self.is_away(now) or self._asleep(now)

    def is_away(self, now: datetime) -> bool:
        return self.away_until is not None and now.astimezone(self.zone).date() <= self.away_until

    def move_past_rest(self, due: datetime) -> datetime:
        """Return a deadline, moved out of the user's absence and night (by their local clock). A deadline in
        the night, or less than RISEN (two hours) after its end, moves to RISEN after its end. The user then
        has time to answer.
        """
        due = self.move_past_absence(due)
        lately = due if self._asleep(due) else due - RISEN
        if self.night_to is not None and self._asleep(lately):
            local = lately.astimezone(self.zone)
            morning = local.date() + timedelta(days=local.hour >= self.night_to)
            due = self._convert_to_utc(morning, self.night_to) + RISEN
        return due

    def move_past_absence(self, due: datetime) -> datetime:
        """Return a deadline, moved out of the user's absence. A deadline during the absence, or less than
        RISEN (two hours) after its last day, moves to RISEN after the user gets up on the first day back.
        """
        if self.away_until is not None and self.is_away(due - RISEN):
            return self._convert_to_utc(self.away_until + timedelta(days=1), self.night_to or MORNING) + RISEN
        return due

    def _convert_to_utc(self, day: date, hour: int) -> datetime:
        """Return the UTC time of an hour on the user's local clock. An hour that a clock change skips
        becomes an hour that exists.
        """
        return datetime.combine(day, time(hour), self.zone).astimezone(UTC)

    def _asleep(self, moment: datetime) -> bool:
        start, end = self.night_from, self.night_to
        if start is None or end is None or start == end:
            return False
        hour = moment.astimezone(self.zone).hour
        return start <= hour < end if start < end else hour >= start or hour < end

    @classmethod
    def get_for(cls, user: Any) -> Profile:
        """Return the profile loaded together with its user, or else load it from the database."""
        return user._state.fields_cache.get("profile") or cls.of(user)

    @classmethod
    def of(cls, user: Any) -> Profile:
        """The user's profile; a new one if none is stored yet."""
        found, _made = cls.objects.get_or_create(user=user)
        return found
