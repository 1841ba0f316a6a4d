"""The messages about uploaded moves."""

from __future__ import annotations

from functools import partial
from typing import Final

from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from games.message_kinds import MessageKind, always
from games.models import Branch, Outbox, Topic

KIND = Outbox.Kind


def _is_branch_decided(message: Outbox) -> bool:
    brought = Branch.objects.filter(pk=message.payload["branch"], state=Branch.State.OPEN)
    return not brought.exists()


_kind = partial(MessageKind, address=lambda message: reverse("game-branches", args=[message.game_id]))

KINDS: Final = (
    _kind(
        KIND.BRANCH,
        _("In %(game)s a phone has uploaded offline moves. Do you approve them?"),
        _("Offline moves need your approval"),
        is_obsolete=_is_branch_decided,
        is_request=True,
        awaits_reader=always,
        urgency=140,
        topic=Topic.MOVE,
        is_waking=True,
    ),
    _kind(
        KIND.BRANCH_DONE,
        _("In %(game)s a version of the battle was chosen; the other one is kept."),
        _("Offline moves: one version was chosen"),
    ),
)
