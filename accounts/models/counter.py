"""Counters of recent attempts, such as logins, for the rate limits in accounts.limits."""

from django.db import models


class Counter(models.Model):
    """A count of attempts of one kind by one person or network. ``key`` is a hash of both, so that no
    address is stored.
    """

    key = models.CharField(max_length=80, primary_key=True)
    count = models.PositiveIntegerField(default=1)
    until = models.DateTimeField(db_index=True)  # when the count restarts

    class Meta:
        db_table = "games_counter"

    def __str__(self) -> str:
        return self.key
