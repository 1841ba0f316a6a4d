"""Users' settings for their own profile page: what it says and who may read it."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

LONGEST = 300  # maximum length of a user's text, in characters


class Portrait(models.Model):
    """A user's choices for the page about them. By default, members see the user's name, public ratings, and
    those of the user's games that the members may see anyway.
    """

    class Shown(models.TextChoices):
        MEMBERS = "members", _("members of this site")
        ANYONE = "anyone", _("everyone, even without an account")
        NOBODY = "nobody", _("nobody")

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, primary_key=True, related_name="portrait"
    )
    shown = models.CharField(_("who may see my page"), max_length=8, choices=Shown, default=Shown.MEMBERS)
    seeks = models.BooleanField(_("I'm looking for games: list me under “Find a player”"), default=False)
    words = models.CharField(_("about me"), max_length=LONGEST, blank=True, default="")
    games = models.BooleanField(_("show my games, to those who may see them"), default=True)
    ratings = models.BooleanField(_("show my ratings"), default=True)
    hours = models.BooleanField(_("show when I usually play"), default=False)

    def __str__(self) -> str:
        return f"portrait of {self.user_id}"
