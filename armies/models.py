"""A player's armies and their miniatures."""

from __future__ import annotations

import secrets
import uuid

from django.conf import settings
from django.db import models
from django.urls import reverse

from armies.dba.catalogue import catalogue
from armies.dba.documents import MOST_NAME, from_json
from armies.dba.lists import ArmyList, army_lists
from armies.dba.roster import Roster


class SavedArmy(models.Model):
    """An army as its owner saved it, finished or not. Others see it only through ``token``, when shared."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    owner = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="armies")
    name = models.CharField(max_length=MOST_NAME, blank=True)
    list_id = models.CharField(max_length=60)
    document = models.JSONField()  # armies.dba.documents
    ready = models.BooleanField()  # whether it kept every rule when it was saved
    token = models.CharField(max_length=32, unique=True, null=True, blank=True)
    created_at = models.DateTimeField()
    changed_at = models.DateTimeField()

    class Meta:
        ordering = ["-changed_at"]
        indexes = [models.Index(fields=["owner", "-changed_at"])]

    def __str__(self) -> str:
        return self.name or self.list_id

    def get_absolute_url(self) -> str:
        return reverse("armies:army", args=[self.pk])

    @property
    def roster(self) -> Roster:
        return from_json(self.document)

    @property
    def army_list(self) -> ArmyList:
        return army_lists()[self.list_id]


class Owned(models.Model):
    """How many bases of one kind a player has."""

    owner = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="owned_elements")
    code = models.CharField(max_length=8)
    count = models.PositiveSmallIntegerField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["owner", "code"], name="one_count_per_element")]

    def __str__(self) -> str:
        return f"{self.count} x {self.code}"

    @property
    def known(self) -> bool:
        return self.code in catalogue()


def new_token() -> str:
    """An address that nobody can guess."""
    return secrets.token_urlsafe(16)
