"""Players' saved armies, and the miniatures and counters that they own."""

from __future__ import annotations

import secrets
import uuid
from typing import Any

from django.conf import settings
from django.db import models

from armies.desk import AnyRoster, Desk
from armies.desks import desks

MOST_NAME = 80


class SavedArmy(models.Model):
    """An army as its owner saved it, finished or not. Other users can see it only through ``token``, once it
    is shared.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    owner = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="armies")
    system = models.CharField(max_length=40)
    name = models.CharField(max_length=MOST_NAME, blank=True)
    list_id = models.CharField(max_length=60)
    document = models.JSONField()  # the roster, as the system's desk writes it (see armies.desk)
    ready = models.BooleanField()  # whether it was legal when it was saved
    token = models.CharField(max_length=32, unique=True, null=True, blank=True)
    created_at = models.DateTimeField()
    changed_at = models.DateTimeField()

    class Meta:
        ordering = ["-changed_at"]
        indexes = [models.Index(fields=["owner", "system", "-changed_at"], name="armies_of_a_player")]

    def __str__(self) -> str:
        return self.name or self.list_id

    def get_absolute_url(self) -> str:
        return self.desk.page_url("army", self.pk)

    @property
    def desk(self) -> Desk[Any]:
        return desks()[self.system]

    @property
    def roster(self) -> AnyRoster:
        found: AnyRoster = self.desk.from_json(self.document)
        return found

    @property
    def list_name(self) -> str:
        """Return the name of the army's list in the reader's language."""
        desk = self.desk
        return desk.list_name(self.list_id) if self.list_id in desk.lists() else desk.list_of(self.roster)


class Owned(models.Model):
    """The number of pieces of one kind, such as bases or counters, that a player owns."""

    owner = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="owned_elements")
    system = models.CharField(max_length=40)
    code = models.CharField(max_length=40)
    count = models.PositiveSmallIntegerField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["owner", "system", "code"], name="one_count_per_piece")
        ]

    def __str__(self) -> str:
        return f"{self.count} x {self.code}"


def new_token() -> str:
    """Return a random token that makes the URL of a shared army impossible to guess."""
    return secrets.token_urlsafe(16)
