"""Promises between the two players, in words."""

from __future__ import annotations

from django.utils.translation import gettext as _

from campaigns.justinian.wording.names import Names
from engine.game import Facts


def title(kind: str) -> str:
    """Return what a kind of promise is called."""
    return {
        "peace": _("Peace"),
        "passage": _("Safe passage"),
        "keep_out": _("To keep out of a province"),
        "gold": _("Tribute in gold"),
    }.get(kind, "")


def pledge_text(kind: str, terms: Facts, names: Names) -> str:
    """Return what is promised, without its time; "" for a kind of any system."""
    place = names.place(str(terms["province"])) if "province" in terms else ""
    return {
        "peace": _("no attack by land or sea"),
        "passage": _("safe passage, no attack in %(place)s") % {"place": place},
        "keep_out": _("no army into %(place)s") % {"place": place},
        "gold": _("%(n)s gold") % {"n": terms.get("gold", "")},
    }.get(kind, "")


def how(kind: str) -> str:
    """Describe the events that keep or break a promise."""
    return {
        "peace": _("An attack by land or sea, or an interception, breaks it; the moves show it."),
        "passage": _("An attack or an interception in that province breaks it; the moves show it."),
        "keep_out": _("One army that moves into that province breaks it; the moves show it."),
        "gold": _("The rules have no such payment: the two of you say whether it was made."),
    }.get(kind, "")
