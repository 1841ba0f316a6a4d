"""Web hooks: URLs of other sites that receive events."""

import secrets

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from games.models.game import Game


def fresh_secret() -> str:
    return secrets.token_urlsafe(32)


class Hook(models.Model):
    """A web hook. It receives the events of a ``game`` that its owner leads or, without a game, the owner's
    own messages. ``off_at``: when the hook was switched off, because it failed too often or its owner no
    longer leads the game.
    """

    class Trouble(models.TextChoices):
        NONE = "", ""
        PRIVATE = "private", _("the address is on a private network")
        UNKNOWN = "unknown", _("there is no such host")
        SILENT = "silent", _("it doesn't answer in time")
        BROKEN = "broken", _("a secure connection could not be made")
        REDIRECT = "redirect", _("it redirects elsewhere, which is not followed")
        REFUSED = "refused", _("it answers with an error")
        GONE = "gone", _("it says it no longer exists")
        NOT_LED = "not_led", _("its owner no longer runs the game")

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="hooks")
    game = models.ForeignKey(Game, on_delete=models.CASCADE, null=True, blank=True, related_name="hooks")
    url = models.URLField(max_length=500)
    secret = models.CharField(max_length=60, default=fresh_secret)  # the key that signs the calls
    failures = models.PositiveIntegerField(default=0)  # failed calls in a row
    trouble = models.CharField(max_length=10, choices=Trouble, blank=True, default="")
    off_at = models.DateTimeField(null=True, blank=True)
    told_at = models.DateTimeField(null=True, blank=True)  # when the receiving site last accepted a call
    # when last tried; the owner who has waited longest is next
    tried_at = models.DateTimeField(null=True, blank=True)
    created_at = models.DateTimeField()

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"hook {self.pk}"


class Call(models.Model):
    """A pending call of a hook. ``key`` is unique, so that no event is queued twice for a hook."""

    hook = models.ForeignKey(Hook, on_delete=models.CASCADE, related_name="calls")
    game = models.ForeignKey(Game, on_delete=models.CASCADE, null=True, related_name="+")
    key = models.CharField(max_length=200, unique=True)
    kind = models.CharField(max_length=12)
    payload = models.JSONField(default=dict)
    created_at = models.DateTimeField()
    next_try_at = models.DateTimeField(db_index=True)
    claimed_at = models.DateTimeField(null=True, blank=True)
    attempts = models.PositiveIntegerField(default=0)

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return self.key
