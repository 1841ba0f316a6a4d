"""Names that are taken, each by one account."""

from django.conf import settings
from django.db import models


class Name(models.Model):
    """A name as readers tell it from others (accounts.likeness), kept as its SHA-256. ``user``: None once
    its account is gone; it stays taken for a while then, so that nobody is taken for the person who has
    left. ``twin``: an account of before this was looked after, whose name is another one's too."""

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
