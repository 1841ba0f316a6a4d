"""Texts for income and expenses in gold (5.1)."""

from __future__ import annotations

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from campaigns.justinian.wording.names import Names
from campaigns.justinian.wording.registry import Chapter
from engine.game import Facts


def _revenue(e: Facts, names: Names) -> str:
    parts = ", ".join(f"{names.prefecture(k)} {v}" for k, v in e["printed"].items())
    line = gettext("Revenue: %(gold)s G (%(parts)s).") % {"gold": e["gold"], "parts": parts}
    if e["halved_europa"]:
        line += " " + gettext("Halved, because Europa is lost.")
    if e["halved_epidemic"]:
        line += " " + gettext("Halved by the epidemic.")
    if e["debt"]:
        line += " " + gettext("%(debt)s G went into Justinian's buildings.") % {"debt": e["debt"]}
    return line


WORDS = Chapter(
    events={
        "gold_spent": _("%(gold)s G spent: %(what)s."),
        "gold_gained": _("%(gold)s G gained: %(what)s."),
        "treasury_lost": _("Europa has fallen: the treasury of %(gold)s G is lost."),
        "debt_recorded": _("Justinian's building still claims %(gold)s G of the next revenue."),
    },
    told={
        "revenue_received": _revenue,
    },
    codes={
        "handicap": _("handicap"),
        "revenue": _("revenue"),
    },
)
