"""What a person prefers."""

from __future__ import annotations

import zoneinfo
from typing import Any

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _


def zone_named(name: str) -> zoneinfo.ZoneInfo:
    """A time zone by its name; UTC for an unknown or malformed one."""
    try:
        return zoneinfo.ZoneInfo(name or "UTC")
    except (ValueError, OSError, zoneinfo.ZoneInfoNotFoundError):
        return zoneinfo.ZoneInfo("UTC")


class Profile(models.Model):
    """Language, time zone, look and mail of a user; made when first asked for."""

    class Theme(models.TextChoices):
        DEVICE = "", _("As my device")
        LIGHT = "light", _("Light")
        DARK = "dark", _("Dark")

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, primary_key=True, related_name="profile"
    )
    language = models.CharField(_("language"), max_length=8, default="en")
    timezone = models.CharField(_("time zone"), max_length=64, default="UTC")
    theme = models.CharField(_("colours"), max_length=8, choices=Theme, default="", blank=True)
    mail = models.BooleanField(_("write me an e-mail when a game waits for me"), default=True)

    def __str__(self) -> str:
        return f"profile of {self.user_id}"

    @property
    def zone(self) -> zoneinfo.ZoneInfo:
        """The time zone; UTC for a name this machine does not know."""
        return zone_named(self.timezone)

    @classmethod
    def of(cls, user: Any) -> Profile:
        """The user's profile; a fresh one where none is stored yet."""
        found, _made = cls.objects.get_or_create(user=user)
        return found
