"""A battle that answers a decision of a campaign."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from games.models.game import Game


class BattleLink(models.Model):
    """From the moment a campaign waits for a battle until its report has become an entry.

    ``opening`` is the rules' OpenBattle and ``muster`` the bridge's Muster, as JSON. ``battle`` is the game
    of the battle, if it is played here. ``confirmations`` are the seats that agree to ``report``.
    ``system``: with which battle system it is fought; "" (of older ones) is the campaign's. ``wishes``: of
    sides that would fight it with another one, with which.
    """

    class Status(models.TextChoices):
        OPEN = "open", _("to be fought")
        REPORTED = "reported", _("reported, awaiting confirmation")
        CONFIRMED = "confirmed", _("confirmed by both sides")
        RULED = "ruled", _("ruled by the game master")
        VOID = "void", _("undone by a rewind")

    campaign = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="battle_links")
    decision = models.CharField(max_length=120)
    battle = models.OneToOneField(
        Game, on_delete=models.SET_NULL, null=True, blank=True, related_name="campaign_link"
    )
    attacker = models.CharField(max_length=40)
    defender = models.CharField(max_length=40)
    opening = models.JSONField()
    muster = models.JSONField(null=True, blank=True)
    note = models.CharField(max_length=200, blank=True, default="")  # a code: why it is not played here
    status = models.CharField(max_length=10, choices=Status, default=Status.OPEN)
    report = models.JSONField(null=True, blank=True)
    reported_by = models.CharField(max_length=40, blank=True, default="")  # a seat, "gm" or "battle"
    confirmations = models.JSONField(default=list, blank=True)
    system = models.CharField(max_length=40, blank=True, default="")
    wishes = models.JSONField(default=dict, blank=True)
    to_programs = models.JSONField(default=list, blank=True)  # sides that would let the programs fight it
    opened_seq = models.PositiveIntegerField()
    answered_seq = models.PositiveIntegerField(null=True, blank=True)
    created_at = models.DateTimeField()
    settled_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["campaign", "decision"], condition=~models.Q(status="void"), name="battle_once"
            )
        ]

    def __str__(self) -> str:
        return f"{self.decision} of {self.campaign_id}"

    @property
    def settled(self) -> bool:
        return self.status in {self.Status.CONFIRMED, self.Status.RULED}
