"""An answer that a game waits for."""

from django.db import models

from games.models.game import Game


class PendingDecision(models.Model):
    """A pending decision of the rules as a row, so that deadlines are a column.

    Facts and default belong to the seat that owes the answer and are shown to nobody else. A bot's decision
    is due the moment it arises; so is a covert one, unless its seat has ordered to be asked. In a paused game
    ``held`` is the time left until the deadline.
    """

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="decisions")
    decision = models.CharField(max_length=120)  # the rules' id
    seat = models.CharField(max_length=40)
    # the power, among the seat's, that must answer
    power = models.CharField(max_length=40, blank=True, default="")
    kind = models.CharField(max_length=60)
    covert = models.BooleanField(default=False)  # visible to its own seat only
    rule = models.CharField(max_length=40, blank=True)
    facts = models.JSONField(default=dict)
    default = models.JSONField(null=True)
    opened_seq = models.PositiveIntegerField()
    opened_at = models.DateTimeField()
    due_at = models.DateTimeField(null=True, blank=True)
    # when ``due_at`` was last calculated: bots answer anything due by then at once
    reckoned_at = models.DateTimeField()
    # in a paused game: the time left, with ``due_at`` empty
    held = models.DurationField(null=True, blank=True)
    # set by the game master to the minute: neither a pause nor an absence moves it to the rhythm's hour
    exact = models.BooleanField(default=False)
    # the deadline before an outage made it later: it applies again if that was only a clock that had jumped
    before_at = models.DateTimeField(null=True, blank=True)
    reminded_at = models.DateTimeField(null=True, blank=True)
    answered_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["game", "decision"],
                condition=models.Q(answered_at__isnull=True),
                name="decision_open_once",
            )
        ]
        indexes = [
            models.Index(
                fields=["due_at"], condition=models.Q(answered_at__isnull=True), name="decision_open_due"
            ),
            models.Index(
                fields=["reckoned_at"],
                condition=models.Q(answered_at__isnull=True),
                name="decision_open_reckoned",
            ),
            models.Index(
                fields=["game", "seat"],
                condition=models.Q(answered_at__isnull=True),
                name="decision_open_seat",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.decision} ({self.seat})"
