"""The stored data of leagues: members, rounds, seats and rulings. Results are stored only when a season
closes; until then they are read from the games.
"""

from __future__ import annotations

import secrets
import uuid
from typing import Any

from django.conf import settings
from django.db import models
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from games.models import Game

MOST_ROUNDS = 30
MOST_PEOPLE = 64


def fresh_token() -> str:
    """Return a token that nobody can guess."""
    return secrets.token_urlsafe(18)


class League(models.Model):
    """A season of a club: everyone plays one game per round, all by the same rules, scenario and options."""

    class Kind(models.TextChoices):
        SEASON = "season", _("Season")
        DUPLICATE = "duplicate", _("Duplicate battles")

    class Status(models.TextChoices):
        OPEN = "open", _("Open for entry")
        RUNNING = "running", _("Under way")
        CLOSED = "closed", _("Closed")

    class Armies(models.TextChoices):
        """The armies that players may bring. Players who bring none get the scenario's."""

        SCENARIO = "", _("those of the scenario")
        LISTED = "listed", _("their own, of our lists")
        CLUB = "club", _("their own, of our lists or the club's")
        FREE = "free", _("any of their own, of a list or not")

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    name = models.CharField(_("name"), max_length=80)
    kind = models.CharField(max_length=10, choices=Kind, default=Kind.SEASON)
    gm = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="leagues_led")
    system = models.CharField(max_length=40)
    scenario_name = models.CharField(max_length=120)
    options = models.JSONField(default=dict)
    armies = models.CharField(max_length=8, choices=Armies, default=Armies.SCENARIO, blank=True)
    lists = models.JSONField(default=list)  # the club's lists, as its system stores them
    seats = models.JSONField()  # the keys of the seats of each game, in order
    rounds_planned = models.PositiveSmallIntegerField()
    hours_per_decision = models.PositiveIntegerField(null=True, blank=True)
    public = models.BooleanField(default=False)
    token = models.CharField(max_length=40, unique=True, default=fresh_token)
    status = models.CharField(max_length=8, choices=Status, default=Status.OPEN)
    created_at = models.DateTimeField()
    closed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-created_at"]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("leagues:league", args=[self.pk])

    @property
    def is_closed(self) -> bool:
        return self.status == self.Status.CLOSED

    @property
    def duplicate(self) -> bool:
        """Whether all tables of a round have the same dice."""
        return self.kind == self.Kind.DUPLICATE


class Member(models.Model):
    """A player in a league. The row stays after the player leaves, and loses its name when the account is
    deleted.
    """

    league = models.ForeignKey(League, on_delete=models.CASCADE, related_name="members")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="league_members"
    )
    joined_at = models.DateTimeField()
    left_at = models.DateTimeField(null=True, blank=True)
    army: Any = models.JSONField(null=True)  # the army that the player brings, as it was when chosen

    class Meta:
        ordering = ["pk"]
        constraints = [models.UniqueConstraint(fields=["league", "user"], name="member_once")]

    def __str__(self) -> str:
        return f"{self.user_id} of {self.league_id}"


class Round(models.Model):
    """A round of a league. The organiser draws its pairings and can change them until the round begins and
    its games are created.
    """

    league = models.ForeignKey(League, on_delete=models.CASCADE, related_name="rounds")
    number = models.PositiveSmallIntegerField()  # counted from 1
    begun_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["league", "number"], name="round_once")]

    def __str__(self) -> str:
        return f"round {self.number} of {self.league_id}"


class Board(models.Model):
    """A table of a round, with its game."""

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="boards")
    number = models.PositiveSmallIntegerField()  # counted from 1
    game = models.OneToOneField(Game, on_delete=models.SET_NULL, null=True, related_name="+")
    # the result that counted when the season closed: {"ranks" (or null), "at" (its time), "scores"}
    kept: Any = models.JSONField(null=True)

    class Meta:
        ordering = ["number"]

    def __str__(self) -> str:
        return f"table {self.number} of {self.round_id}"


class Chair(models.Model):
    """The player of a seat at a board, or a bye if it has no board. Without a member, the bot plays the
    seat.
    """

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="chairs")
    board = models.ForeignKey(Board, on_delete=models.CASCADE, null=True, related_name="chairs")
    seat = models.CharField(max_length=40, blank=True, default="")
    member = models.ForeignKey(Member, on_delete=models.PROTECT, null=True, related_name="chairs")
    # the player whom ``member`` replaced during the game
    instead_of = models.ForeignKey(Member, on_delete=models.PROTECT, null=True, related_name="+")

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"{self.seat} of {self.board_id}"


class Ruling(models.Model):
    """The organiser's ruling on how a game counts, with the reason. The latest ruling applies, and all of
    them can be read. ``ranks``: seat -> rank; None: the game does not count; {}: it counts as it ended.
    """

    board = models.ForeignKey(Board, on_delete=models.CASCADE, related_name="rulings")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    ranks: Any = models.JSONField(null=True)
    reason = models.CharField(max_length=300)
    made_at = models.DateTimeField()

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"ruling on {self.board_id}"
