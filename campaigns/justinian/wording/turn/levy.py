"""Texts for Byzantium's recruits, new armies and ships (5.3)."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from campaigns.justinian.wording.names import Names, sp
from campaigns.justinian.wording.registry import LEADERS, Chapter, DecisionText, Order
from engine.game import Facts


def _ships_question(facts: Facts) -> Any:
    """Return the question whether to build ships, if no recruits came. Return None if some came, for which
    the usual question is asked.
    """
    return None if facts.get("sp") else _("No recruits come this time. Do you build ships?")


def _word_recruited(event: Facts, names: Names) -> str:
    known = {"power": names.power(event["power"]), "sp": sp(event["sp"])}
    return gettext("%(power)s: %(sp)s recruited") % known


WORDS = Chapter(
    decisions={
        "place_recruits": DecisionText(
            _("%(sp)s SP have been recruited. Where do they go, and do you build ships?"),
            title=_("Where recruits go"),
            awaited=_("placing recruits"),
            variant=_ships_question,
        ),
        "new_army": DecisionText(
            _("Do you raise a new army?"),
            title=_("A new army"),
            awaited=_("raising a new army, or not"),
        ),
    },
    orders={
        "new_army": Order(
            _("A new army"),
            help=_("A new army of 10 SP must be maintained from the next turn on."),
            said={
                "never": _("No new army is raised."),
                "always": _("A new army is raised, in Europa if it may be."),
            },
            suggested={"policy": "always"},
            default=_("No order: the first army that can be raised is raised."),
            group=LEADERS,
        ),
    },
    labels={
        "place_recruits": _("Place the recruits"),
        "new_army": _("Raise a new army: %(army)s"),
    },
    passes={
        "5.34": _("No new army"),
    },
    fields={
        "land": _("Troops"),
        "fleets": _("Ships"),
    },
    facts={
        "shortage": _("%(value)s SP short of 10"),
        "land": _("%(value)s land SP left"),
        "fleets": _("%(value)s fleet SP left"),
    },
    refusals={
        "army_not_available": _(
            "%(army)s cannot be raised now: its counter is in use or was lost this turn."
        ),
        "army_too_large": _("%(unit)s can take at most %(high)s SP more: an army has at most 35."),
        "more_than_recruited": _("You place more than the %(sp)s SP that were recruited."),
        "no_shipyard": _(
            "No ships can be built in %(province)s: it must be a coastal city that you control."
        ),
        "not_a_place_for_recruits": _("Recruits cannot be placed there: %(unit)s."),
        "not_a_raising_province": _("%(army)s cannot be raised in %(province)s."),
        "praesental_first": _("Recruits go first to the Praesental Armies until each has 10 SP."),
    },
    events={
        "recruits_rolled": _("The levy %(of_power)s brings %(sp)s."),
        "army_raised": _("A new army, %(the_army)s, is raised in %(province)s with %(sp)s."),
    },
    headlines={
        "recruits_rolled": _word_recruited,
    },
    throws={
        "recruit": _("recruiting"),
    },
    reasons={
        "praesental_first": _("A Praesental Army has fewer than 10 SP, and recruits go there first."),
        "capital": _("Constantinople should hold %(sp)s SP of every kind, against raids and the Nika riots."),
        "faces_most": _("That is where there are most enemies nearby, compared with the SP there: %(unit)s."),
        "ships_wanted": _("An army is waiting for ships there, and no march promises more."),
        "nothing_to_place": _("There is nobody to place, and no army is waiting for ships."),
        "new_army": _("A new army brings %(sp)s SP; there is room for %(room)s before the limit."),
    },
    codes={
        "new_army": _("new army"),
        "recruit": _("recruiting"),
        "recruits": _("recruits"),
        "recruited": _("recruits"),
        "reinforced": _("reinforcements"),
        "reinforcement": _("reinforcements"),
        "levy": _("levy"),
    },
)
