"""Add shared tables to the core's pages, and supply the texts of their refusals."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final
from urllib.parse import urlsplit

from django.urls import Resolver404, resolve
from django.utils.translation import gettext_lazy as _

from accounts import clocks, parts
from features.shared_table import services
from games import refusals, slots
from games.refusals import BadInvitation

REFUSALS: Final[Mapping[str, Any]] = {
    "table_not_offered": _(
        "Phones can't join here: the game must be under way, with your own dice and nothing hidden."
    ),
    "table_not_to_take": _("Only players at this table can lead that army too, while the battle lasts."),
}
INVITATIONS: Final[Mapping[str, Any]] = {
    "code_unknown": _("No table has this code. Compare the letters, or ask for the code again."),
    "code_expired": _(
        "This code has been closed or has expired. The person with the first phone can show a new one."
    ),
    "code_over": _("This battle is over: its code no longer works."),
    "at_table_already": _("You're already leading this battle on this phone."),
    "table_full": _(
        "This table has reached its limit of phones and screens. One of them has to leave first."
    ),
}


class TablesPart(parts.Part):
    """Accepts valid table codes as invitations, so that a stranger with such a code may sign up."""

    def invites(self, address: str) -> bool:
        try:
            match = resolve(urlsplit(address).path)
            return match.view_name == "table-code" and bool(
                services.code_for(match.kwargs["token"], clocks.now())
            )
        except (Resolver404, ValueError, BadInvitation):
            return False


def register() -> None:
    """Register the feature's texts, account part and page slots. Django calls this once, when the app is
    ready.
    """
    refusals.SHELL_TEXTS.update(REFUSALS)
    refusals.INVITATION_TEXTS.update(INVITATIONS)
    parts.register(TablesPart())
    slots.register("tabs", "features/shared_table/_tab.html", _in_menu)
    slots.register("people", "features/shared_table/_phones.html", _at_head)


def _in_menu(page: Any) -> Mapping[str, Any] | None:
    """Return {}, which shows the menu entry, if phones can join but none has joined yet. Otherwise return
    None.
    """
    if page.get("tab") == "replay" or page.get("one_table"):
        return None
    found = _phones(page)
    return {} if found is not None and found["may_add"] and not found["came"] else None


def _at_head(page: Any) -> Mapping[str, Any] | None:
    """Return the context that shows the phones at the table, or None. If no phone has joined, return the
    context only if one person enters everything; it then offers the button that adds a phone.
    """
    if page.get("tab") in ("phones", "replay") or page.get("observing") or page.get("away"):
        return None
    found = _phones(page)
    return {"phones": found} if found and (page.get("one_table") or found["came"]) else None


def _phones(page: Any) -> dict[str, Any] | None:
    """Return the phones at the table, and whether more can join. Return None for anyone except the players,
    the game master and people who have joined with a phone.
    """
    game, user = page["game"], page.get("user")
    came = services.present_companions(game, clocks.now())
    part = bool(page.get("my_seats") or page.get("gm"))
    may_add = part and services.offers_phones(game)
    if not may_add and not (came and (part or (user is not None and services.companion_of(user, game)))):
        return None
    led = {place.user: place for place in page.get("seats") or () if place.user is not None}
    return {"may_add": may_add, "came": [(one, led.get(one.user)) for one in came]}
