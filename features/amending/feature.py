"""Add corrections to the core's pages, and supply the texts of their refusals."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from django.utils.translation import gettext_lazy as _

from features.amending import corrections, kinds
from games import message_kinds, refusals, services, slots
from games.views.api import tags

REFUSALS: Final[Mapping[str, Any]] = {
    "amend_alone": _("You don't need anyone's consent for that: just correct it."),
    "amend_ask": _("You are playing yourself: ask the others, one of whom has to agree."),
    "amend_closed": _("This request has already been answered or withdrawn; nothing was changed."),
    "amend_declined": _("That was declined. You can ask again when the game has continued."),
    "amend_hidden": _("That conflicts with something hidden; nothing was changed."),
    "amend_nothing": _("Nothing would change: that is already so."),
    "amend_open": _("A request for a correction is already waiting for an answer."),
    "amend_too_many": _("You can correct at most %(most)s facts at once."),
    "no_such_value": _(
        "That value isn't possible there. Choose the fact again, and a value that the form offers."
    ),
}


def register() -> None:
    """Register the feature's texts and page slots. Django calls this once, when the app is ready."""
    refusals.SHELL_TEXTS.update(REFUSALS)
    tags.register(
        "features.amending",
        "Correct a game's position as its game master, and object to a correction as a player.",
    )
    message_kinds.register(*kinds.KINDS)
    slots.register("requests", "features/amending/_asked.html", _request)
    slots.register("decisions", "features/amending/_decisions.html", _at_home)
    slots.register("desk", "features/amending/_desk.html", _at_desk)


def _request(page: Any) -> Mapping[str, Any] | None:
    """Return {}, which shows the panel, if a correction is waiting for this player's or game master's
    consent, else None. The desk and the replay never show the panel.
    """
    game = page["game"]
    if page.get("tab") in ("desk", "replay") or not (page.get("my_seats") or page.get("gm")):
        return None
    if not getattr(game, "asks_right", True):
        return None
    standing = corrections.request_of(game)
    if standing is None or not corrections.may_answer(services.table(game), standing, page["user"]):
        return None
    return {}


def _at_home(page: Any) -> Mapping[str, Any] | None:
    found = corrections.requests_awaiting(page["user"])
    return {"amendments": found} if found else None


def _at_desk(page: Any) -> Mapping[str, Any] | None:
    return {} if page["gm"] and page["game"].running else None
