"""Mails about an account itself: a lost password, an address to confirm, an address that was changed."""

from django.conf import settings
from django.db import models


class AccountMail(models.Model):
    """A mail to send, deleted afterwards. A lost password is noted for every address typed, known or not
    (``user`` is found when it is sent), so that both answers take equally long."""

    class Kind(models.TextChoices):
        RESET = "reset"
        CONFIRM = "confirm"  # to the new address, to confirm it
        CHANGED = "changed"  # to the old address: another was requested, or none
        REPORT = "report"  # to an administrator: a report about a person

    kind = models.CharField(max_length=10, choices=Kind)
    address = models.EmailField()
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, null=True, related_name="account_mails"
    )
    created_at = models.DateTimeField()
    next_try_at = models.DateTimeField(db_index=True)
    attempts = models.PositiveSmallIntegerField(default=0)

    class Meta:
        db_table = "games_accountmail"

    def __str__(self) -> str:
        return f"{self.kind} to {self.address}"
