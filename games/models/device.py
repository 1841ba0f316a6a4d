"""Devices that show a notice by themselves (web push), and the key that they know this site by."""

from django.conf import settings
from django.db import models


class Device(models.Model):
    """A browser that wants to be woken. ``owed_at``: it is to be, since then; nothing else is sent to it."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="devices")
    url = models.URLField(max_length=500, unique=True)
    created_at = models.DateTimeField()
    owed_at = models.DateTimeField(null=True, blank=True)
    next_try_at = models.DateTimeField(null=True, blank=True, db_index=True)
    attempts = models.PositiveIntegerField(default=0)
    told_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"device {self.pk} of {self.user_id}"


class PushKey(models.Model):
    """One row: the private key (32 bytes, P-256) by which push services know this site."""

    secret = models.BinaryField()

    def __str__(self) -> str:
        return "the key of web push"
