"""The entries in a game's log, which only grows."""

from typing import Any, Final, NoReturn

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from engine.canonical_order import AS_IT_CAME
from games.models.game import Game
from games.models.ordered_json import OrderedJSON

BROUGHT: Final = "branch:"  # prefix of the keys of uploaded entries


class AppendOnly(Exception):
    """Raised on an attempt to change or delete an entry. Corrections are new entries, such as a rewind or an
    amendment.
    """


class EntryQuerySet(models.QuerySet["Entry"]):
    """A query set that can only read and append."""

    def update(self, **kwargs: Any) -> NoReturn:
        raise AppendOnly("entries are never changed")

    def delete(self) -> NoReturn:
        raise AppendOnly("entries are never deleted; a game is deleted whole")

    def bulk_update(self, *args: Any, **kwargs: Any) -> NoReturn:
        raise AppendOnly("entries are never changed")


class Entry(models.Model):
    """One step of a game: who acted, the action, the dice and the events.

    The first group of fields is the journal's (engine.journal). The other fields are the application's
    metadata.
    """

    class Reason(models.TextChoices):
        PLAYER = "player", _("the player")
        GM = "gm", _("the game master")
        BOT = "bot", _("the bot")
        ORDERS = "orders", _("standing orders")
        DEFAULT = "default", _("no answer in time")
        FOR = "for", _("the bot, at the game master's request")
        RULED = "ruled", _("the game master, for the player")
        TABLE = "table", _("the campaign's own battle table")
        BATTLE = "battle", _("the battle that was fought")

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="entries")
    seq = models.PositiveIntegerField()
    step = models.PositiveIntegerField()
    turn = models.PositiveIntegerField(null=True, blank=True)  # the entry's turn, if the rules count turns
    kind = models.CharField(max_length=12)  # setup, action, amend, laid or rewind
    seat = models.CharField(max_length=40, blank=True)
    action = OrderedJSON(null=True)
    rolls = OrderedJSON(default=list)
    events = OrderedJSON(default=list)
    rules_version = models.CharField(max_length=40)
    # the order of mapping keys passed to the rules: see engine.canonical_order
    order = models.PositiveSmallIntegerField(default=AS_IT_CAME)
    digest = models.CharField(max_length=64)  # a chained digest, which covers this entry and all before it

    key = models.CharField(max_length=80)  # idempotency key, which has one effect per game
    body_digest = models.CharField(max_length=64, blank=True)  # digest of the request that had the key
    actor = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+"
    )
    reason = models.CharField(max_length=10, choices=Reason, default=Reason.PLAYER)
    # which of the seat's powers answered; the digest does not cover it
    power = models.CharField(max_length=40, blank=True, default="")
    # whether this answers a covert decision: others learn neither its seat nor its time before the game ends
    covert = models.BooleanField(default=False)
    created_at = models.DateTimeField()

    objects = EntryQuerySet.as_manager()

    class Meta:
        ordering = ["seq"]
        constraints = [
            models.UniqueConstraint(fields=["game", "seq"], name="entry_once"),
            models.UniqueConstraint(fields=["game", "key"], name="entry_key_once"),
        ]
        # for finding the rewinds in a long log
        indexes = [
            models.Index(fields=["game", "turn", "seq"], name="entry_turn"),
            models.Index(fields=["game", "kind", "seq"], name="entry_kind"),
        ]
        verbose_name_plural = "entries"

    def __str__(self) -> str:
        return f"{self.game_id}/{self.seq}"

    @property
    def was_uploaded(self) -> bool:
        """Whether the entry was uploaded after offline play."""
        return self.key.startswith(BROUGHT)

    def save(self, *args: Any, **kwargs: Any) -> None:
        if not self._state.adding:
            raise AppendOnly("entries are never changed")
        super().save(*args, **{**kwargs, "force_insert": True})

    def delete(self, *args: Any, **kwargs: Any) -> NoReturn:
        raise AppendOnly("entries are never deleted; a game is deleted whole")
