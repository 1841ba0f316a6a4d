"""What a side is deciding, told to those who wait for it: only what the board shows to everybody."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext_lazy as _

from campaigns.justinian.wording import choices
from campaigns.justinian.wording.grammar import Words
from campaigns.justinian.wording.names import Names
from engine.game import Decision

# kind of the decision -> what is done, beside the name of the side; %(...)s are its facts.
DOING: dict[str, Any] = {
    "set_up": _("deploying its forces"),
    "maintenance": _("paying its troops"),
    "place_recruits": _("placing recruits"),
    "new_army": _("raising a new army, or not"),
    "change_leaders": _("replacing leaders, or not"),
    "new_leader": _("%(leader)s arrives"),
    "barbarian_segment": _("choosing a marker"),
    "barbarian_unit": _("choosing what to activate (%(power)s)"),
    "place_tribe": _("placing the recruits %(of_power)s"),
    "operation": _("a Combined Operation"),
    "operation_place": _("a Combined Operation"),
    "bribe": _("offering a bribe %(to_power)s, or not"),
    "ally": _("using a new ally: %(army)s"),
    "byzantine_segment": _("choosing what to do in segment %(segment)s of %(segments)s"),
    "late_fort": _("building a fort, or not"),
    "march": _("marching with %(the_army)s"),
    "sail": _("sailing a fleet %(of_power)s"),
    "intercept": _("intercepting %(the_mover)s in %(province)s, or not"),
    "sea_intercept": _("intercepting a fleet, or not: %(sea)s"),
    "evade": _("fighting at sea or turning back: %(sea)s"),
    "retreat_before": _("standing or retreating in %(province)s: %(army)s"),
    "command": _("choosing who commands in %(province)s"),
    "losses": _("sharing out %(sp)s SP of losses"),
    "withdraw": _("retreating from %(province)s: %(unit)s"),
    "sea_withdraw": _("fleeing with a beaten fleet"),
    "treasury": _("counting the treasury %(of_power)s"),
    "sardinia": _("sending troops to Sardinia"),
    "nika": _("sending an army against the Nika riots"),
}


def awaited(decision: Decision, names: Names) -> str:
    """What the side is about; "" where nothing is told."""
    if decision.kind not in DOING:
        return ""
    facts = decision.facts
    armies = {key: names.army(str(facts[key])) for key in ("army", "mover") if facts.get(key)}
    known = {key: choices.value(key, value, names) for key, value in facts.items()} | armies

    def form(field: str) -> tuple[str, str]:
        sort = "army" if field == "mover" else field
        return names.article(sort, str(facts[field])), str(known[field])

    return str(DOING[decision.kind]) % Words(known, form)
