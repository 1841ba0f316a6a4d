"""Letters between players, and how far each player has read them."""

from django.conf import settings
from django.db import models

from games.models.game import Game

EVERYBODY = ""
LONGEST = 4000


class Letter(models.Model):
    """A letter from one seat ("gm": the game master) to another or to everybody. Letters belong to seats. A
    seat's next player reads its old letters only if the previous player allowed it.
    """

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="letters")
    seat = models.CharField(max_length=40)
    to = models.CharField(max_length=40, blank=True, default=EVERYBODY)
    author = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+"
    )
    text = models.TextField(max_length=LONGEST)
    key = models.CharField(max_length=80)  # the form's key, so that one form writes one letter
    created_at = models.DateTimeField()
    deleted_at = models.DateTimeField(null=True, blank=True)  # when its author deleted it; the text is erased

    class Meta:
        ordering = ["-pk"]
        constraints = [models.UniqueConstraint(fields=["game", "key"], name="letter_once")]

    def __str__(self) -> str:
        return f"{self.seat} to {self.to or 'everybody'} in {self.game_id}"


class Reading(models.Model):
    """A user's progress in reading the letters of a game, and whether the user publishes their own."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="readings")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    letter = models.BigIntegerField(default=0)  # the newest letter shown to the user
    gives = models.BooleanField(default=False)  # whether the user's letters are published in the game's book

    class Meta:
        constraints = [models.UniqueConstraint(fields=["user", "game"], name="reading_once")]

    def __str__(self) -> str:
        return f"{self.user_id} in {self.game_id}: {self.letter}"
