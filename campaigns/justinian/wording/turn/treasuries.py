"""Texts about moving and capturing the treasuries of the major powers (5.4)."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from campaigns.justinian.wording.registry import GOLD, Chapter, DecisionText, Order

WORDS = Chapter(
    decisions={
        "treasury": DecisionText(
            _("The treasury of the %(power)s is yours. How do you count it?"),
            title=_("How captured treasure is counted"),
            awaited=_("counting the treasury %(of_power)s"),
        ),
    },
    orders={
        "treasury": Order(
            _("How captured treasure is counted"),
            help=_(
                "Ten dice added give about 45 G, seldom far from it; one die times ten gives 10 to 90, as a "
                "0 counts as 1."
            ),
            said={
                "1": _("Captured treasure is one die times ten."),
                "10": _("Captured treasure is the sum of ten dice."),
            },
            suggested={"dice": 10},
            default=_("No order: one die times ten."),
            group=GOLD,
        ),
    },
    labels={
        "take_treasury": _("Count the treasure"),
    },
    fields={
        "treasury": _("Take the treasury along"),
        "dice": _("Dice"),
    },
    refusals={
        "no_treasury_here": _("There is no treasury of this power in %(origin)s."),
        "one_or_ten_dice": _("Choose one die or ten."),
    },
    events={
        "treasury_moved": _("The treasury %(of_power)s goes to %(province)s."),
        "treasury_captured": _("The treasury %(of_power)s is captured: %(gold)s G."),
    },
    throws={
        "treasury": _("the captured treasury"),
    },
    codes={
        "treasury": _("a captured treasury"),
    },
)
