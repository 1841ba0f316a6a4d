"""Account names that are taken."""

from django.conf import settings
from django.db import models


class Name(models.Model):
    """A taken name, stored as the SHA-256 of the form in which names are compared (accounts.likeness).
    ``user`` is None once the account is deleted. The name then stays reserved for a while, so that nobody
    can pose as its former user. ``twin`` marks an older account whose name looks like another's.
    """

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="name_claim"
    )
    digest = models.CharField(max_length=64, db_index=True)
    twin = models.BooleanField(default=False)
    freed_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["digest"],
                condition=models.Q(twin=False, user__isnull=False),
                name="one_account_of_a_name",
            )
        ]

    def __str__(self) -> str:
        return f"name of {self.user_id}"
