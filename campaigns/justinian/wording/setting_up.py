"""Texts for the set-up of forces before the war begins (3.2, 3.3)."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from campaigns.justinian.wording.registry import Chapter, DecisionText

WORDS = Chapter(
    decisions={
        "set_up": DecisionText(
            _("Deploy your forces, or take the suggested deployment."),
            title=_("Deployment"),
            awaited=_("deploying its forces"),
        ),
    },
    labels={
        "accept_setup": _("Take the suggested deployment and begin"),
        "place_army": _("Place %(army)s"),
        "place_group": _("Place troops of %(power)s"),
        "place_fleet": _("Place ships of %(power)s"),
        "finish_setup": _("The deployment is complete"),
    },
    refusals={
        "army_missing": _("%(army)s is not on the map yet. Place it first."),
        "leader_missing": _("%(leader)s is not on the map yet. Place the leader first."),
        "no_such_army": _("There is no army %(army)s to be placed."),
        "not_a_city_port": _("%(province)s is not a coastal city."),
        "not_a_setup_province": _("Nothing of this kind starts in %(province)s."),
        "sp_left_over": _("Not everything is placed yet: %(land)s land SP and %(fleets)s fleet SP are left."),
    },
    events={
        "side_set_up": _("The forces %(of_seat)s are in place."),
        "force_placed": _("%(unit)s: %(sp)s placed in %(province)s."),
    },
    reasons={
        "suggested": _(
            "The suggested deployment covers every frontier; no other was tried out for this scenario."
        ),
        "own_deployment": _(
            "It masses its men where it means to strike, against the Persians and in Dalmatia, with one SP "
            "where that is enough to keep a province."
        ),
        "all_placed": _("Everything is placed as it plans."),
    },
    codes={
        "start": _("at the start"),
        "placed": _("placed"),
        "setup": _("set-up"),
    },
)
