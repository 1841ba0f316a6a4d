"""Secret URLs at which feed readers and calendars read a user's data."""

import secrets

from django.conf import settings
from django.db import models

from games.models.game import Game


def fresh_feed_token() -> str:
    return secrets.token_urlsafe(24)


class Feed(models.Model):
    """A secret URL that shows its owner's view without a login. It shows the chronicle of a game or, without
    a game, all the owner's deadlines. Replacing the feed creates a new URL.
    """

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="feeds")
    game = models.ForeignKey(Game, on_delete=models.CASCADE, null=True, blank=True, related_name="+")
    token = models.CharField(max_length=40, unique=True, default=fresh_feed_token)
    created_at = models.DateTimeField()

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["user", "game"], name="feed_once"),
            models.UniqueConstraint(
                fields=["user"], condition=models.Q(game__isnull=True), name="feed_of_deadlines_once"
            ),
        ]

    def __str__(self) -> str:
        return f"feed of {self.user_id}"
