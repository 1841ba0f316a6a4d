"""Pending decisions: answers that a game waits for."""

from django.db import models

from games.models.game import Game


class PendingDecision(models.Model):
    """A decision that the rules wait for, stored as a row so that deadlines can be queried.

    Its facts and default are shown only to the seat that owes the answer. A bot's decision is due as soon
    as it arises. So is a covert decision, unless its player gets time to answer (games.services.covert).
    In a paused game ``held`` is the time left until the deadline.
    """

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="decisions")
    decision = models.CharField(max_length=120)  # the decision's id in the rules
    seat = models.CharField(max_length=40)
    # which of the seat's powers must answer
    power = models.CharField(max_length=40, blank=True, default="")
    kind = models.CharField(max_length=60)
    covert = models.BooleanField(default=False)  # whether only the seat may know of the decision
    rule = models.CharField(max_length=40, blank=True)
    facts = models.JSONField(default=dict)
    default = models.JSONField(null=True)
    opened_seq = models.PositiveIntegerField()
    opened_at = models.DateTimeField()
    due_at = models.DateTimeField(null=True, blank=True)
    # when ``due_at`` was last calculated; a decision due no later than this is answered at once
    reckoned_at = models.DateTimeField()
    # the time left in a paused game, whose ``due_at`` is empty
    held = models.DurationField(null=True, blank=True)
    # whether the game master set the deadline to the minute; if so, a pause or an absence does not move the
    # deadline to the game's fixed hour
    exact = models.BooleanField(default=False)
    # the deadline before an outage postponed it, restored if the outage was only a clock that jumped
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
