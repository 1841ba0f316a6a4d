"""Messages to people. A message is stored in the same transaction as its event, and sent afterwards."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from games.models.game import Game


class Outbox(models.Model):
    """A message to a person. ``key`` is unique, so that one event never causes the message twice."""

    class Kind(models.TextChoices):
        YOUR_TURN = "your_turn", _("your turn")
        DUE_SOON = "due_soon", _("your decision is due soon")
        ANSWERED = "answered", _("answered for you")
        STARTED = "started", _("the game has begun")
        BATTLE = "battle", _("a battle must be fought")
        BATTLE_OVER = "battle_over", _("time has run out for a battle")
        REPORT = "report", _("a battle report needs your decision")
        ENDED = "ended", _("the game has ended")
        PAUSED = "paused", _("the game is paused")
        RESUMED = "resumed", _("the game resumes")
        TROUBLE = "trouble", _("the game needs your help")
        SEAT_FREE = "seat_free", _("a player has left their seat")
        ORDERED = "ordered", _("your standing orders have answered")
        LETTER = "letter", _("a letter for you")
        SEATED = "seated", _("a player has joined")
        UNSEATED = "unseated", _("your seat was freed")
        LED = "led", _("you are now the game master")
        MORE_TIME = "more_time", _("you have more time")
        UNDELIVERED = "undelivered", _("a message could not be delivered")
        NUDGE = "nudge", _("the game master asks for your answer")
        TIME_GIVEN = "time_given", _("the game master gives you more time")
        ANSWERED_FOR = "answered_for", _("the game master had your decision made for you")
        LENT = "lent", _("somebody is playing for you for a while")
        STAND_IN = "stand_in", _("you are playing for somebody for a while")
        RETURNED = "returned", _("a seat is back with its player")
        CALL = "call", _("a substitute is needed")
        BACK_ASKED = "back_asked", _("a request to undo needs your decision")
        BACK_AGREED = "back_agreed", _("your request to undo was accepted")
        BACK_REFUSED = "back_refused", _("your request to undo was declined")
        BACK_LAPSED = "back_lapsed", _("your request to undo has lapsed")
        AMENDED = "amended", _("the game master has corrected the position")
        AMEND_ASKED = "amend_asked", _("a correction needs your decision")
        AMEND_REFUSED = "amend_no", _("your request for a correction was declined")
        OBJECTED = "objected", _("a player objects to a correction")
        POWER_ASKED = "power_asked", _("a request for consent needs your decision")
        POWER_SAID = "power_said", _("your request for consent was answered")
        POWER_USED = "power_used", _("the game master has acted on a seat")
        RULED = "ruled", _("the game master has ruled a battle")
        RULING_NO = "ruling_no", _("a player disputes a ruling")
        BRANCH = "branch", _("offline moves need your decision")
        BRANCH_DONE = "branch_done", _("one version of a battle was chosen")
        LAST_ONE = "last_one", _("the others are waiting for you")
        TURN_OVER = "turn_over", _("a turn is over")
        TREATY = "treaty", _("a treaty of yours")
        PROMISE_DUE = "promise_due", _("your promise is due")
        COMMAND = "command", _("somebody commands a battle for you, or you for them")
        REMATCH = "rematch", _("somebody asks for a rematch")
        INVITED = "invited", _("somebody invites you to a game")
        MEETING = "meeting", _("a time for a battle: proposed, agreed, moved, called off")
        MEETING_SOON = "meet_soon", _("a battle will be fought soon, as agreed")

    key = models.CharField(max_length=200, unique=True)
    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="+")
    recipient = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="messages")
    kind = models.CharField(max_length=12, choices=Kind)
    payload = models.JSONField(default=dict)
    created_at = models.DateTimeField()
    next_try_at = models.DateTimeField()
    claimed_at = models.DateTimeField(null=True, blank=True)
    attempts = models.PositiveIntegerField(default=0)
    error = models.TextField(blank=True, default="")
    given_up_at = models.DateTimeField(null=True, blank=True)  # when the last attempt to send it failed
    deferred_until = models.DateTimeField(null=True, blank=True)  # held back until the reader's daily digest
    # when the message was passed on to the reader's other channels, such as push
    passed_on_at = models.DateTimeField(null=True, blank=True)
    sent_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["pk"]
        indexes = [
            models.Index(
                fields=["next_try_at"], condition=models.Q(sent_at__isnull=True), name="outbox_unsent"
            )
        ]
        verbose_name_plural = "outbox"

    def __str__(self) -> str:
        return self.key
