"""Players' requests to rewind a game, which need consent."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from games.models.game import Game


class RewindRequest(models.Model):
    """A request to rewind, which is open until it is answered, is withdrawn or lapses. It is valid while the
    game is at entry ``asked_seq``. The log records the outcome. The people who can agree are determined
    when an answer arrives (games.services.going_back.consent).
    """

    class Status(models.TextChoices):
        OPEN = "open", _("waiting for an answer")
        AGREED = "agreed", _("accepted")
        DECLINED = "declined", _("declined")
        WITHDRAWN = "withdrawn", _("withdrawn")
        LAPSED = "lapsed", _("lapsed")

    class Cause(models.TextChoices):
        """The reason a request lapsed."""

        MOVED = "moved", _("somebody has moved on")
        ENDED = "ended", _("the game has ended")
        GIVEN_UP = "given_up", _("the game was ended without a result")
        LEFT = "left", _("the player who asked has left the seat")
        CAMPAIGN = "campaign", _("the campaign has continued")
        SHOWN = "shown", _("the game has ended and its secret number has been revealed")

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="rewind_requests")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="rewind_requests"
    )
    seat = models.CharField(max_length=40)  # the requester's seat; "gm": the game master
    to_seq = models.PositiveIntegerField()
    asked_seq = models.PositiveIntegerField()  # the game's last entry at the time of the request
    why = models.CharField(max_length=200, blank=True, default="")
    status = models.CharField(max_length=10, choices=Status, default=Status.OPEN)
    created_at = models.DateTimeField()
    closed_at = models.DateTimeField(null=True, blank=True)
    answers = models.JSONField(default=list)  # user ids of those who have agreed
    # those who agreed, as in the log: seats, "gm"
    answered_by = models.CharField(max_length=400, blank=True, default="")
    cause = models.CharField(max_length=10, choices=Cause, blank=True, default="")  # why the request lapsed
    answer = models.CharField(max_length=200, blank=True, default="")  # the reason for declining

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["game"], condition=models.Q(status="open"), name="rewind_request_open_once"
            )
        ]

    def __str__(self) -> str:
        return f"{self.game_id}: {self.asked_seq} to {self.to_seq} ({self.status})"

    @property
    def open(self) -> bool:
        return self.status == self.Status.OPEN
