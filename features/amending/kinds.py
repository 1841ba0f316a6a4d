"""The messages about corrections."""

from __future__ import annotations

from functools import partial
from typing import Final

from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from games.message_kinds import MessageKind, always
from games.models import Amendment, Outbox, Topic

KIND = Outbox.Kind


def _is_request_closed(message: Outbox) -> bool:
    corrections = Amendment.objects.filter(pk=message.payload["amendment"], asked_seq=message.game.seq)
    return not corrections.filter(status=Amendment.Status.OPEN).exists()


_kind = partial(MessageKind, address=lambda message: reverse("game-amend", args=[message.game_id]))

KINDS: Final = (
    _kind(
        KIND.AMENDED,
        _("In %(game)s the game master has corrected the position; you can object."),
        _("The game master corrected the position"),
        urgency=160,
        is_public=True,
    ),
    _kind(
        KIND.AMEND_ASKED,
        _("In %(game)s the game master asks to correct the position: do you agree?"),
        _("A correction of the position: do you agree?"),
        is_obsolete=_is_request_closed,
        is_request=True,
        awaits_reader=always,
        urgency=130,
        topic=Topic.MOVE,
        is_waking=True,
    ),
    _kind(
        KIND.AMEND_REFUSED,
        _("In %(game)s your request for a correction was declined."),
        _("Your correction was declined"),
    ),
    _kind(
        KIND.OBJECTED,
        _("In %(game)s a player objects to your correction."),
        _("A player objects to your correction"),
        urgency=150,
        topic=Topic.LEAD,
    ),
)
