"""Shared tables: the join code, and the phones and screens that have joined with it."""

import secrets
from typing import Final

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from games.models.game import Game

LETTERS: Final = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"  # without letters and digits that look alike
LENGTH: Final = 9  # 44 bits: easy to type, and impossible to guess while the code is valid


def fresh_code() -> str:
    return "".join(secrets.choice(LETTERS) for _number in range(LENGTH))


def fresh_key() -> str:
    return secrets.token_urlsafe(18)


class TableCode(models.Model):
    """The code with which phones and screens join the people at one table, until ``closes_at``."""

    game = models.OneToOneField(Game, on_delete=models.CASCADE, related_name="table_code")
    code = models.CharField(max_length=12, unique=True, default=fresh_code)
    opened_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="table_codes"
    )
    opened_at = models.DateTimeField()
    closes_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"code of {self.game_id}"


class Companion(models.Model):
    """A user's phone, or a screen without a user, at a shared table.

    ``host`` is the person who showed the code. When the companion leaves, access to the host's seats ends.
    """

    class Role(models.TextChoices):
        LEAD = "lead", _("leads an army")
        BOTH = "both", _("types for everybody")
        LOOK = "look", _("only watches")
        SCREEN = "screen", _("big screen")

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="companions")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, null=True, blank=True, related_name="companions"
    )
    host = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="hosted")
    role = models.CharField(max_length=8, choices=Role)
    # the number by which people tell phones apart, as in "phone 2"
    number = models.PositiveSmallIntegerField()
    key = models.CharField(max_length=40, unique=True, default=fresh_key)  # the secret in a screen's URL
    came_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(
                fields=["game", "user"], condition=models.Q(ended_at__isnull=True), name="companion_once"
            )
        ]

    def __str__(self) -> str:
        return f"{self.role} {self.number} of {self.game_id}"

    @property
    def is_screen(self) -> bool:
        return self.role == self.Role.SCREEN
