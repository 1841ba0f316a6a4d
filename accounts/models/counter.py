"""Counters of recent tries."""

from django.db import models


class Counter(models.Model):
    """Tries of one sort by one person or place; ``key`` names both, as a hash: no address is stored."""

    key = models.CharField(max_length=80, primary_key=True)
    count = models.PositiveIntegerField(default=1)
    until = models.DateTimeField(db_index=True)  # then the count restarts

    class Meta:
        db_table = "games_counter"

    def __str__(self) -> str:
        return self.key
