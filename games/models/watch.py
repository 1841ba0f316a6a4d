"""The time of the last check for deadlines, and past outages."""

from django.db import models


class Watch(models.Model):
    """The time of the last check for deadlines, in a single row."""

    swept_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"last sweep {self.swept_at}"


class Outage(models.Model):
    """A period in which no sweep ran, because the server was down. Nobody could answer in it."""

    began = models.DateTimeField()
    ended = models.DateTimeField(db_index=True)

    class Meta:
        ordering = ["ended"]

    def __str__(self) -> str:
        return f"{self.began} to {self.ended}"
