"""Labels for the facts that a game master can correct."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from battles.schiere.rules.board.state import gone_parts
from battles.schiere.wording import names
from engine.game import Facts

WORDS = {
    "pieces": gettext_lazy("Pieces"),
    "at": gettext_lazy("square"),
    "troop": gettext_lazy("kind of unit"),
    "schiera": gettext_lazy("schiera"),
    "gone": gettext_lazy("Told to be lost"),
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


def fact(path: Sequence[str], about: Facts) -> str:
    """Return the label of a fact about a piece or a loss, or "" for any other fact. A piece is labelled with
    its kind and its square before the correction, a loss with its side, kind and cause.
    """
    if path[0] == "gone" and len(path) == 2:
        seat, what, how = gone_parts(path[1])
        return f"{WORDS['gone']}: {names.side(seat)}, {names.troop(what)}, {names.loss_way(how)}"
    if "troop" not in about:
        return ""
    known = {
        "piece": names.piece(path[1]),
        "troop": names.troop(str(about["troop"])),
        "at": about["at"],
        "seat": names.side(str(about["seat"])),
        "what": str(WORDS[path[2]]),
    }
    if not about.get("new"):
        return _("Piece %(piece)s (%(troop)s, %(at)s): %(what)s") % known
    if not about["troop"]:
        return _("New unit %(piece)s (%(seat)s): %(what)s") % known
    known["temper"] = names.temper(str(about["kind"]))
    return _("New piece %(piece)s (%(seat)s, %(troop)s, %(temper)s): %(what)s") % known


def value(path: Sequence[str], said: Any) -> str:
    """Return special words for a value of a piece, or "" if the usual wording fits."""
    if path[0] != "pieces" or not isinstance(said, str | None):
        return ""
    if path[-1] == "at" and not said:
        return _("off the board")
    if path[-1] == "schiera":
        return said.upper() if said else _("one of its own")
    return names.troop(said) if path[-1] == "troop" and said else ""
