"""The seats at the table of a game."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from games.models.game import Game


class Seat(models.Model):
    """A seat of the rules and its player. A seat without a user and without the bot is free.

    ``orders`` are standing orders ({decision kind: {field: value}}). They are used at the deadline, or at
    once if ``orders_at_once``.
    """

    class Hard(models.IntegerChoices):
        """A seat's difficulty, as the game master states it on invitations."""

        UNSAID = 0, _("not stated")
        EASY = 1, _("good for a first game")
        MEDIUM = 2, _("for experienced players")
        HARD = 3, _("demanding")

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="seats")
    key = models.CharField(max_length=40)  # the seat's id in the rules
    place = models.PositiveSmallIntegerField(default=0)  # the seat's place in the order at the table
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="seats"
    )
    is_bot = models.BooleanField(_("played by a bot"), default=False)
    orders = models.JSONField(_("standing orders"), default=dict, blank=True)
    orders_at_once = models.BooleanField(_("answer at once by standing orders"), default=False)

    hard = models.PositiveSmallIntegerField(choices=Hard, default=Hard.UNSAID)
    since = models.DateTimeField(null=True, blank=True)  # when the present player took the seat
    seen_at = models.DateTimeField(null=True, blank=True)  # when the seat's player last opened the game

    # earlier letters to the seat are hidden from its player; null: none are hidden
    letters_since = models.DateTimeField(null=True, blank=True)
    # for a lent seat: its owner, the time of its return, and the orders and letters kept for the owner
    lender = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    back_at = models.DateTimeField(null=True, blank=True)
    kept = models.JSONField(default=dict, blank=True)
    # periods in which the present player had a substitute, by first and last entry: [[first, last], ...]
    stood_in = models.JSONField(null=True, blank=True)

    # hints of the first-turn guide that the player has read, one bit each; null: no guide, or dismissed
    lesson = models.PositiveSmallIntegerField(null=True, blank=True)

    class Meta:
        ordering = ["place"]
        indexes = [
            models.Index(
                fields=["back_at"], condition=models.Q(back_at__isnull=False), name="seat_comes_back"
            )
        ]
        constraints = [
            models.UniqueConstraint(fields=["game", "key"], name="seat_once"),
            models.CheckConstraint(
                condition=models.Q(user__isnull=True) | models.Q(is_bot=False), name="seat_user_or_bot"
            ),
        ]

    def __str__(self) -> str:
        return self.key

    @property
    def free(self) -> bool:
        return self.user_id is None and not self.is_bot
