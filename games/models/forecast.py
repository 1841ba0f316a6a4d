"""Forecasts: win chances from play-outs between bots, finished or queued."""

from django.db import models

from games.models.game import Game


class Forecast(models.Model):
    """Play-outs (engine.playouts) of a game, from the position after entry ``seq``. Of the ``wanted`` number,
    ``games`` are done. The row holds each seat's wins and the number of unfinished play-outs. ``soon`` and
    ``late`` hold the rules' metrics a few turns later and at the end: metric -> [games, sum, sum of squares].
    ``case``: whether play begins in the position itself, or after one side wins the pending battle.
    ``held_until``: the time until which a process has claimed the row. ``trouble``: why the forecast failed.
    """

    class Case(models.TextChoices):
        AS_IT_STOOD = "", "as it stood"
        ATTACKER = "attacker", "the attacker wins the battle"
        DEFENDER = "defender", "the defender wins the battle"

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="forecasts")
    seq = models.PositiveIntegerField()
    case = models.CharField(max_length=10, choices=Case, blank=True, default="")
    wanted = models.PositiveSmallIntegerField()
    games = models.PositiveSmallIntegerField(default=0)
    unfinished = models.PositiveSmallIntegerField(default=0)
    wins = models.JSONField(default=dict)
    soon = models.JSONField(default=dict)
    late = models.JSONField(default=dict)
    held_until = models.DateTimeField(null=True, blank=True)
    trouble = models.CharField(max_length=200, blank=True, default="")

    class Meta:
        ordering = ["pk"]
        constraints = [models.UniqueConstraint(fields=["game", "seq", "case"], name="forecast_once")]
        indexes = [
            models.Index(
                fields=["id"],
                condition=models.Q(games__lt=models.F("wanted"), trouble=""),
                name="forecast_due",
            )
        ]

    def __str__(self) -> str:
        return f"{self.game_id}@{self.seq} {self.case}"
