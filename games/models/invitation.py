"""Invitation links to a game."""

import secrets

from django.conf import settings
from django.db import models

from games.models.game import Game


def fresh_token() -> str:
    return secrets.token_urlsafe(18)


class Invitation(models.Model):
    """A link for taking a seat (or any free seat) until its uses run out or it expires."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="invitations")
    token = models.CharField(max_length=40, unique=True, default=fresh_token)
    seat = models.CharField(max_length=40, blank=True, default="")  # "" means any free seat
    uses_left = models.PositiveIntegerField(default=1)
    expires_at = models.DateTimeField()
    created_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    created_at = models.DateTimeField()

    class Meta:
        ordering = ["created_at"]

    def __str__(self) -> str:
        return f"invitation to {self.game_id}"
