"""Observers, who see a game as a player sees it, with the player's permission."""

import secrets
from typing import Any

from django.conf import settings
from django.db import models

from games.models.game import Game


def fresh_token() -> str:
    return secrets.token_urlsafe(18)


class Observer(models.Model):
    """Permission to see a game as a seat sees it (``seat`` empty: any seat's), ``delay`` turns late. It
    is valid while ``leave_of`` plays the seat or leads the game. Without a user, anyone with the link can
    claim it. The row is never deleted, since an observer remembers what they have seen.
    """

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="observers")
    seat = models.CharField(max_length=40, blank=True, default="")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, null=True, blank=True, related_name="observes"
    )
    leave_of = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    delay = models.PositiveSmallIntegerField(default=0)  # how many turns late the observer sees the game
    token = models.CharField(max_length=40, unique=True, default=fresh_token)
    invited_at = models.DateTimeField()
    accepted_at = models.DateTimeField(null=True, blank=True)
    ended_at = models.DateTimeField(null=True, blank=True)

    # a Departure, never stored, for a removed player, who sees the game as they left it
    departure: Any = None

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["game", "user"], condition=models.Q(ended_at__isnull=True), name="observes_once"
            )
        ]

    def __str__(self) -> str:
        return f"{self.user_id} over {self.seat or 'all'} of {self.game_id}"
