"""API keys, which let client software act for a user."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _


class Key(models.Model):
    """An API key with its scopes and its expiry. Only its first characters and its SHA-256 are stored. The
    key is long and random, so a slow hash would add nothing.
    """

    class Scope(models.TextChoices):
        READ = "read", _("See my games: what's waiting for me, positions, chronicles")
        PLAY = "play", _("Play my seats: act, plan, take and leave seats; web hooks for my own messages")
        LETTERS = "letters", _("Read and write letters in my name")
        LEAD = (
            "lead",
            _(
                "Run my games as game master: answer, invite, correct the position, hand over; their "
                "web hooks"
            ),
        )

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="keys")
    name = models.CharField(_("name"), max_length=60)
    digest = models.CharField(max_length=64, unique=True)
    begins = models.CharField(max_length=12)  # the start of the key, by which its owner recognises it
    scopes = models.JSONField(default=list)
    created_at = models.DateTimeField()
    expires_at = models.DateTimeField()
    used_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-pk"]

    def __str__(self) -> str:
        return f"key {self.begins}"

    @property
    def scope_names(self) -> list[str]:
        return [str(scope.label) for scope in self.Scope if scope in self.scopes]
