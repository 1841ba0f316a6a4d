"""Facts that a game master may put right: what they are called beside the names in them."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from battles.schiere.wording import names
from engine.game import Facts

WORDS = {
    "pieces": gettext_lazy("Pieces"),
    "at": gettext_lazy("square"),
    "damage": gettext_lazy("damage"),
    "today": gettext_lazy("This turn"),
    "actions": gettext_lazy("actions left"),
    "sides": gettext_lazy("Sides"),
    "banked": gettext_lazy("actions reserved"),
    "points": gettext_lazy("points left"),
    "facing": gettext_lazy("facing"),
    "rome": gettext_lazy("Rome"),
    "carthage": gettext_lazy("Carthage"),
    "n": gettext_lazy("north"),
    "e": gettext_lazy("east"),
    "s": gettext_lazy("south"),
    "w": gettext_lazy("west"),
}


def piece(path: Sequence[str], about: Facts) -> str:
    """A fact of a piece: by its label, what it is and where it stood."""
    known = {
        "piece": names.piece(path[1]),
        "troop": names.troop(str(about["troop"])),
        "at": about["at"],
        "what": str(WORDS[path[2]]),
    }
    return _("Piece %(piece)s (%(troop)s, %(at)s): %(what)s") % known
