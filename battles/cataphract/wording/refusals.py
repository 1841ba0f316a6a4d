"""Texts for the reasons why the sheet refuses an input, and for the mistakes in an army file."""

from __future__ import annotations

from collections import defaultdict
from typing import Final

from django.utils.translation import gettext_lazy

from battles.cataphract.wording import on_map
from battles.cataphract.wording.names import Names, Words
from engine.game import Facts, Mistake

REFUSALS: Final[Words] = {
    "another_is_active": gettext_lazy("%(leader)s is active: end that Orders Phase first."),
    "not_inactive": gettext_lazy("%(leader)s has had a turn."),
    "lower_initiative_first": gettext_lazy("The lowest Initiative goes first: %(first)s before %(leader)s."),
    "no_elite_phase": gettext_lazy(
        "An elite phase belongs to a side with an elite overall commander, once, before any activation."
    ),
    "nobody_active": gettext_lazy("No leader is active. Activate one first."),
    "contingent_leader": gettext_lazy("%(leader)s is a contingent leader: no Line Commands, no Momentum."),
    "orders_given": gettext_lazy("Individual Orders were given: no Line Command in the same phase."),
    "no_line_left": gettext_lazy("%(leader)s has no Line Command left in this phase."),
    "line_failed": gettext_lazy("%(leader)s failed the roll for Line Commands this turn."),
    "line_not_rolled": gettext_lazy("A subordinate rolls for Line Commands in the first phase only."),
    "no_die_needed": gettext_lazy("%(leader)s needs no die for a Line Command."),
    "segment_over": gettext_lazy("The shock segment of this phase is over: no further orders."),
    "resolve_clashes_first": gettext_lazy("Resolve the declared clashes first, or withdraw them."),
    "no_momentum_after_elite": gettext_lazy("An elite phase brings no Momentum."),
    "no_momentum_after_bypassed": gettext_lazy("%(leader)s was Bypassed: no Momentum."),
    "three_phases": gettext_lazy("Three Orders Phases in a row are the most."),
    "finished": gettext_lazy("%(leader)s is Finished."),
    "no_trump": gettext_lazy(
        "%(leader)s cannot trump now: it takes a higher Initiative (equal to counter), before any order."
    ),
    "no_such_leader": gettext_lazy("There is no such leader: %(leader)s."),
    "leader_dead": gettext_lazy("%(leader)s is dead."),
    "not_a_unit_of_this_side": gettext_lazy("%(unit)s is no unit of %(leader)s’s side on the map."),
    "other_side_active": gettext_lazy("%(unit)s belongs to the side that is not active."),
    "not_on_map": gettext_lazy("%(unit)s is not on the map."),
    "no_such_unit": gettext_lazy("There is no such unit: %(unit)s%(id)s."),
    "not_routed": gettext_lazy("%(unit)s is not routed."),
    "routed": gettext_lazy("%(unit)s is routed: it takes no order but to rally."),
    "rallied": gettext_lazy("%(unit)s rallied this turn: no orders until the next one."),
    "ordered_already": gettext_lazy("%(unit)s has had that order in this phase."),
    "leader_finished": gettext_lazy("The active leader is Finished: no more orders."),
    "line_gives_no_such_order": gettext_lazy("A Line Command lets units move and fire, nothing else."),
    "no_orders_left": gettext_lazy("The leader has no Individual Order left."),
    "too_many_orders": gettext_lazy("That takes %(asked)s Individual Orders; %(left)s are left."),
    "no_units": gettext_lazy("Name at least one unit."),
    "named_twice": gettext_lazy("A unit is named twice."),
    "no_hits": gettext_lazy("%(unit)s has no hits."),
    "one_or_two_hits": gettext_lazy("An order to recover removes one hit or two."),
    "marked_already": gettext_lazy("%(unit)s has that state already, or cannot have it."),
    "only_disciplined_foot_forms_column": gettext_lazy(
        "%(unit)s cannot form Column: only the infantry of a disciplined army can, where the battle uses it."
    ),
    "only_heavy_and_medium_foot": gettext_lazy("%(unit)s cannot form a Shieldwall: only HI and MI can."),
    "only_medium_foot_forms_wedge": gettext_lazy("%(unit)s cannot form a Wedge: only MI can."),
    "no_missiles": gettext_lazy("%(unit)s has no missiles."),
    "no_ammunition": gettext_lazy("%(unit)s has no ammunition left."),
    "in_column": gettext_lazy("%(unit)s is in Column, which does not shoot."),
    "in_shieldwall": gettext_lazy("%(unit)s is in Shieldwall, which does not shoot."),
    "no_reserves_now": gettext_lazy("Reinforcements are rolled for once a turn, before any activation."),
    "own_unit": gettext_lazy("%(unit)s is a friend."),
    "only_light_cavalry_harasses": gettext_lazy(
        "%(unit)s cannot harass: it takes light cavalry with missiles that has not moved in this phase."
    ),
    "nothing_to_react_to": gettext_lazy("%(unit)s reacts to the other side only, in an enemy Orders Phase."),
    "out_of_range": gettext_lazy("Distance %(distance)s is out of range."),
    "no_clashes": gettext_lazy("No clash is declared."),
    "no_such_clash": gettext_lazy("There is no clash %(clash)s."),
    "attacked_already": gettext_lazy("%(unit)s is in a clash of this segment already."),
    "attacks_already": gettext_lazy("%(unit)s is in a clash of this segment already."),
    "not_in_this_clash": gettext_lazy("%(unit)s is not in this clash."),
    "only_one_unit": gettext_lazy("That side has a single unit in this clash."),
    "too_late_to_choose": gettext_lazy("The clash has been rolled: too late to choose."),
    "artillery_never_attacks": gettext_lazy("%(unit)s never attacks."),
    "column_never_attacks": gettext_lazy("%(unit)s is in Column, which never attacks."),
    "routed_never_attacks": gettext_lazy("%(unit)s is routed and never attacks."),
    "does_not_reload": gettext_lazy("%(unit)s does not reload."),
    "game_over": gettext_lazy("The battle is over."),
    "uncontrolled": gettext_lazy(
        "%(unit)s is in an Uncontrolled Advance and obeys nobody until it has fought."
    ),
    "not_in_the_line": gettext_lazy("%(unit)s is not in the Uncontrolled Line that is advancing."),
    "engaged": gettext_lazy("%(unit)s is Engaged: it neither moves nor shoots."),
    "target_engaged": gettext_lazy("%(unit)s is Engaged and cannot be shot at."),
    "engaged_not_used": gettext_lazy("This battle is played without the optional rule for Engaged units."),
    "not_limbered": gettext_lazy("%(unit)s is ready to shoot: switch its mode first, which takes a phase."),
    "limbered": gettext_lazy("%(unit)s is ready to move: switch its mode first, which takes a phase."),
    "mode_changed": gettext_lazy("%(unit)s has switched its mode in this phase and does nothing else."),
    "not_artillery": gettext_lazy("%(unit)s is no artillery."),
    "never_recovers": gettext_lazy("%(unit)s never recovers hits."),
    "fired_twice": gettext_lazy("%(unit)s has fired twice this turn."),
    "reacted_twice": gettext_lazy("%(unit)s has fired twice in this enemy Orders Phase."),
    "on_the_wall": gettext_lazy("%(unit)s is on a wall and takes no part in shock."),
    "not_in_the_wedge": gettext_lazy("%(unit)s is not in the Wedge."),
    "no_wedge_attacks": gettext_lazy("No Wedge has attacked in this phase."),
    "not_a_friend_in_place": gettext_lazy("%(unit)s is not a friend that stays in place."),
    "line_has_no_leader": gettext_lazy("An Uncontrolled Line has no leader."),
    "discipline_not_used": gettext_lazy("This battle has no rule for discipline."),
    "no_line_commanded": gettext_lazy("No Line Command has been given in this phase."),
    "not_of_the_moving_line": gettext_lazy("%(unit)s did not move with the Line, or shoots with bows."),
    "line_goes_first": gettext_lazy("Uncontrolled Line %(line)s advances before every leader."),
    "no_such_line": gettext_lazy("There is no Uncontrolled Line %(line)s to advance now."),
    "not_the_overall_commander": gettext_lazy(
        "Only the active overall commander replaces leaders of that side."
    ),
    "leader_alive": gettext_lazy("%(leader)s has not fallen."),
    "overall_not_replaced": gettext_lazy("%(leader)s was the overall commander, who is not replaced."),
    "no_champions": gettext_lazy("This battle has no champions."),
    "challenge_over": gettext_lazy("The challenge of the champions is over."),
    "before_the_first_turn": gettext_lazy("The champions fight before anyone is activated."),
    "nothing_to_redeem": gettext_lazy("There is no lost challenge to undo now."),
    "may_not_open": gettext_lazy("%(leader)s may not open the battle."),
    "only_the_wavering_pass": gettext_lazy("Only a wavering leader whose turn it is may be left Finished."),
    "no_gate": gettext_lazy("There is no gate, or the enemy has entered it."),
    "enemy_enters_the_gate": gettext_lazy("Only an enemy unit that is not routed enters the gate."),
    "does_not_feign": gettext_lazy(
        "%(unit)s does not feign retreats: only light horse of Huns and Visigoths does."
    ),
    "no_time_to_feign": gettext_lazy("%(unit)s may feign in an enemy Orders Phase, or after harassing."),
    "only_cavalry_is_lured": gettext_lazy("%(unit)s is not enemy cavalry in good order."),
    "value_printed": gettext_lazy("The battle prints the value of %(unit)s."),
    "value_not_printed": gettext_lazy("The battle prints no value for %(unit)s: enter one."),
}
MISTAKES: Final[Words] = {
    "nobody_there": gettext_lazy("An army needs at least one unit."),
    "repeated_id": gettext_lazy("The id %(id)s is used twice."),
    "not_on_the_map": gettext_lazy("There is no hex %(hex)s on the map."),
    "hex_taken": gettext_lazy("Two units begin in hex %(hex)s."),
    "nobody_in_this_hex": gettext_lazy(
        "A leader begins with a unit of their own side: hex %(hex)s has none."
    ),
    "no_such_unit": gettext_lazy("There is no such unit: %(unit)s%(id)s."),
    "printed_value": gettext_lazy("The rules print %(printed)s here, not %(value)s."),
    "missing_counter": gettext_lazy("%(battle)s, %(side)s: %(name)s is missing; an army is given whole."),
    "wrong_total": gettext_lazy(
        "%(battle)s, %(side)s: %(total)s adds up to %(sum)s; %(printed)s is printed."
    ),
    "no_sizes_in_this_battle": gettext_lazy("The units of this battle have no size."),
    "no_such_leader_known": gettext_lazy("No battle has a leader called %(value)s."),
    "no_strengths": gettext_lazy("A weapon needs at least one strength."),
    "stronger_farther": gettext_lazy("A weapon is never stronger at a greater distance."),
    "cataphracts_are_heavy_cavalry": gettext_lazy("Only heavy cavalry (HC) is cataphract."),
}


def refusal(code: str, facts: Facts, names: Names) -> str:
    """Describe a refusal, or return "" if its code is unknown to the sheet."""
    text = REFUSALS.get(code) or on_map.REFUSALS.get(code)
    return "" if text is None else str(text) % _name_facts(facts, names)


def mistake(found: Mistake) -> str:
    """Describe a mistake in an army file, or return "" if its code is unknown to the sheet."""
    text = MISTAKES.get(found.code)
    return "" if text is None else str(text) % defaultdict(str, found.facts)


def _name_facts(facts: Facts, names: Names) -> defaultdict[str, str]:
    found: defaultdict[str, str] = defaultdict(str)
    for key, value in facts.items():
        if key == "unit":
            found[key] = names.unit(str(value))
        elif key in ("leader", "first"):
            found[key] = names.leader(str(value))
        else:
            found[key] = str(value)
    return found


ENDINGS: Final[Words] = {
    "withdrawal": gettext_lazy("The other army has reached its withdrawal level."),
    "both_withdraw": gettext_lazy(
        "Both armies have reached their withdrawal levels; the smaller excess wins."
    ),
    "conceded": gettext_lazy("The other side gave up."),
    "agreed": gettext_lazy("Both sides stopped the battle."),
    "exhausted": gettext_lazy("Nobody won in 60 turns."),
}


def ending(code: str) -> str:
    """Describe why a battle ended, or return "" for an unknown reason."""
    return str(ENDINGS[code]) if code in ENDINGS else ""
