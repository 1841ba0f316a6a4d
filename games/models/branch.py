"""Moves uploaded from a device that played offline."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from games.models.game import Game


class Branch(models.Model):
    """The moves that one device made after entry ``base_seq``, exactly as uploaded. ``state``: whether they
    are in the log, await a choice between them and the log, or were set aside. The row is never deleted.
    """

    class State(models.TextChoices):
        OPEN = "open", _("to be chosen")
        HOME = "home", _("in the game")
        CHOSEN = "chosen", _("chosen")
        LEFT = "left", _("set aside")

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="branches")
    device = models.UUIDField()
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="branches"
    )
    seat = models.CharField(max_length=40)  # the uploading user's seat; "gm": the game master
    body = models.CharField(max_length=64)  # digest of the upload, by which a repeated upload is recognised
    base_seq = models.PositiveIntegerField()
    base_digest = models.CharField(max_length=64)
    entries = models.JSONField()
    state = models.CharField(max_length=8, choices=State, default=State.OPEN)
    parted_seq = models.PositiveIntegerField(null=True)  # the last entry that the moves share with the log
    parted = models.BooleanField(default=False)  # whether the log continued differently after that entry
    turn = models.PositiveIntegerField(null=True)  # the turn of the last common entry
    words = models.JSONField(default=list)  # ids of the users who confirm the moves
    refusal = models.JSONField(null=True)  # why the moves could not be carried out, and at which step
    brought_at = models.DateTimeField()
    closed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["game", "device", "by", "body"], name="branch_once"),
        ]
        indexes = [
            models.Index(fields=["game"], condition=models.Q(state="open"), name="branch_open"),
        ]
        verbose_name_plural = "branches"

    def __str__(self) -> str:
        return f"{self.game_id}: {len(self.entries)} from {self.base_seq} ({self.state})"

    @property
    def open(self) -> bool:
        return self.state == self.State.OPEN
