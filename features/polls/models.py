"""Polls and their votes."""

from typing import Any

from django.db import models

from games.models import Game


class Poll(models.Model):
    """A question that a seat asks the players of a game. ``votes`` maps each seat to the number of the
    option it chose.
    """

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="+")
    seat = models.CharField(max_length=40)
    question = models.CharField(max_length=200)
    options: Any = models.JSONField(default=list)
    votes: Any = models.JSONField(default=dict)
    closed_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["-pk"]

    def __str__(self) -> str:
        return self.question
