"""Say which links invite to observe, and supply the texts of refusals."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final
from urllib.parse import urlsplit

from django.http import Http404
from django.urls import Resolver404, resolve
from django.utils.translation import gettext_lazy as _

from accounts import clocks, parts
from features.observers import services
from games import refusals

REFUSALS: Final[Mapping[str, Any]] = {
    "observer_delay_public": _(
        "Anyone can already watch this game live, so a delay would hide nothing: choose no delay, or "
        "ask the game master to make the game private first."
    ),
    "observer_already": _("They already observe this game: one seat is enough."),
    "observer_delay": _("An observer can be 0 to %(most)s turns behind."),
    "observer_plays": _("Players and game masters of this game or its battles cannot observe it."),
    "observer_reserve": _("Substitutes of this game can't observe it: leave the list of substitutes first."),
    "observer_too_many": _("This game has reached the limit of %(most)s observers and open links."),
    "observer_unknown": _("There is no account called %(name)s."),
}


class ObserversPart(parts.Part):
    """Links that invite to observe a game, as part of an account."""

    def invites(self, address: str) -> bool:
        try:
            match = resolve(urlsplit(address).path)
            if match.view_name != "observe-link":
                return False
            return bool(services.open_link(match.kwargs["token"], clocks.now()))
        except (Resolver404, ValueError, Http404):
            return False


def register() -> None:
    """Register the feature's texts and invitations. Django calls this once, when the app is ready."""
    refusals.SHELL_TEXTS.update(REFUSALS)
    parts.register(ObserversPart())
