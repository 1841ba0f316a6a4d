"""Connect guest commanders to the core's events and pages, and supply the texts of the feature."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta
from typing import Any, Final
from urllib.parse import urlsplit

from django.urls import Resolver404, resolve
from django.utils.translation import gettext_lazy as _

from accounts import clocks, parts
from features.guest_commanders import kinds, services
from games import events, message_kinds, refusals, slots
from games.views.api import tags

NOW_AND_THEN: Final = timedelta(minutes=10)
REFUSALS: Final[Mapping[str, Any]] = {
    "command_of_player": _(
        "You are playing in this game: only the player, or a game master who isn’t playing, can let "
        "someone command for them."
    ),
    "command_not_here": _(
        "Guest generals are possible only while a battle is under way, and not where other tables use"
        " the same dice."
    ),
    "command_too_many": _("This battle has reached the limit of %(most)s such links."),
    "command_plays": _("You already have a part in this battle: nobody can command on two sides."),
    "command_knows": _(
        "You have run, commanded or observed this battle and may know what is hidden, so somebody "
        "else has to command here."
    ),
    "command_over": _("The battle is over: who commanded stays in its record."),
}
INVITATIONS: Final[Mapping[str, Any]] = {
    "command_gone": _(
        "This link no longer gives command: it was used, withdrawn or has expired, or the battle is "
        "over. Ask the sender for a new one."
    ),
}


class GuestCommanders(parts.Part):
    """Accepts command links as invitations, so that a stranger with such a link may sign up."""

    def invites(self, address: str) -> bool:
        try:
            match = resolve(urlsplit(address).path)
        except (Resolver404, ValueError):
            return False
        if match.view_name != "command-link":
            return False
        try:
            return bool(services.open_link(match.kwargs["token"], clocks.now()))
        except refusals.BadInvitation:
            return False


def register() -> None:
    """Register the feature's texts, events, account part and page slots. Django calls this once, when the
    app is ready.
    """
    refusals.SHELL_TEXTS.update(REFUSALS)
    refusals.INVITATION_TEXTS.update(INVITATIONS)
    tags.register("features.guest_commanders", "Let a guest command a seat in one battle.")
    message_kinds.register(*kinds.KINDS)
    parts.register(GuestCommanders())
    events.subscribe(events.Ended, _notify_end)
    events.subscribe(events.Swept, _warn_of_absence, every=NOW_AND_THEN)
    slots.register("tabs", "features/guest_commanders/_tab.html", _tab)
    slots.register("orders", "features/guest_commanders/_orders.html", _orders)


def _notify_end(ended: events.Ended) -> None:
    if not ended.is_abandoned:
        services.notify_end(ended.game, ended.now)


def _warn_of_absence(swept: events.Swept) -> None:
    services.warn_of_absence(swept.now)


def _tab(page: Any) -> Mapping[str, Any] | None:
    if page.get("tab") == "replay" or page.get("one_table") or not (page.get("my_seats") or page.get("gm")):
        return None
    own, bots = services.seats_to_let(page["user"], page["game"])
    return {"for_own_seat": own} if own or bots else None


def _orders(page: Any) -> Mapping[str, Any] | None:
    own, _bots = services.seats_to_let(page["user"], page["game"])
    return {} if own else None
