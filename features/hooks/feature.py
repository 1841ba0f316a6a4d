"""Pass news to web hooks, add them to the core's pages, and supply the texts of their refusals."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from django.utils.translation import gettext_lazy as _

from features.hooks import services
from games import events, refusals, slots
from games.services.notices import channels
from games.views.api import tags

REFUSALS: Final[Mapping[str, Any]] = {
    "hook_guest": _("Guests have no web hooks. Sign up first: your games stay yours."),
    "hook_address": _(
        "A web hook is an https address of at most 500 characters, without a name or password in it, "
        "on port 443 or 8443."
    ),
    "hook_private": _(
        "This is not a public Internet address: check that it is complete. Nothing is sent to private"
        " networks."
    ),
    "hook_silent": _("This address could not be looked up in time. Try again later."),
    "hook_too_many": _("You have reached the limit of %(most)s web hooks. Delete one first."),
}


def register() -> None:
    """Register the feature's texts, events, channel and page slot. Django calls this once, when the app is
    ready.
    """
    tags.register("features.hooks", "List the web hooks that send news of games to other sites.")
    refusals.SHELL_TEXTS.update(REFUSALS)
    events.subscribe(events.Announced, services.queue_news)
    channels.register(
        channels.Channel(
            "hooks", lambda kind: kind.is_public, services.has_hook, services.queue_message, services.send
        )
    )
    slots.register("messages", "features/hooks/_off.html", _switched_off)


def _switched_off(page: Any) -> Mapping[str, Any] | None:
    off = services.hooks_of(page["user"]).filter(off_at__isnull=False).count()
    return {"hooks_off": off} if off else None
