"""The offer of a game's free seats to everyone."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from accounts.forms import LANGUAGE_CHOICES
from games.models import Game, Invitation

LONGEST = 200  # maximum length of the game master's text, in characters


class Offer(models.Model):
    """A game on the list of open games. People join through its invitation, and deleting the invitation
    takes the game off the list.
    """

    class Pace(models.TextChoices):
        LIVE = "live", _("live, in one sitting")
        DAYS = "days", _("over days, a few moves at a time")

    class Level(models.TextChoices):
        ANY = "", _("everybody")
        NEW = "new", _("newcomers")
        SKILLED = "skilled", _("experienced players")

    game = models.OneToOneField(Game, on_delete=models.CASCADE, primary_key=True, related_name="+")
    invitation = models.OneToOneField(Invitation, on_delete=models.CASCADE, related_name="+")
    pace = models.CharField(max_length=4, choices=Pace, default=Pace.DAYS)
    language = models.CharField(max_length=8, blank=True, default="")  # "" means any language
    level = models.CharField(max_length=8, choices=Level, blank=True, default=Level.ANY)
    guests = models.BooleanField(default=False)  # whether people without an account can take a seat
    words = models.CharField(max_length=LONGEST, blank=True, default="")
    offered_at = models.DateTimeField(db_index=True)

    class Meta:
        ordering = ["-offered_at", "pk"]

    def __str__(self) -> str:
        return f"offer of {self.game_id}"

    @property
    def language_name(self) -> str:
        """The name of the game's language, in the language itself, or "" if any language is welcome."""
        return dict(LANGUAGE_CHOICES).get(self.language, "")
