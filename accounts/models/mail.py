"""E-mails about an account: a lost password, an address to confirm, a changed address."""

from django.conf import settings
from django.db import models


class AccountMail(models.Model):
    """An e-mail to send, deleted afterwards. A lost password is stored for every address entered, known or
    not (``user`` is looked up when it is sent), so that both responses take equally long.
    """

    class Kind(models.TextChoices):
        RESET = "reset"
        CONFIRM = "confirm"  # to the new address, to confirm it
        CHANGED = "changed"  # to the old address, when another was requested, or none
        REPORT = "report"  # to an administrator: a report about a user

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
