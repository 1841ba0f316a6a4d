"""Texts for the Barbarians' segments: markers, powers, the activated army, recruits (6.1, 6.2)."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from campaigns.justinian.wording.grammar import Words
from campaigns.justinian.wording.names import Names
from campaigns.justinian.wording.registry import Chapter, DecisionText
from engine.game import Facts


def _select_label(fixed: Facts) -> Any:
    if fixed.get("recruit"):
        return _("Select marker, with recruits first: %(power)s")  # recruiting (6.24)
    return _("Select marker: %(power)s")


def _select_one_label(fixed: Facts) -> Any:
    if fixed.get("recruit"):
        return _("Use a Select marker, with recruits first")  # recruiting (6.24)
    return _("Use a Select marker")


def _tribesmen_label(fixed: Facts) -> Any:  # recruits of Vandals and Ostrogoths (6.24)
    if "fleets" in fixed:
        return _("Place the recruits, all of them troops")
    return _("Place the recruits, some of them as ships")


def _fleet_label(fixed: Facts) -> Any:
    if fixed.get("army"):
        return _("Activate the fleet in %(place)s with %(army)s aboard")  # embarking (7.24)
    return _("Activate the fleet in %(place)s")


def _word_drawn(event: Facts, names: Names) -> str:
    power = names.article_and("power", event["power"])
    return gettext("the dice name %(the_power)s") % Words({}, lambda _field: power)


WORDS = Chapter(
    decisions={
        "barbarian_segment": DecisionText(
            _("Your segment: which marker do you use? Left: Select %(selects)s, Random %(randoms)s."),
            title=_("A Barbarian segment"),
            awaited=_("choosing a marker"),
        ),
        "barbarian_unit": DecisionText(
            _("%(power)s: what is activated?"),
            title=_("What a power activates"),
            awaited=_("choosing what to activate (%(power)s)"),
        ),
        "place_tribe": DecisionText(
            _("The %(power)s have recruited %(sp)s SP. Where do they go?"),
            title=_("Where recruits go"),
            awaited=_("placing the recruits %(of_power)s"),
        ),
    },
    labels={
        "draw_random": _("Random marker: roll for the power"),
        "activate_army": _("Activate %(army)s"),
        "select_power": _select_label,
        "place_tribesmen": _tribesmen_label,
        "activate_fleet": _fleet_label,
    },
    unchosen={
        "activate_army": _("Activate an army"),
        "select_power": _select_one_label,
    },
    passes={
        "6.25": _("Activate nothing"),
    },
    refusals={
        "cannot_activate": _("This can't be activated now. Choose one of the forces offered."),
        "cannot_recruit": _("The %(power)s cannot recruit now: once a turn, and only with a Select marker."),
        "no_random_left": _("No Random marker is left this turn."),
        "no_select_left": _("No Select marker is left this turn."),
        "not_a_controlled_city": _("%(province)s is not a city that this power controls."),
        "not_a_controlled_coast": _("%(province)s is not a coast that this power controls."),
    },
    events={
        "segment_began": _("Segment %(number)s %(of_seat)s begins%(marker)s."),
        "segment_passed": _("%(seat)s: no action in this segment."),
        "power_drawn": _("The dice read %(number)s: %(power)s."),
    },
    headlines={
        "power_drawn": _word_drawn,
    },
    throws={
        "activation": _("which power, and is there an event"),
        "troops": _("troops"),
    },
    reasons={
        "brings_troops": _("%(army)s recruits as it is activated."),
        "goes_for": _("Of all that can be reached, %(to)s promises most for the effort."),
        "on_the_way": _("It is on the way to %(to)s, which promises most for the effort."),
        "work_here": _("There is something to gain where it is: %(at)s."),
        "recovers": _("%(army)s fights badly until it has recovered."),
        "recruits_first": _("Their leader hasn't recruited yet this turn, and an activation recruits first."),
        "most_to_gain": _("No other power that can be chosen has more to gain now."),
        "selects_kept": _("No power has so much to gain now that a Select marker should be spent on it."),
        "no_select_left": _("No Select marker is left."),
        "nothing_to_gain": _("No army of this power has anything to gain now."),
    },
    codes={
        "activation": _("an activation"),
        "activate": _("an activation"),
        "fleet": _("a fleet"),
        "select": _("Select marker"),
        "random": _("Random marker"),
        "chosen": _("by choice"),
        "choice": _("by choice"),
        "stopped": _("by choice"),
        "ended": _("by choice"),
        "gone": _("it no longer exists"),
    },
)
