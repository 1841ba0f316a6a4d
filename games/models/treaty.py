"""Treaties: promises between players that go beyond the rules."""

from typing import Final

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from engine.contract.promises import BROKEN, KEPT, OPEN
from games.models.game import Game

BROUGHT: Final = "import:"  # prefix of the keys of treaties from an imported game


class Treaty(models.Model):
    """Mutual promises of two seats, proposed by ``seat``. They also bind the seats' later players.
    ``made_seq``: the game's last entry when the treaty was made.
    """

    class Status(models.TextChoices):
        PROPOSED = "proposed", _("proposed")
        MADE = "made", _("agreed")
        DECLINED = "declined", _("declined")
        WITHDRAWN = "withdrawn", _("withdrawn")
        VOID = "void", _("void")

    class Cause(models.TextChoices):
        """The reason a treaty became void."""

        NONE = "", ""
        WENT_BACK = "back", _("the game went back to before it")
        ENDED = "ended", _("the game ended before it was accepted")

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="treaties")
    seat = models.CharField(max_length=40)
    to = models.CharField(max_length=40)
    author = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+"
    )
    public = models.BooleanField(default=False)  # whether everyone may read the treaty once it is made
    status = models.CharField(max_length=10, choices=Status, default=Status.PROPOSED)
    cause = models.CharField(max_length=8, choices=Cause, default=Cause.NONE, blank=True)
    key = models.CharField(max_length=80)  # the form's key, so that one form makes one proposal
    created_at = models.DateTimeField()
    proposed_seq = models.IntegerField()
    made_seq = models.IntegerField(null=True, blank=True)
    made_turn = models.IntegerField(null=True, blank=True)
    # the seat that revealed a secret treaty
    revealed_by = models.CharField(max_length=40, blank=True, default="")
    revealed_seq = models.IntegerField(null=True, blank=True)
    revealed_turn = models.IntegerField(null=True, blank=True)
    void_seq = models.IntegerField(null=True, blank=True)
    void_turn = models.IntegerField(null=True, blank=True)

    class Meta:
        ordering = ["-pk"]
        constraints = [models.UniqueConstraint(fields=["game", "key"], name="treaty_once")]
        verbose_name_plural = "treaties"

    def __str__(self) -> str:
        return f"{self.seat} and {self.to} in {self.game_id}: {self.status}"

    @property
    def parties(self) -> tuple[str, str]:
        return self.seat, self.to

    @property
    def was_made(self) -> bool:
        return self.made_seq is not None

    @property
    def open_to_all(self) -> bool:
        """Whether everybody who may see the game may read the treaty."""
        return self.was_made and (self.public or bool(self.revealed_by))


class Promise(models.Model):
    """One promise of a treaty. ``evidence``: the entries and events that affect it ([[seq, event], ...]).
    ``settled_by``: the seat that declared it kept or broken. It is "" while the promise is open, or if the
    log decides.
    """

    class Status(models.TextChoices):
        OPEN = OPEN, _("open")
        KEPT = KEPT, _("kept")
        BROKEN = BROKEN, _("broken")
        LAPSED = "lapsed", _("lapsed: the game ended first")

    treaty = models.ForeignKey(Treaty, on_delete=models.CASCADE, related_name="promises")
    by = models.CharField(max_length=40)
    to = models.CharField(max_length=40)
    kind = models.CharField(max_length=40)
    terms = models.JSONField(default=dict)
    evidence = models.JSONField(default=list)
    status = models.CharField(max_length=8, choices=Status, default=Status.OPEN)
    settled_by = models.CharField(max_length=40, blank=True, default="")
    settled_seq = models.IntegerField(null=True, blank=True)
    settled_turn = models.IntegerField(null=True, blank=True)
    disputed = models.BooleanField(default=False)  # whether the other party disputes it

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"{self.kind} of {self.by} to {self.to}: {self.status}"
