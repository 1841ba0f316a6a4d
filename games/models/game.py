"""A game, and the secret from which its dice are derived."""

import uuid
from typing import Any, Final

from django.conf import settings
from django.db import models
from django.urls import NoReverseMatch, reverse
from django.utils.translation import get_language, gettext
from django.utils.translation import gettext_lazy as _

from engine.journal import BY_SEQ
from games.models.ordered_json import OrderedJSON

A_RESTORE: Final = 1_000_000  # added to ``version`` when a backup is restored; no game changes this often


class Game(models.Model):
    """A campaign or a battle: its settings, chosen at creation, and its present state.

    ``seq`` is the number of the last entry (-1 before the start). ``step`` is that entry's place in the
    current line of play, so a rewind lowers it. ``version`` grows with every change that a page might
    show. It also grows by A_RESTORE when a backup is restored, so that nothing cached earlier is mistaken
    for current.
    """

    class Status(models.TextChoices):
        GATHERING = "gathering", _("Gathering players")
        RUNNING = "running", _("Running")
        ENDED = "ended", _("Ended")
        ABANDONED = "abandoned", _("Abandoned")

    OVER = (Status.ENDED, Status.ABANDONED)

    class DiceMode(models.TextChoices):
        VIRTUAL = "virtual", _("The server rolls, from a seed it has committed to")
        PHYSICAL = "physical", _("We roll real dice and enter the faces")
        MIXED = "mixed", _("Either, roll by roll")

    class Match(models.TextChoices):
        """A game's role in a match. A match is two games between the same people with sides swapped,
        scored together.
        """

        NONE = "", _("a single game")
        AFTER = "after", _("two games, sides changed; the second begins when the first ends")
        BOTH = "both", _("two games at once, sides changed")
        SECOND = "second", _("the second game of a match")

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    name = models.CharField(_("name"), max_length=120)
    names = models.JSONField(default=dict, blank=True)  # language -> the campaign's name for this battle
    system = models.CharField(_("rules"), max_length=40)
    scenario_name = models.CharField(max_length=120, blank=True)  # "" for a custom scenario
    scenario = OrderedJSON()  # frozen at creation, so that a game keeps the scenario it began with
    scenario_digest = models.CharField(max_length=64)
    options = OrderedJSON(default=dict)
    # the version at creation; every entry stores its own version
    rules_version = models.CharField(max_length=40)
    status = models.CharField(max_length=12, choices=Status, default=Status.GATHERING)
    gm = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        related_name="games_led",
        verbose_name=_("game master"),
    )
    # "": battles are decided by the campaign's own table
    battle_system = models.CharField(_("battles are fought with"), max_length=40, blank=True, default="")
    # smaller battles are decided by the campaign's own table
    battle_least = models.PositiveSmallIntegerField(default=0)
    hours_per_decision = models.PositiveIntegerField(_("hours per decision"), null=True, blank=True)
    # see games.services.clock.rhythm; {} sets no fixed hours or days
    rhythm = models.JSONField(default=dict, blank=True)
    # the expected length, as shown to players
    weeks = models.PositiveSmallIntegerField(null=True, blank=True)
    dice_mode = models.CharField(_("dice"), max_length=10, choices=DiceMode, default=DiceMode.VIRTUAL)
    public = models.BooleanField(_("anyone may watch"), default=False)
    players_rewind = models.BooleanField(_("players may rewind"), default=False)

    # a sandbox: a copy of another game's position after an entry
    tryout = models.BooleanField(default=False)
    tried_from = models.ForeignKey(
        "self", on_delete=models.SET_NULL, null=True, blank=True, related_name="tryouts"
    )
    tried_seq = models.PositiveIntegerField(null=True, blank=True)

    rematch_of = models.ForeignKey(
        "self", on_delete=models.SET_NULL, null=True, blank=True, related_name="rematches"
    )
    # the game's role in a match: see games.page_facts.matches
    match = models.CharField(max_length=6, choices=Match, blank=True, default=Match.NONE)

    commitment = models.CharField(max_length=64, blank=True)  # SHA-256 of the secret seed
    # how dice are derived from the seed: see engine.journal.Opening
    binding = models.PositiveSmallIntegerField(default=BY_SEQ)
    # Duplicate games are played at several tables with the same dice. They share this number and one seed.
    # Until all are over, each is sealed: visible only to its players (games.services.proof.duplicates).
    twins = models.UUIDField(null=True, blank=True)
    sealed = models.BooleanField(default=False)
    seq = models.IntegerField(default=-1)
    step = models.IntegerField(default=-1)
    version = models.PositiveIntegerField(default=1)
    outcome = models.JSONField(null=True, blank=True)
    standing = models.JSONField(default=dict, blank=True)  # turn and public scores, for lists of games
    has_observers = models.BooleanField(default=False)  # whether the game ever had observers
    # whether the game ever had a guest commander, an appointment or other arrangements
    has_agreed = models.BooleanField(default=False)
    has_companions = models.BooleanField(default=False)  # whether the game ever had a table code
    has_treaties = models.BooleanField(default=False)  # whether the game ever had a treaty proposed

    # a campaign battle's badges, by the campaign's seats: "mark", "colour", "motif"
    banners = models.JSONField(default=dict, blank=True)
    # whether the game is a battle voided by a rewind of its campaign
    void = models.BooleanField(default=False)

    paused_at = models.DateTimeField(null=True, blank=True)  # when the game's deadlines were paused
    resumed_at = models.DateTimeField(null=True, blank=True)  # when the latest pause ended
    # the error that kept the game from continuing automatically
    trouble = models.TextField(blank=True, default="")
    trouble_count = models.PositiveIntegerField(default=0)
    retry_at = models.DateTimeField(null=True, blank=True)
    trying_at = models.DateTimeField(null=True, blank=True)  # when an unfinished attempt to continue began
    tries = models.PositiveSmallIntegerField(default=0)  # unfinished attempts to continue, in a row

    created_at = models.DateTimeField()
    started_at = models.DateTimeField(null=True, blank=True)
    ended_at = models.DateTimeField(null=True, blank=True)
    moved_at = models.DateTimeField(null=True, blank=True)

    came: Any = None  # the people at the game's shared table, queried once (access.companions_of)
    ahead: Any = None  # data prefetched for a step together with the game's lock (games.caches.prefetch)
    as_was: Any = None  # the past position, for a reader limited to it (services.people.observers)

    class Meta:
        indexes = [
            models.Index(fields=["gm", "status"], name="game_gm_status"),
            models.Index(fields=["twins"], condition=models.Q(twins__isnull=False), name="game_twins"),
            models.Index(fields=["public", "status", "-moved_at"], name="game_public_status"),
        ]
        verbose_name = _("game")
        verbose_name_plural = _("games")

    def __str__(self) -> str:
        return self.name

    @property
    def title(self) -> str:
        """The game's name for pages. A campaign's battle has a name in the reader's language until a player
        names it. A void battle is marked as void.
        """
        return gettext("%(name)s (void)") % {"name": self.own_title} if self.void else self.own_title

    @property
    def own_title(self) -> str:
        """The game's name without the mark of a void battle."""
        return str(self.names.get((get_language() or "").partition("-")[0]) or self.name)

    def get_absolute_url(self) -> str:
        """The URL of the game's page, even in a process that has not loaded the site's URLs."""
        try:
            return reverse("game", args=[self.pk])
        except NoReverseMatch:
            return f"/games/{self.pk}/"

    @property
    def restore_count(self) -> int:
        """The number of times that a backup with this game was restored. Entries with the same number may
        differ before and after a restore.
        """
        return self.version // A_RESTORE

    @property
    def running(self) -> bool:
        return self.status == self.Status.RUNNING

    @property
    def is_paused(self) -> bool:
        """Whether the game master has paused the deadlines."""
        return self.running and self.paused_at is not None

    @property
    def has_ended(self) -> bool:
        return self.status == self.Status.ENDED

    @property
    def is_over(self) -> bool:
        """Whether the game has ended or was abandoned, so that no answer is due."""
        return self.status in self.OVER


class Secret(models.Model):
    """The seed of a game's dice. It is stored apart from the game, so that no code that shows or exports a
    game can leak it.

    It is revealed only once the game has ended: :func:`games.services.proof.chance.revealed_seed`.
    """

    game = models.OneToOneField(Game, on_delete=models.CASCADE, primary_key=True, related_name="+")
    seed = models.BinaryField()
    # once the seed is revealed the game cannot be rewound, because its future dice are known
    revealed_at = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return f"secret of {self.game_id}"
