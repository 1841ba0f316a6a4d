"""The plans that players make of their next moves."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.db import models

from games.models.seat import Seat


class Plan(models.Model):
    """A seat's plan. Its first ``done`` steps have been carried out. Each step has an ``action`` as JSON and
    the ``rule`` that allows it. Its ``words`` describe it in each language, as it was when the step was
    written.

    Only the seat's player sees the plan. The steps that were carried out are recorded only in the log.
    """

    class Status(models.TextChoices):
        DRAFT = "draft"  # not carried out
        SENT = "sent"  # carried out as soon as the seat owes a decision
        DICE = "dice"  # like SENT, but the next step waits for a real die
        DONE = "done"  # every step was carried out

    seat = models.OneToOneField(Seat, on_delete=models.CASCADE, related_name="plan")
    author = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    steps = models.JSONField(default=list)
    status = models.CharField(max_length=5, choices=Status, default=Status.DRAFT)
    done = models.PositiveSmallIntegerField(default=0)
    stopped = models.JSONField(null=True)  # why the plan stopped: a refusal as JSON
    key = models.CharField(max_length=80, blank=True, default="")  # the key of the request that sent the plan
    since_seq = models.IntegerField(default=-1)  # the first entry that could interrupt the plan
    written_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.seat_id}: {len(self.steps)} steps ({self.status})"

    @property
    def rest(self) -> list[Any]:
        """The steps still to be carried out."""
        steps: list[Any] = self.steps[self.done :]
        return steps

    @property
    def goes_on(self) -> bool:
        """Whether the plan will continue at its seat's next decision."""
        return self.status == self.Status.SENT
