"""Add uploaded moves to the core's pages, and pass on a guest's votes about them when the guest signs up."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any, Final

from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from accounts import parts
from accounts.names import name_of
from features.offline import kinds, pending_branches, sync
from games import message_kinds, refusals, slots
from games.access import User
from games.models import Branch, Game
from games.wording.narration import turn_name

REFUSALS: Final[Mapping[str, Any]] = {
    "offline_server_dice": _(
        "The server rolls the dice in this game, so it cannot be played offline. Only a game with "
        "typed dice can."
    ),
    "offline_hidden": _(
        "This game has hidden information that only the server may know, so it cannot be played offline."
    ),
    "offline_program": _(
        "A bot plays in this game and answers on the server, so it cannot be played offline."
    ),
    "offline_rolls_again": _(
        "Server dice have been undone: until the end of this turn the server rolls, and the game "
        "can't be taken offline."
    ),
    "offline_no_seat": _(
        "You have no seat in this game with this account. The moves stay on the phone: log in with an"
        " account that plays here, or keep the file."
    ),
    "offline_too_many": _(
        "At most %(most)s moves can be uploaded at once: upload the first ones, then the rest."
    ),
    "branches_too_many": _(
        "You already have %(most)s offline versions waiting in this game. Choose among them first; "
        "the moves stay on the phone."
    ),
    "branch_impossible": _(
        "Move %(number)s doesn't belong to this game and could never be played. Nothing was saved; "
        "the moves stay on the phone."
    ),
    "branch_closed": _("That has already been decided; nothing was changed."),
    "branch_unknown_base": _(
        "The phone played on from move %(seq)s, which isn't part of this game: its moves can be "
        "viewed and downloaded, but not merged."
    ),
    "branch_dice_missing": _("Dice are missing there: %(missing)s more had to be typed."),
    "branch_amended": _(
        "Corrections made on the phone can't be uploaded that way: make them here, where the others "
        "can read the reason."
    ),
    "branch_server_dice": _(
        "Before it comes a move that was undone and whose dice the server had rolled: it can't be "
        "restored that way."
    ),
    "branch_bad_face": _("One of the dice has no such face, or too many dice were typed."),
}


class Uploads(parts.Part):
    """A user's votes on uploaded moves, as part of the user's account."""

    def hand_over(self, guest: User, user: User, now: datetime) -> None:
        sync.hand_over_words(guest, user)


def register() -> None:
    """Register the feature's texts, account part and page slots. Django calls this once, when the app is
    ready.
    """
    refusals.SHELL_TEXTS.update(REFUSALS)
    message_kinds.register(*kinds.KINDS)
    parts.register(Uploads())
    slots.register("requests", "features/offline/_asked.html", _request)
    slots.register("decisions", "features/offline/_decisions.html", _at_home)


def _request(page: Any) -> Mapping[str, Any] | None:
    """Return the context for a sentence about uploaded moves that need a decision, or None. Only players and
    the game master see it.
    """
    game, elsewhere = page["game"], page.get("tab") in ("branches", "replay")
    concerned = (page.get("my_seats") or page.get("gm")) and getattr(game, "has_branches", True)
    said = _sentence(game) if concerned and not elsewhere else ""
    return {"brought": said} if said else None


def _sentence(game: Game) -> str:
    rows = list(Branch.objects.select_related("by").filter(game=game, state=Branch.State.OPEN))
    if not rows:
        return ""
    parted = [row for row in rows if row.parted and row.turn is not None]
    if not parted:
        who = name_of(rows[0].by)
        return gettext("%(who)s’s phone has uploaded offline moves. Approve them?") % {"who": who}
    turn = turn_name(game, min(row.turn for row in parted if row.turn is not None))
    told = ngettext(
        "Two phones have played on from %(turn)s: choose which version to keep.",
        "Several phones have played on from %(turn)s: choose which version to keep.",
        len(parted),
    )
    return told % {"turn": turn}


def _at_home(page: Any) -> Mapping[str, Any] | None:
    found = pending_branches.awaiting(page["user"])
    return {"brought": found} if found else None
