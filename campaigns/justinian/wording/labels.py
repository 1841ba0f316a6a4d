"""Labels of the forms of Justinian: what each kind of action does."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_lazy as _

from campaigns.justinian.wording.choices import value
from campaigns.justinian.wording.names import Names, readable

# kind of the action -> label; %(...)s are the fixed fields in words.
LABELS: dict[str, Any] = {
    "accept_setup": _("Take the suggested deployment and begin"),
    "place_army": _("Place %(army)s"),
    "place_group": _("Place troops of %(power)s"),
    "place_fleet": _("Place ships of %(power)s"),
    "finish_setup": _("The deployment is complete"),
    "pay_maintenance": _("Pay these groups"),
    "place_recruits": _("Place the recruits"),
    "new_army": _("Raise a new army: %(army)s"),
    "replace_leaders": _("Replace leaders by a draw"),
    "pass": _("Pass"),
    "select_power": _("Select marker: %(power)s"),
    "draw_random": _("Random marker: roll for the power"),
    "start_operation": _("Combined Operation: %(army)s with the %(minor)s"),
    "set_down": _("Set the minor army down"),
    "place_tribesmen": _("Place the recruits"),
    "activate_army": _("Activate %(army)s"),
    "activate_fleet": _("Activate the fleet in %(place)s"),
    "move_leader": _("Move %(leader)s alone"),
    "recruit": _("Recruit"),
    "build_fort": _("Build a fort"),
    "fort_later": _("Ask me about the fort when the action is over"),
    "declare_double": _("Declare two segments in a row"),
    "offer_bribe": _("Offer a bribe"),
    "march_ally": _("The ally marches at once"),
    "join_army": _("The ally joins %(army)s"),
    "move_army": _("March to %(to)s"),
    "attack": _("Attack %(target)s"),
    "combine": _("Combine armies"),
    "redistribute": _("Redistribute troops from %(giver)s to %(taker)s"),
    "disband": _("Disband the army"),
    "leave_frontier": _("Leave frontier troops"),
    "detach": _("Detach troops"),
    "pick_up": _("Pick up troops"),
    "hand_over": _("Hand troops over to %(army)s"),
    "split_off": _("Part from the combined army: %(army)s"),
    "place_marker": _("Place a control marker"),
    "remove_marker": _("Remove the marker"),
    "recover": _("Recover: %(what)s"),
    "end_activation": _("End the activation"),
    "sail_to": _("Sail into %(sea)s"),
    "put_in": _("Put in at %(province)s"),
    "patrol": _("Stay on patrol"),
    "intercept_at_sea": _("Intercept with %(fleet)s"),
    "evade": _("Avoid battle"),
    "fight": _("Accept battle"),
    "intercept_with": _("Intercept"),
    "stand": _("Stand and fight"),
    "retreat_to": _("Retreat to %(province)s"),
    "retreat_by_sea": _("Retreat by sea to %(province)s"),
    "command": _("%(army)s leads"),
    "take_losses": _("Distribute the losses"),
    "take_treasury": _("Count the treasure"),
    "send_troops": _("Send troops to Sardinia"),
    "send_army": _("Send %(army)s to Constantinople"),
    "bring_troops": _("Bring troops to Sardinia"),
    "arrive": _("The leader appears in %(province)s"),
    "resolve_by_table": _("Resolve the battle on the campaign's table"),
    "report_battle": _("Report the battle"),
}

# What a pass means where nothing but one thing is asked, by its section.
PASSES: dict[str, Any] = {
    "5.34": _("No new army"),
    "6.25": _("Activate nothing"),
    "6.34": _("It does nothing now"),
    "6.54": _("No fort"),
    "7.34": _("Let the fleet pass"),
}

RECRUITING = _("Select marker, with recruits first: %(power)s")  # 6.24
TROOPS_ONLY = _("Place the recruits, all of them troops")  # 6.24
SHIPS_TOO = _("Place the recruits, some of them as ships")
ABOARD = _("Activate the fleet in %(place)s with %(army)s aboard")  # 7.24

# The same where what the label names is still a field of the form.
UNCHOSEN: dict[str, Any] = {
    "select_power": _("Use a Select marker"),
    "start_operation": _("Combined Operation of %(army)s"),
    "activate_army": _("Activate an army"),
    "join_army": _("The ally joins an army"),
    "move_army": _("March one step"),
    "attack": _("Attack the enemy"),
    "split_off": _("Part an army from the combined one"),
    "sail_to": _("Sail on"),
    "put_in": _("Put in"),
    "intercept_at_sea": _("Intercept"),
    "retreat_to": _("Retreat"),
    "retreat_by_sea": _("Retreat by sea"),
    "command": _("Choose who leads"),
    "send_army": _("Send an army to Constantinople"),
    "arrive": _("The leader appears"),
}
RECRUITING_UNCHOSEN = _("Use a Select marker, with recruits first")  # 6.24
WITH_TREASURY = _("March one step with the treasury")  # 5.41


def label(kind: str, fixed: Mapping[str, Any], names: Names, rule: str = "") -> str:
    """The label of a form, with what it names already. ``rule``: the section that allows it."""
    if kind == "pass" and rule in PASSES:
        return str(PASSES[rule])
    if kind not in LABELS:
        return readable(kind)
    known = {k: value(k, v, names) for k, v in fixed.items()}
    try:
        return str(_label(kind, fixed)) % known
    except KeyError:
        return str(_unchosen(kind, fixed)) % known


def _label(kind: str, fixed: Mapping[str, Any]) -> Any:
    if kind == "place_tribesmen":
        return TROOPS_ONLY if "fleets" in fixed else SHIPS_TOO
    if kind == "select_power" and fixed.get("recruit"):
        return RECRUITING
    return ABOARD if kind == "activate_fleet" and fixed.get("army") else LABELS[kind]


def _unchosen(kind: str, fixed: Mapping[str, Any]) -> Any:
    if kind == "select_power" and fixed.get("recruit"):
        return RECRUITING_UNCHOSEN
    return WITH_TREASURY if kind == "move_army" and fixed.get("treasury") else UNCHOSEN[kind]
