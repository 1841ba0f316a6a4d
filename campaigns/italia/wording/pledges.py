"""Promises between players, in words."""

from __future__ import annotations

from django.utils.translation import gettext as _

from campaigns.italia.wording.names import Names
from engine.game import Facts


def title(kind: str) -> str:
    """Return what a kind of promise is called."""
    return {
        "peace": _("Peace"),
        "passage": _("Safe passage"),
        "keep_out": _("To keep out of an area"),
        "gold": _("Gold"),
    }.get(kind, "")


def pledge_text(kind: str, terms: Facts, names: Names) -> str:
    """Return what is promised, without its time; "" for a kind of any system."""
    area = names.place(str(terms["area"])) if "area" in terms else ""
    return {
        "peace": _("no attack by land or sea"),
        "passage": _("safe passage, no attack in %(area)s") % {"area": area},
        "keep_out": _("no move into %(area)s") % {"area": area},
        "gold": _("%(n)s gold") % {"n": terms.get("gold", "")},
    }.get(kind, "")


def how(kind: str) -> str:
    """Describe the events that keep or break a promise."""
    return {
        "peace": _(
            "One attack on a nation of the other player, or one battle called at sea, breaks it; the "
            "moves show it."
        ),
        "passage": _("One attack on a nation of the other player in that area breaks it; the moves show it."),
        "keep_out": _("One move of a nation into that area breaks it; the moves show it."),
        "gold": _(
            "The rules have no gifts. Tribute of a subject counts (6.4); for anything else the two of"
            " you say whether it was paid."
        ),
    }.get(kind, "")
