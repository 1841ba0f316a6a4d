"""Guest commanders of a seat in one battle."""

import secrets

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from games.models.game import Game


def fresh_command_token() -> str:
    return secrets.token_urlsafe(18)


class Command(models.Model):
    """Permission to command a seat in one battle. The first person who opens the link (``user``) takes
    command. From then on the row is never deleted, since it shows who knows one side's secrets. ``seq``
    and ``until_seq``: the entries at which the commander came and left.
    """

    class End(models.TextChoices):
        NONE = "", ""
        WITHDRAWN = "withdrawn", _("the link was withdrawn")
        TAKEN_BACK = "taken", _("the player has taken command back")
        GIVEN_BACK = "given", _("the general has handed command back")
        ENDED = "ended", _("the seat has changed hands")

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="commands")
    seat = models.CharField(max_length=40)
    # the player or game master who created the link
    giver = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="commands_given"
    )
    # the seat's player when the link was created
    for_user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="commanded_for"
    )
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="commands"
    )
    token = models.CharField(max_length=40, unique=True, default=fresh_command_token)
    made_at = models.DateTimeField()
    expires_at = models.DateTimeField()
    taken_at = models.DateTimeField(null=True, blank=True)
    seq = models.IntegerField(null=True, blank=True)
    until_seq = models.IntegerField(null=True, blank=True)
    ended_at = models.DateTimeField(null=True, blank=True)
    end = models.CharField(max_length=10, choices=End, default=End.NONE, blank=True)
    # when the player was warned that their guest commander is absent
    quiet_told_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["game", "seat"], condition=Q(ended_at__isnull=True), name="command_once"
            )
        ]

    def __str__(self) -> str:
        return f"{self.user_id or 'a link'} for {self.seat} of {self.game_id}"

    @property
    def is_taken(self) -> bool:
        return self.taken_at is not None
