"""Users' notification settings."""

from __future__ import annotations

from typing import Final

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from games.models.game import Game
from games.models.outbox import Outbox


class Topic(models.TextChoices):
    """Topics of notifications, each of which covers one or more kinds of messages."""

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


KINDS: Final = Outbox.Kind
TOPICS: Final = {  # all other kinds: the course of the game
    KINDS.YOUR_TURN: Topic.MOVE,
    KINDS.DUE_SOON: Topic.MOVE,
    KINDS.MORE_TIME: Topic.MOVE,
    KINDS.NUDGE: Topic.MOVE,
    KINDS.TIME_GIVEN: Topic.MOVE,
    KINDS.BACK_ASKED: Topic.MOVE,
    KINDS.AMEND_ASKED: Topic.MOVE,
    KINDS.BRANCH: Topic.MOVE,
    KINDS.POWER_ASKED: Topic.MOVE,
    KINDS.RULED: Topic.BATTLE,
    KINDS.POWER_SAID: Topic.LEAD,
    KINDS.RULING_NO: Topic.LEAD,
    KINDS.LAST_ONE: Topic.LAST,
    KINDS.BATTLE: Topic.BATTLE,
    KINDS.BATTLE_OVER: Topic.BATTLE,
    KINDS.REPORT: Topic.BATTLE,
    KINDS.COMMAND: Topic.BATTLE,
    KINDS.MEETING: Topic.MEETING,
    KINDS.MEETING_SOON: Topic.MEETING,
    KINDS.LETTER: Topic.LETTER,
    KINDS.TREATY: Topic.TREATY,
    KINDS.PROMISE_DUE: Topic.TREATY,
    KINDS.ANSWERED: Topic.ANSWERED,
    KINDS.ORDERED: Topic.ANSWERED,
    KINDS.ANSWERED_FOR: Topic.ANSWERED,
    KINDS.TURN_OVER: Topic.TURN,
    KINDS.TROUBLE: Topic.LEAD,
    KINDS.UNDELIVERED: Topic.LEAD,
    KINDS.SEATED: Topic.LEAD,
    KINDS.SEAT_FREE: Topic.LEAD,
    KINDS.LED: Topic.LEAD,
    KINDS.OBJECTED: Topic.LEAD,
}
USUAL: Final = {topic: Pace.NEVER if topic == Topic.TURN else Pace.AT_ONCE for topic in Topic}


def topic_of(kind: str) -> Topic:
    return TOPICS.get(KINDS(kind), Topic.COURSE)


class Wish(models.Model):
    """A user's setting for one topic, in every game or in one ``game``. Without a ``topic`` the game is
    muted. Defaults are not stored.
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
