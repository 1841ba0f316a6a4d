"""The names that players have given to battles."""

from django.conf import settings
from django.db import models

from games.models.game import Game


class Naming(models.Model):
    """A name and a place that a player gave to a battle. The newest row applies. ``place`` is "" if the
    player named no place.
    """

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="namings")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    name = models.CharField(max_length=120)
    place = models.CharField(max_length=60, blank=True, default="")
    created_at = models.DateTimeField()

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return self.name
