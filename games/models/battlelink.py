"""Links between a campaign and its battles."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from games.models.game import Game


class BattleLink(models.Model):
    """A battle of a campaign, from the entry that opens it to the entry that records its result.

    ``opening`` is the rules' OpenBattle and ``muster`` the bridge's Muster, as JSON. ``battle`` is the
    battle's game if it is played on this site. ``confirmations`` are the seats that agree to ``report``.
    ``system`` is the battle system; "" (in older rows) means the campaign's. ``wishes``: side -> the other
    battle system that the side would prefer. ``kept``: whether the report is older than a rewind of the
    campaign, in which case both sides are asked whether it still counts. ``anew``: the sides that prefer to
    fight again. ``to_table``: the sides that would let the campaign's own table decide. ``void_seq``: the
    campaign's entry that made the battle void.
    """

    class Status(models.TextChoices):
        OPEN = "open", _("to be fought")
        REPORTED = "reported", _("reported, awaiting confirmation")
        CONFIRMED = "confirmed", _("confirmed by both sides")
        RULED = "ruled", _("ruled by the game master")
        TABLE = "table", _("decided by the campaign's own table")
        VOID = "void", _("void: it doesn't count")

    class Cause(models.TextChoices):
        """The reason a battle is void."""

        BACK = "back", _("The campaign went back to before its result. It doesn't count.")
        ANEW = "anew", _("Both sides chose to fight it again. It doesn't count.")
        CORRECTED = "corrected", _("The position was corrected before its result. It doesn't count.")
        OVER = "over", _("The campaign ended before its result. It doesn't count.")

    campaign = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="battle_links")
    decision = models.CharField(max_length=120)
    battle = models.OneToOneField(
        Game, on_delete=models.SET_NULL, null=True, blank=True, related_name="campaign_link"
    )
    attacker = models.CharField(max_length=40)
    defender = models.CharField(max_length=40)
    opening = models.JSONField()
    muster = models.JSONField(null=True, blank=True)
    # why the battle is not played on this site, as a code
    note = models.CharField(max_length=200, blank=True, default="")
    status = models.CharField(max_length=10, choices=Status, default=Status.OPEN)
    report = models.JSONField(null=True, blank=True)
    # the reporter: a seat, "gm" or "battle"
    reported_by = models.CharField(max_length=40, blank=True, default="")
    confirmations = models.JSONField(default=list, blank=True)
    kept = models.BooleanField(default=False)
    system = models.CharField(max_length=40, blank=True, default="")
    wishes = models.JSONField(default=dict, blank=True)
    to_programs = models.JSONField(default=list, blank=True)  # sides that would let the bots fight the battle
    to_table = models.JSONField(default=list, blank=True)
    anew = models.JSONField(default=list, blank=True)
    # the reason the battle is void
    cause = models.CharField(max_length=10, choices=Cause, blank=True, default="")
    void_seq = models.PositiveIntegerField(null=True, blank=True)
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
    def is_settled(self) -> bool:
        """Whether the battle's result is final: confirmed, ruled on by the game master, or decided by the
        campaign's table.
        """
        return self.status in {self.Status.CONFIRMED, self.Status.RULED, self.Status.TABLE}

    @property
    def void(self) -> bool:
        return self.status == self.Status.VOID

    @property
    def why_void(self) -> str:
        """The reason the battle is void, as a sentence, or "" if it is not void."""
        if not self.void:
            return ""
        return str(self.Cause(self.cause).label) if self.cause else str(_("This battle doesn't count."))
