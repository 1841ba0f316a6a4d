"""The messages about requests to undo."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any, Final

from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from games.message_kinds import MessageKind, always
from games.models import Outbox, RewindRequest, Topic
from games.page_facts.discarding import losses_in_mail

KIND = Outbox.Kind


def _cause(message: Outbox) -> Mapping[str, Any]:
    return {"why": RewindRequest.Cause(message.payload.get("cause", RewindRequest.Cause.MOVED)).label}


def _is_request_closed(message: Outbox) -> bool:
    asked = RewindRequest.objects.filter(pk=message.payload["request"], status=RewindRequest.Status.OPEN)
    return not asked.exists()


_kind = partial(MessageKind, address=lambda message: reverse("game-back", args=[message.game_id]))

KINDS: Final = (
    _kind(
        KIND.BACK_ASKED,
        _("In %(game)s someone asks to undo moves: do you agree?"),
        _("A request to undo: do you agree?"),
        extra=losses_in_mail,
        is_obsolete=_is_request_closed,
        is_request=True,
        awaits_reader=always,
        urgency=120,
        topic=Topic.MOVE,
        is_waking=True,
    ),
    _kind(
        KIND.BACK_AGREED,
        _("In %(game)s your request to undo was accepted and carried out."),
        _("Your request to undo was accepted"),
    ),
    _kind(
        KIND.BACK_REFUSED,
        _("In %(game)s your request to undo was declined."),
        _("Your request to undo was declined"),
    ),
    _kind(
        KIND.BACK_LAPSED,
        _("In %(game)s your request to undo has lapsed: %(why)s."),
        _("Your request to undo has lapsed: %(why)s"),
        _cause,
    ),
)
