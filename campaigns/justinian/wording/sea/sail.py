"""Texts for fleets at sea and armies aboard (7.2)."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from campaigns.justinian.wording.event_fields import values
from campaigns.justinian.wording.names import Names
from campaigns.justinian.wording.registry import Chapter, DecisionText
from engine.game import Facts

_ASKED = _("%(power)s: where does the fleet sail? Sea areas left: %(areas)s.")
_OUT_OF_PORT = _(
    "%(power)s: where does the fleet sail? The area outside the port costs nothing, then %(areas)s more."
)
_ABOARD = _("Aboard: %(army)s.")


def _sail_question(facts: Facts) -> Any:
    asked = _ASKED if facts["sea"] else _OUT_OF_PORT
    return f"{asked} {_ABOARD}" if facts["army"] else asked


def _word_stopped(e: Facts, names: Names) -> str:
    if e["patrol"]:
        return gettext("The fleet %(of_power)s of %(sp)s stays on patrol: %(place)s.") % values(e, names)
    return gettext("The fleet %(of_power)s of %(sp)s puts in at %(place)s.") % values(e, names)


def _word_sailed(event: Facts, names: Names) -> str:
    known = {"power": names.power(event["power"]), "place": names.place(event["place"])}
    return gettext("%(power)s: the fleet goes to %(place)s") % known


_PUT_IN_BY = _("Put in at %(province)s, by %(sea)s")
_FLEE_BY = _("Flee by %(sea)s")

WORDS = Chapter(
    decisions={
        "sail": DecisionText(
            _("%(power)s: where does the fleet sail? Sea areas left: %(areas)s."),
            title=_("A fleet at sea"),
            awaited=_("sailing a fleet %(of_power)s"),
            variant=_sail_question,
        ),
    },
    labels={
        "sail_to": _("Sail into %(sea)s"),
        "put_in": lambda fixed: _PUT_IN_BY if "sea" in fixed else _("Put in at %(province)s"),
        "patrol": _("Stay on patrol"),
    },
    unchosen={
        "sail_to": _("Sail on"),
        "put_in": lambda fixed: _FLEE_BY if "sea" in fixed else _("Put in"),
    },
    fields={
        "sea": _("Sea area"),
    },
    refusals={
        "cannot_embark": _(
            "%(army)s cannot go aboard in %(place)s: a coastal city or an island is needed, and a fleet in "
            "port."
        ),
        "cannot_sail_there": _("%(sea)s is not adjacent, or the fleet has no movement left."),
        "fleet_too_small": _("%(army)s is too large for the fleet: it carries %(capacity)s SP."),
        "no_such_fleet": _("There is no fleet of %(power)s in %(place)s."),
        "no_such_way": _("The fleet cannot flee by %(sea)s to this harbour."),
        "no_such_harbour": _("The fleet cannot put in at %(province)s."),
    },
    events={
        "fleet_sailed": _("A fleet %(of_power)s of %(sp)s sails %(from_origin)s into %(the_sea)s."),
    },
    told={
        "fleet_stopped": _word_stopped,
    },
    headlines={
        "fleet_stopped": _word_sailed,
    },
    codes={
        "landed": _("landed"),
        "landing": _("landing"),
        "fleets": _("fleets"),
        "set_down": _("set down at the frontier"),
    },
)
