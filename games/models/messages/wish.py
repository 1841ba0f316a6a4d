"""Users' notification settings."""

from __future__ import annotations

from typing import Final

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from games.models.game import Game


class Topic(models.TextChoices):
    """A topic of notifications, which covers one or more kinds of messages."""

    MOVE = "move", _("it's my turn, or a deadline is near")
    LAST = "last", _("the others are waiting only for me")
    BATTLE = "battle", _("a battle and its report")
    MEETING = "meeting", _("a time agreed for a battle: proposed, confirmed, soon")
    LETTER = "letter", _("a letter for me")
    TREATY = "treaty", _("a treaty: proposed, answered, kept or broken, due")
    ANSWERED = "answered", _("what the bot answered for me")
    TURN = "turn", _("a turn is over: its chronicle")
    COURSE = "course", _("the course of the game: started, paused, rewound, ended")
    LEAD = "lead", _("what I need to know as game master")


class Pace(models.TextChoices):
    AT_ONCE = "at_once", _("at once")
    DIGEST = "digest", _("once a day")
    NEVER = "never", _("never")


USUAL: Final = {topic: Pace.NEVER if topic == Topic.TURN else Pace.AT_ONCE for topic in Topic}


class Wish(models.Model):
    """A user's setting for one topic, in every game or in one ``game``. A row without a ``topic`` mutes the
    game. Defaults are not stored.
    """

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="wishes")
    game = models.ForeignKey(Game, on_delete=models.CASCADE, null=True, blank=True, related_name="+")
    topic = models.CharField(max_length=12, choices=Topic, blank=True, default="")
    pace = models.CharField(max_length=8, choices=Pace)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["user", "game", "topic"], name="wish_once"),
            models.UniqueConstraint(
                fields=["user", "topic"], condition=models.Q(game__isnull=True), name="wish_of_all_once"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.user_id}: {self.topic or 'all'} {self.pace}"
