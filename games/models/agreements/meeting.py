"""Appointments for battles: proposed times, answers, and the agreed time."""

import uuid

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from games.models.battlelink import BattleLink
from games.models.game import Game

PERSON = settings.AUTH_USER_MODEL


class Meeting(models.Model):
    """The appointment of a battle, either a campaign's (``link``) or one outside campaigns (``game``).
    ``number`` identifies it permanently in calendars. ``sequence`` grows with every change that calendars
    should show.
    """

    class Status(models.TextChoices):
        OPEN = "open", _("times have been proposed")
        FIXED = "fixed", _("agreed")
        OFF = "off", _("called off")

    number = models.UUIDField(default=uuid.uuid4, editable=False, unique=True)
    game = models.OneToOneField(Game, on_delete=models.CASCADE, null=True, blank=True, related_name="meeting")
    link = models.OneToOneField(
        BattleLink, on_delete=models.CASCADE, null=True, blank=True, related_name="meeting"
    )
    status = models.CharField(max_length=5, choices=Status, default=Status.OPEN)
    sequence = models.PositiveIntegerField(default=0)
    at = models.DateTimeField(null=True, blank=True)  # the time last agreed on
    minutes = models.PositiveSmallIntegerField(default=180)
    where = models.CharField(max_length=120, blank=True, default="")
    created_at = models.DateTimeField()
    changed_at = models.DateTimeField()
    day_told_at = models.DateTimeField(null=True, blank=True)  # when people were reminded a day before
    hour_told_at = models.DateTimeField(null=True, blank=True)  # when people were reminded an hour before
    # when the game master was asked to move the deadline
    time_asked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.CheckConstraint(
                condition=Q(game__isnull=True, link__isnull=False) | Q(game__isnull=False, link__isnull=True),
                name="meeting_of_one_battle",
            )
        ]
        indexes = [models.Index(fields=["at"], condition=Q(status="fixed"), name="meeting_fixed_at")]

    def __str__(self) -> str:
        return f"meeting {self.number}: {self.status}"

    @property
    def is_fixed(self) -> bool:
        return self.status == self.Status.FIXED


class Proposal(models.Model):
    """A time proposed for a battle, which suits the person who proposed it."""

    meeting = models.ForeignKey(Meeting, on_delete=models.CASCADE, related_name="proposals")
    by = models.ForeignKey(PERSON, on_delete=models.SET_NULL, null=True, related_name="meeting_proposals")
    at = models.DateTimeField()
    minutes = models.PositiveSmallIntegerField(default=180)
    where = models.CharField(max_length=120, blank=True, default="")
    made_at = models.DateTimeField()

    class Meta:
        ordering = ["at", "pk"]
        constraints = [models.UniqueConstraint(fields=["meeting", "at"], name="proposed_once")]

    def __str__(self) -> str:
        return f"{self.at} of meeting {self.meeting_id}"


class Fit(models.Model):
    """A person's answer to a proposed time."""

    class Answer(models.TextChoices):
        YES = "yes", _("yes")
        MAYBE = "maybe", _("if need be")
        NO = "no", _("no")

    proposal = models.ForeignKey(Proposal, on_delete=models.CASCADE, related_name="fits")
    user = models.ForeignKey(PERSON, on_delete=models.CASCADE, related_name="meeting_answers")
    answer = models.CharField(max_length=5, choices=Answer)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["proposal", "user"], name="fits_once")]

    def __str__(self) -> str:
        return f"{self.user_id}: {self.answer}"


class MeetingWord(models.Model):
    """A person's decision to fix, move or call off an appointment, for the chronicle. ``seq``: the
    campaign's latest entry at the time. ``battle_seq``: the battle's latest entry.
    """

    class What(models.TextChoices):
        FIXED = "fixed", _("fixed")
        MOVED = "moved", _("moved")
        OFF = "off", _("called off")

    meeting = models.ForeignKey(Meeting, on_delete=models.CASCADE, related_name="words")
    by = models.ForeignKey(PERSON, on_delete=models.SET_NULL, null=True, related_name="meeting_words")
    what = models.CharField(max_length=5, choices=What)
    at = models.DateTimeField()
    where = models.CharField(max_length=120, blank=True, default="")
    text = models.CharField(max_length=200, blank=True, default="")
    said_at = models.DateTimeField()
    seq = models.IntegerField(null=True, blank=True)
    battle_seq = models.IntegerField(null=True, blank=True)

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"{self.what} {self.at}"
