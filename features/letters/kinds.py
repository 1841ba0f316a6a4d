"""The message about a letter."""

from __future__ import annotations

from typing import Final

from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from games.access import voices_of
from games.message_kinds import QUIET, MessageKind
from games.models import Letter, Outbox, Reading, Topic
from games.models.letter import EVERYBODY


def _is_read_or_gone(message: Outbox) -> bool:
    read = Reading.objects.filter(game=message.game, user=message.recipient)
    return read.filter(letter__gte=message.payload["letter"]).exists() or not _letters_left(message)


def _letters_left(message: Outbox) -> bool:
    """Return whether at least one of the announced letters still exists."""
    meant = Q(to=EVERYBODY) | Q(to__in=voices_of(message.recipient, message.game))
    since = Letter.objects.filter(
        meant, game=message.game, pk__gte=message.payload["letter"], deleted_at=None
    )
    return since.exclude(author=message.recipient).exists()


KINDS: Final = (
    MessageKind(
        Outbox.Kind.LETTER,
        _("There is a letter for you in %(game)s."),
        _("A letter for you"),
        address=lambda message: reverse("game-letters", args=[message.game_id]),
        is_obsolete=_is_read_or_gone,
        urgency=240,
        topic=Topic.LETTER,
        delay=QUIET,
        is_bundled=True,
        is_waking=True,
        can_wait=True,
        is_private=True,
    ),
)
