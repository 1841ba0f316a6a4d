"""Corrections of facts by a game master: requests that need other players' consent, and players'
objections.
"""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from games.models.game import Game


class Amendment(models.Model):
    """A game master's request to correct facts. It is valid while the game is at entry ``asked_seq``. The
    log records the outcome.
    """

    class Status(models.TextChoices):
        OPEN = "open", _("waiting for an answer")
        AGREED = "agreed", _("accepted")
        DECLINED = "declined", _("declined")
        WITHDRAWN = "withdrawn", _("withdrawn")

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="amendments")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="amendments")
    seat = models.CharField(max_length=40)  # the requester's seat
    changes = models.JSONField()  # the changes in the log's format: see engine.log.amending
    why = models.CharField(max_length=300)
    asked_seq = models.PositiveIntegerField()
    status = models.CharField(max_length=10, choices=Status, default=Status.OPEN)
    created_at = models.DateTimeField()
    closed_at = models.DateTimeField(null=True, blank=True)
    answers = models.JSONField(default=list)  # user ids of those who have agreed
    # those who agreed, as in the log: seats, "gm"
    answered_by = models.CharField(max_length=400, blank=True, default="")
    answer = models.CharField(max_length=300, blank=True, default="")  # the reason for declining

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"{self.game_id}: at {self.asked_seq} ({self.status})"


class Objection(models.Model):
    """A player's objection to the amendment or the ruling in entry ``seq``. Everybody sees it next to the
    entry.
    """

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="objections")
    seq = models.PositiveIntegerField()
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    seat = models.CharField(max_length=40)
    words = models.CharField(max_length=500)
    created_at = models.DateTimeField()

    class Meta:
        ordering = ["pk"]
        constraints = [models.UniqueConstraint(fields=["game", "seq", "user"], name="objection_once")]

    def __str__(self) -> str:
        return f"{self.game_id}/{self.seq}: {self.seat}"
