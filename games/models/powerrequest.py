"""Requests by game masters who also play. They ask for consent to use a game master's rights over another
player's seat.
"""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from games.models.game import Game


class PowerRequest(models.Model):
    """A request to use a game master's rights over ``seat`` (empty: the whole table), exactly as ``terms``
    describe. The player concerned must agree or, for the whole table, all the other players. ``answers``
    holds their answers by user id. Using the rights consumes the request (games.services.fairplay.guard).
    """

    class Power(models.TextChoices):
        UNSEAT = "unseat", _("free the seat")
        REPLACE = "replace", _("give the seat to somebody else")
        LEND = "lend", _("have the seat played by a substitute or the bot")
        ANSWER = "answer", _("let the bot answer once")
        RECALL = "recall", _("end the substitution")
        RELIEVE = "relieve", _("end the guest command")
        RULE = "rule", _("rule how the battle ended")
        HAND_OVER = "hand_over", _("make an outsider the game master")
        ABANDON = "abandon", _("end the game without a result")

    class Status(models.TextChoices):
        OPEN = "open", _("waiting for an answer")
        AGREED = "agreed", _("accepted")
        DECLINED = "declined", _("declined")
        WITHDRAWN = "withdrawn", _("withdrawn")
        USED = "used", _("carried out")

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="power_requests")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    seat = models.CharField(max_length=40, blank=True, default="")
    power = models.CharField(max_length=10, choices=Power)
    terms = models.JSONField(default=dict)
    why = models.CharField(max_length=300)
    answers = models.JSONField(default=dict)
    status = models.CharField(max_length=10, choices=Status, default=Status.OPEN)
    created_at = models.DateTimeField()
    closed_at = models.DateTimeField(null=True, blank=True)
    used_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["game", "seat", "power"],
                condition=models.Q(status="open"),
                name="power_request_open_once",
            )
        ]

    def __str__(self) -> str:
        return f"{self.power} over {self.seat or 'the table'} of {self.game_id} ({self.status})"


class Departure(models.Model):
    """A player's departure from their seat, usually because they were removed. A removed player can still
    see the reason, and the game as it was after entry ``seq``.
    """

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="departures")
    seat = models.CharField(max_length=40)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="departures")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    seq = models.IntegerField()
    ground = models.CharField(max_length=10)
    why = models.CharField(max_length=300, blank=True, default="")
    left_at = models.DateTimeField()

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"{self.user_id} removed from {self.seat} of {self.game_id}"
