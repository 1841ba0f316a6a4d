"""E-mails about an account: a lost password, an address to confirm, a changed address."""

from django.conf import settings
from django.db import models


class AccountMail(models.Model):
    """An outgoing e-mail, deleted once it is sent. A password-reset e-mail is stored for any address
    entered, known or not, so that the response takes equally long either way. Its ``user`` is looked up
    only when it is sent.
    """

    class Kind(models.TextChoices):
        RESET = "reset"
        CONFIRM = "confirm"  # e-mail to a new address, asking to confirm it
        CHANGED = "changed"  # e-mail to the old address when the user requests another one or removes it
        REPORT = "report"  # report about a user, sent to an administrator

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
