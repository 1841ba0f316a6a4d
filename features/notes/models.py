"""A player's notes, and copies of marks that were sent with letters."""

from typing import Any

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from games.models import Game, Letter

LONGEST = 500  # maximum length of a note, in characters


class Note(models.Model):
    """A private note that a person wrote at a seat ("" for the game master), with or without a mark on the
    map. ``seq`` and ``turn`` name the position that the note is about. ``points`` are the mark's
    coordinates in the map's units, ``places`` the names of the places it touches.
    """

    class Kind(models.TextChoices):
        NOTE = "note", _("Note")
        TEXT = "text", _("Text on the map")
        ARROW = "arrow", _("Arrow")
        CIRCLE = "circle", _("Circle")

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="+")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="map_notes")
    seat = models.CharField(max_length=40, blank=True, default="")
    seq = models.IntegerField()
    turn = models.PositiveIntegerField(null=True)
    kind = models.CharField(max_length=6, choices=Kind, default=Kind.NOTE)
    points: Any = models.JSONField(default=list)
    places: Any = models.JSONField(default=list)
    text = models.CharField(max_length=LONGEST, blank=True, default="")
    key = models.CharField(max_length=80)  # unique for each form, so that a form sent twice makes one note
    created_at = models.DateTimeField()

    class Meta:
        ordering = ["pk"]
        constraints = [models.UniqueConstraint(fields=["user", "game", "key"], name="note_once")]

    def __str__(self) -> str:
        return f"{self.kind} of {self.user_id} in {self.game_id}"


class Enclosure(models.Model):
    """Copies of marks that were sent with a letter, and the position (``seq``) at that time. Everyone who
    may read the letter can see the copies, even if the author has deleted the originals.
    """

    letter = models.OneToOneField(Letter, on_delete=models.CASCADE, primary_key=True, related_name="+")
    seq = models.IntegerField()
    marks: Any = models.JSONField(default=list)

    def __str__(self) -> str:
        return f"marks of letter {self.letter_id}"
