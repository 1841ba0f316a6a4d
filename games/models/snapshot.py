"""Snapshots: the state after an entry, as a cache that can be rebuilt from the entries."""

from django.db import models

from games.models.game import Game
from games.models.ordered_json import OrderedJSON


class Snapshot(models.Model):
    """The state after entry ``seq``. The latest snapshot is kept, and so is every 20th."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="snapshots")
    seq = models.PositiveIntegerField()
    step = models.PositiveIntegerField()
    state = OrderedJSON()
    digest = models.CharField(max_length=64)  # digest of the state
    entry_digest = models.CharField(max_length=64)  # digest of the entry, to which the next entry is chained

    class Meta:
        ordering = ["seq"]
        constraints = [models.UniqueConstraint(fields=["game", "seq"], name="snapshot_once")]

    def __str__(self) -> str:
        return f"{self.game_id}@{self.seq}"
