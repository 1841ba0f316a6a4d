"""Sentences of events that tell no more than their fields."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

# kind of the event -> sentence. %(...)s are the event's fields, put into words by their name (see _words).
SENTENCES: dict[str, Any] = {
    "side_set_up": _("The forces %(of_seat)s are in place."),
    "force_placed": _("%(unit)s: %(sp)s placed in %(province)s."),
    "leader_appointed": _("%(leader)s takes command %(of_army)s (%(reason)s)."),
    "leader_returned": ngettext_lazy(
        "%(leader)s goes back %(to_to)s.", "%(leader)s go back %(to_to)s.", "count"
    ),
    "leader_arrived": _("%(leader)s arrives: %(place)s."),
    "leader_lost": _("%(leader)s is lost for good."),
    "leader_moved": _("%(leader)s travels alone to %(province)s."),
    "turn_began": _("— Turn %(turn)s: the years from %(year)s —"),
    "gold_spent": _("%(gold)s G spent: %(what)s."),
    "gold_gained": _("%(gold)s G gained: %(what)s."),
    "treasury_lost": _("Europa has fallen: the treasury of %(gold)s G is lost."),
    "army_removed": ngettext_lazy(
        "%(the_army)s leaves the map with %(sp)s (%(reason)s).",
        "%(the_army)s leave the map with %(sp)s (%(reason)s).",
        "count",
    ),
    "sp_lost": _("%(unit)s: %(sp)s lost (%(reason)s)."),
    "sp_gained": _("%(unit)s: %(sp)s more (%(reason)s)."),
    "sp_shifted": _("%(sp)s pass from %(source)s to %(target)s (%(reason)s)."),
    "fleet_gained": _("%(power)s: %(sp)s of ships more in %(place)s."),
    "fleet_lost": _("%(power)s: %(sp)s of ships lost at %(place)s (%(reason)s)."),
    "alliances_lapsed": _("The alliances end: %(powers)s."),
    "status_changed": _("%(unit)s: %(status)s (%(reason)s)."),
    "recruits_rolled": _("The levy %(of_power)s brings %(sp)s."),
    "army_raised": _("A new army, %(the_army)s, is raised in %(province)s with %(sp)s."),
    "segment_began": _("Segment %(number)s %(of_seat)s begins%(marker)s."),
    "segment_passed": _("%(seat)s: nothing is done in this segment."),
    "segment_lost": _("Religious disputes paralyse Byzantium: segment %(number)s is lost."),
    "double_declared": _("Byzantium declares two segments in a row."),
    "power_drawn": _("The dice read %(number)s: %(power)s."),
    "operation_started": _("A Combined Operation %(of_army)s with %(the_minor)s."),
    "army_activated": ngettext_lazy(
        "%(the_army)s sets out %(from_place)s under %(leader)s: %(mp)s MP.",
        "%(the_army)s set out %(from_place)s under %(leader)s: %(mp)s MP.",
        "count",
    ),
    "army_moved": ngettext_lazy(
        "%(the_army)s marches %(from_origin)s %(to_to)s (%(mp)s MP, %(left)s left).",
        "%(the_army)s march %(from_origin)s %(to_to)s (%(mp)s MP, %(left)s left).",
        "count",
    ),
    "army_placed": ngettext_lazy(
        "%(the_army)s appears %(at_place)s (%(reason)s).",
        "%(the_army)s appear %(at_place)s (%(reason)s).",
        "count",
    ),
    "activation_ended": ngettext_lazy(
        "%(the_army)s halts (%(reason)s).", "%(the_army)s halt (%(reason)s).", "count"
    ),
    "armies_combined": _("%(head)s leads the combined armies: %(armies)s."),
    "armies_separated": ngettext_lazy(
        "%(the_army)s parts %(from_head)s.", "%(the_army)s part %(from_head)s.", "count"
    ),
    "army_disbanded": _("%(the_army)s is disbanded: %(sp)s stay in %(province)s as frontier troops."),
    "marker_placed": ngettext_lazy(
        "%(province)s now has a marker %(of_marker)s.",
        "%(province)s now have markers %(of_marker)s.",
        "count",
    ),
    "marker_removed": ngettext_lazy(
        "The marker %(of_marker)s in %(province)s is gone.",
        "The markers %(of_marker)s in %(province)s are gone.",
        "count",
    ),
    "fort_built": _("A fort is built in %(province)s."),
    "treasury_moved": _("The treasury %(of_power)s goes to %(province)s."),
    "treasury_captured": _("The treasury %(of_power)s is captured: %(gold)s G."),
    "attack_declared": _("Attack in %(province)s by %(attackers)s: %(target)s."),
    "levy_raised": _("The Lazi take up arms: %(sp)s."),
    "retreated": _("%(unit)s: retreat to %(to)s."),
    "retreat_blocked": _("%(unit)s: no way out of %(province)s, which costs up to %(face)s SP."),
    "power_eliminated": _("It is over with %(the_power)s: their last troops are gone."),
    "fleet_sailed": _("A fleet %(of_power)s of %(sp)s sails %(from_origin)s into %(the_sea)s."),
    "fleet_stopped": _("The fleet %(of_power)s of %(sp)s puts in at %(place)s."),
    "battle_evaded": _("The fleet %(of_power)s avoids battle and turns back from %(the_sea)s."),
    "fleet_retreated": _("The beaten fleet %(of_power)s flees: %(to)s."),
    "province_revolted": ngettext_lazy(
        "%(province)s rises in revolt.", "%(province)s rise in revolt.", "count"
    ),
    "debt_recorded": _("Justinian's building still claims %(gold)s G of the next revenue."),
    "politics_rolled": _("Court politics: %(leader)s is recalled."),
    "sardinia_rolled": _("Putting down the revolt of Sardinia costs %(sp)s."),
    "game_ended": _("The war is over: victory %(of_winner)s (%(reason)s)."),
}

ON_PATROL = _("The fleet %(of_power)s of %(sp)s stays on patrol: %(place)s.")
TO_THE_CUP = _("%(leader)s goes back into the leader cup.")
OUT_OF_PLAY = _("%(leader)s goes back: %(to)s.")  # the turn track

# An army that has no other name than its leader's.
LEADER_ACTIVATED = ngettext_lazy(
    "%(the_army)s sets out %(from_place)s: %(mp)s MP.",
    "%(the_army)s set out %(from_place)s: %(mp)s MP.",
    "count",
)
