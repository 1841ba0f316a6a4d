"""Why an action of Justinian was refused, and what to do instead."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_lazy as _

from campaigns.justinian.wording.choices import value
from campaigns.justinian.wording.names import Names, readable

TEXTS: dict[str, Any] = {
    "a_fleet_must_go": _("A fleet must go along to Sardinia. Choose one: %(fleets)s."),
    "already_there": _("He is in %(province)s already. Choose another province."),
    "army_missing": _("%(army)s is not on the map yet. Place it first."),
    "army_not_available": _("%(army)s cannot be raised now: its counter is in use or was lost this turn."),
    "army_not_leaderless": _("%(army)s has a leader already."),
    "army_too_large": _("%(unit)s can take at most %(high)s SP more: an army has at most 35."),
    "army_too_small": _("%(army)s is too small: %(needed)s SP are needed in Constantinople."),
    "bribe_in_steps": _("A bribe is paid in steps of %(step)s G."),
    "bribe_out_of_range": _("A bribe is 0 to %(high)s G."),
    "cannot_activate": _("This cannot be activated now. Choose one of the forces that are offered."),
    "cannot_attack_box": _("%(to)s is not linked to this box, or may not be attacked from here."),
    "cannot_combine": _("Only Byzantine armies in the same province combine, and not allied ones."),
    "cannot_command": _("%(army)s does not take part in this battle."),
    "cannot_detach": _("Only a major power's army that is in order may detach troops."),
    "cannot_disband": _("A Praesental Army may not be disbanded, nor any army that is not active."),
    "cannot_embark": _(
        "%(army)s cannot go aboard in %(place)s: a coastal city or an island is needed, and a fleet in port."
    ),
    "cannot_hand_over": _("A minor power hands troops only to a major power's army in the same province."),
    "cannot_intercept": _(
        "These cannot intercept: disorganised or defeated armies and fleets in port may not."
    ),
    "cannot_join": _("%(army)s does not stand in a prefecture that the ally can enter from its home."),
    "cannot_leave_frontier": _(
        "A Praesental Army leaves no frontier troops, and an army keeps at least 1 SP."
    ),
    "cannot_place_marker": _(
        "No marker can be placed in %(province)s: another power's troops or a marker are there."
    ),
    "cannot_recover": _("The army cannot recover in this way now. Shed Disorganised before Defeated."),
    "cannot_recruit": _("The %(power)s cannot recruit now: once a turn, and only with a Select marker."),
    "cannot_remove_marker": _(
        "The marker in %(province)s cannot be removed: enemy troops are there, or the army is an ally."
    ),
    "cannot_retreat_there": _("No retreat to %(province)s. Choose one of the provinces that are offered."),
    "cannot_sail_there": _("%(sea)s is not adjacent, or the fleet has no movement left."),
    "cannot_split_off": _("%(army)s is not part of the combined army."),
    "defeated_cannot_attack": _("%(army)s is Defeated and may not attack. Let it recover first."),
    "fleet_too_small": _("%(army)s is too large for the fleet: it carries %(capacity)s SP."),
    "game_over": _("The game is over."),
    "landed_army_may_only_attack": _("An army that has landed may only attack, then its activation ends."),
    "leader_missing": _("%(leader)s is not on the map yet. Place him first."),
    "more_than_recruited": _("You place more than the %(sp)s SP that were recruited."),
    "more_than_there_is": _("%(unit)s has only %(sp)s SP."),
    "more_elements_than_fielded": _("%(unit)s fielded only %(elements)s elements."),
    "must_recruit": _("The Praesental Armies are below 10 SP: this segment must be spent on recruiting."),
    "negative": _("%(unit)s: a number below zero is not possible."),
    "no_common_border": _("%(origin)s and %(to)s have no common border; meeting in a point is not enough."),
    "no_double_segment": _("Two segments in a row may be declared once, after a Combined Operation."),
    "no_fleet_needed": _("No fleet is needed: ships are in Sardinia already."),
    "no_fort_there": _(
        "No fort can be built in %(province)s: it needs a province you hold, without city and fort, "
        "and a counter."
    ),
    "no_free_path": _("There is no way to %(province)s that is free of enemies."),
    "no_more_than_five": _("No more than %(sp)s SP go along, since there are too few ships."),
    "no_marker_left": _("The %(power)s have no control marker left: all of them are on the map."),
    "no_operation_now": _(
        "A Combined Operation is possible only in the first barbarian segment, with both Select markers."
    ),
    "no_random_left": _("No Random marker is left this turn."),
    "no_select_left": _("No Select marker is left this turn."),
    "no_shipyard": _("No ships can be built in %(province)s: it must be a coastal city that you control."),
    "no_sp_of_that_power": _("None of his people's troops are in %(province)s."),
    "no_such_army": _("There is no army %(army)s to be placed."),
    "no_such_fleet": _("There is no fleet of %(power)s in %(place)s."),
    "no_such_group": _("%(unit)s is not a group that needs maintenance."),
    "no_such_harbour": _("The fleet cannot put in at %(province)s."),
    "no_such_leader": _("%(leader)s cannot be moved alone."),
    "no_such_unit": _("%(unit)s is not among the troops concerned."),
    "no_such_winner": _("The winner is the attacker, the defender, or nobody."),
    "no_treasury_here": _("There is no treasury of this power in %(origin)s."),
    "not_a_city_port": _("%(province)s is not a coastal city."),
    "not_a_controlled_city": _("%(province)s is not a city that this power controls."),
    "not_a_controlled_coast": _("%(province)s is not a coast that this power controls."),
    "not_a_minor_power": _("%(power)s is no minor power that could take part."),
    "not_a_place_for_recruits": _("Recruits cannot be placed there: %(unit)s."),
    "not_a_raising_province": _("%(army)s cannot be raised in %(province)s."),
    "not_a_setup_province": _("Nothing of this kind starts in %(province)s."),
    "not_enough_gold": _("This costs %(needed)s G; the treasury holds %(gold)s."),
    "not_enough_mp": _("This costs %(needed)s MP; %(mp)s are left."),
    "not_linked": _("%(province)s is not linked to the minor power's home."),
    "not_now": _("This cannot be done now."),
    "not_replaceable": _("Not all of these leaders may be replaced now: %(armies)s."),
    "not_together": _("%(giver)s and %(taker)s do not stand together."),
    "not_your_decision": _("It is %(seat)s's turn to decide."),
    "nothing_to_attack": _("There is no such enemy here."),
    "nothing_to_pick_up": _("There are no troops of this power to pick up in %(province)s."),
    "only_picked_up": _("%(army)s was set down for the operation: it waits to be picked up."),
    "one_fort_a_segment": _("Only one fort may be built in a segment."),
    "one_or_ten_dice": _("Choose one die or ten."),
    "praesental_first": _("Recruits go first to the Praesental Armies until each has 10 SP."),
    "praesental_gives_nothing": _("A Praesental Army gives no troops to another."),
    "sp_left_over": _("Not everything is placed yet: %(land)s land SP and %(fleets)s fleet SP are left."),
    "sp_out_of_range": _("The number of SP must be from %(low)s to %(high)s."),
    "too_few_fleets": _("At least %(needed)s fleet SP must carry these troops."),
    "too_few_sp": _("At least %(low)s SP must go along."),
    "too_many": _("At most %(high)s can be chosen."),
    "twice": _("The same was named twice."),
    "wrong_sum": _("Exactly %(expected)s SP are to be named; these are %(got)s."),
    "last_turn": _("The last turn is over and Byzantium has not restored the Empire."),
    "all_prefectures": _("Byzantium holds all five prefectures."),
    "epidemic": _("The second epidemic ends the war."),
}


class Known(dict[str, str]):
    """Facts for a sentence; one that is missing shows as "?" instead of failing."""

    def __missing__(self, key: str) -> str:
        return "?"


def _fact(name: str, given: Any, names: Names) -> str:
    if type(given) is int:
        return str(given)
    return names.seat(given) if name == "seat" else value(name, given, names)


def text(code: str, facts: Mapping[str, Any], names: Names) -> str:
    """The sentence for a refusal code; readable words when it is unknown."""
    found = TEXTS.get(code)
    if found is None:
        return readable(code) + "."
    return str(found) % Known({k: _fact(k, v, names) for k, v in facts.items()})
