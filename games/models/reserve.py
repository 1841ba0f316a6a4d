"""The reserve list: people who would take a seat of a game if one became free."""

from django.conf import settings
from django.db import models

from games.models.game import Game


class Reserve(models.Model):
    """A volunteer who would join a game as a temporary or permanent substitute."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="reserves")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    offered_at = models.DateTimeField()

    class Meta:
        ordering = ["offered_at", "pk"]
        constraints = [models.UniqueConstraint(fields=["game", "user"], name="reserve_once")]

    def __str__(self) -> str:
        return f"{self.user_id} for {self.game_id}"
