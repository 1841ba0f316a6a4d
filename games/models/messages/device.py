"""Devices that show push notifications, and the key by which push services recognise this site."""

from django.conf import settings
from django.db import models

from games.models.game import Game


class Device(models.Model):
    """A browser that is subscribed to push. ``owed_at``: the time since which a notification has been
    waiting. Only the browser that holds the keys of ``p256dh`` and ``auth`` can read a message. An old
    subscription without keys is woken without contents.
    """

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="devices")
    url = models.URLField(max_length=500, unique=True)
    p256dh = models.CharField(max_length=100, blank=True, default="")
    auth = models.CharField(max_length=30, blank=True, default="")
    created_at = models.DateTimeField()
    owed_at = models.DateTimeField(null=True, blank=True)
    next_try_at = models.DateTimeField(null=True, blank=True, db_index=True)
    attempts = models.PositiveIntegerField(default=0)
    told_at = models.DateTimeField(null=True, blank=True)
    # when last tried; the owner who has waited longest is next
    tried_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"device {self.pk} of {self.user_id}"


class Notification(models.Model):
    """A device's notification about one game; a newer one replaces it. ``owed_at``: the time since which the
    notification has had to be sent or removed. ``closed``: whether it was removed or must be removed.
    """

    device = models.ForeignKey(Device, on_delete=models.CASCADE, related_name="notifications")
    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="+")
    kind = models.CharField(max_length=12)
    payload = models.JSONField(default=dict)
    decision = models.BigIntegerField(null=True, blank=True)  # the decision that the notification asks for
    owed_at = models.DateTimeField(null=True, blank=True)
    shown_at = models.DateTimeField(null=True, blank=True)
    closed = models.BooleanField(default=False)

    class Meta:
        ordering = ["pk"]
        constraints = [models.UniqueConstraint(fields=["device", "game"], name="notification_once")]

    def __str__(self) -> str:
        return f"notification {self.pk} of device {self.device_id}"


class PushKey(models.Model):
    """The private key (32 bytes, P-256) by which push services recognise this site, in a single row."""

    secret = models.BinaryField()

    def __str__(self) -> str:
        return "the key of web push"
