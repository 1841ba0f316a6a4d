"""When deadlines were last checked, and past outages."""

from django.db import models


class Watch(models.Model):
    """When deadlines were last checked. One row."""

    swept_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"last sweep {self.swept_at}"


class Outage(models.Model):
    """A time in which no sweep ran: the server was down, and nobody could be expected to answer."""

    began = models.DateTimeField()
    ended = models.DateTimeField(db_index=True)

    class Meta:
        ordering = ["ended"]

    def __str__(self) -> str:
        return f"{self.began} to {self.ended}"
