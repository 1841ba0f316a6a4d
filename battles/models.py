"""The database model of scenarios that players have composed themselves."""

from __future__ import annotations

import uuid

from django.conf import settings
from django.db import models

MOST_NAME = 80


class SavedScenario(models.Model):
    """A scenario as its owner saved it, finished or not. Only its owner can see it, and games use a copy."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    owner = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="scenarios")
    system = models.CharField(max_length=40)
    name = models.CharField(max_length=MOST_NAME, blank=True)
    document = models.JSONField()  # the scenario, in the format of the system
    created_at = models.DateTimeField()
    changed_at = models.DateTimeField()

    class Meta:
        ordering = ["-changed_at"]
        indexes = [models.Index(fields=["owner", "system", "-changed_at"], name="scenarios_of_a_player")]

    def __str__(self) -> str:
        return self.name or str(self.id)
