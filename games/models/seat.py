"""A place at the table of a game."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from games.models.game import Game


class Seat(models.Model):
    """Who plays a seat of the rules. Neither a user nor the program: the seat is free.

    ``orders`` are standing orders ({decision kind: {field: value}}), used at the deadline, or at once when
    ``orders_at_once``.
    """

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="seats")
    key = models.CharField(max_length=40)  # the rules' own id of the seat
    place = models.PositiveSmallIntegerField(default=0)  # order at the table
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="seats"
    )
    is_bot = models.BooleanField(_("played by the program"), default=False)
    orders = models.JSONField(_("standing orders"), default=dict, blank=True)
    orders_at_once = models.BooleanField(_("answer at once by standing orders"), default=False)

    class Meta:
        ordering = ["place"]
        constraints = [
            models.UniqueConstraint(fields=["game", "key"], name="seat_once"),
            models.CheckConstraint(
                condition=models.Q(user__isnull=True) | models.Q(is_bot=False), name="seat_user_or_bot"
            ),
        ]

    def __str__(self) -> str:
        return self.key

    @property
    def free(self) -> bool:
        return self.user_id is None and not self.is_bot
