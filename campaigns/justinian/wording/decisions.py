"""What a decision of Justinian asks, what a die is rolled for, and the mistakes of a scenario file."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext_lazy as _

from campaigns.justinian.rules.ground.tables import EXPENSES
from engine.game import Facts

# kind of the decision -> question; %(...)s are its facts in words.
QUESTIONS: dict[str, Any] = {
    "set_up": _("Deploy your forces, or take the suggested deployment."),
    "maintenance": _("Whom do you pay? Everybody costs %(total)s G, the treasury holds %(gold)s."),
    "place_recruits": _("%(sp)s SP have been recruited. Where do they go, and do you build ships?"),
    "new_army": _("Do you raise a new army?"),
    "change_leaders": _("Do you replace leaders?"),
    "new_leader": _("%(leader)s arrives: where, and with what?"),
    "barbarian_segment": _(
        "Your segment: which marker do you use? Left: Select %(selects)s, Random %(randoms)s."
    ),
    "barbarian_unit": _("%(power)s: what is activated?"),
    "place_tribe": _("The %(power)s have recruited %(sp)s SP. Where do they go?"),
    "operation": _("The Combined Operation: who moves next?"),
    "operation_place": _("Where is the minor power's army set down?"),
    "bribe": _("Do you bribe the %(power)s before their alliance is rolled?"),
    "ally": _("%(army)s: what does your new ally do?"),
    "byzantine_segment": _(
        "Your segment %(segment)s of %(segments)s, %(gold)s G in the treasury: "
        "activate, recruit, send a leader or pass."
    ),
    "late_fort": _("The action is over, %(gold)s G in the treasury. Do you build the fort now?"),
    "march": _("%(army)s (%(at)s): %(mp)s MP left."),
    "sail": _("%(power)s: where does the fleet sail? Sea areas left: %(areas)s."),
    "intercept": _("An enemy enters %(province)s: %(mover)s, %(sp)s SP. Do you intercept?"),
    "sea_intercept": _("%(fleet)s (%(sp)s SP) enters: %(sea)s. Does your patrol intercept?"),
    "evade": _("%(fleet)s (%(sp)s SP) is intercepted: %(sea)s. Turn back or fight?"),
    "retreat_before": _(
        "Attack in %(province)s: %(attacker_sp)s SP against %(army)s (%(sp)s SP). Stand or retreat?"
    ),
    "command": _("Who commands in %(province)s?"),
    "losses": _("%(sp)s SP are lost (%(reason)s). Who bears it?"),
    "withdraw": _("%(unit)s must retreat from %(province)s. Where to?"),
    "sea_withdraw": _("%(fleet)s is beaten and must flee. Where to?"),
    "treasury": _("The treasury of the %(power)s is yours. How do you count it?"),
    "sardinia": _("Sardinia is in revolt: %(sp)s SP must go there. Whom do you send?"),
    "nika": _("The Nika riots: which army goes to Constantinople?"),
    "battle": _("A battle is to be fought. Report it, or resolve it on the campaign's table."),
}
OUT_OF_PORT = _(
    "%(power)s: where does the fleet sail? The area outside the port costs nothing, then %(areas)s more."
)
ABOARD = _("Aboard: %(army)s.")
LOST_THERE = _("%(sp)s SP are lost in %(place)s (%(reason)s). Who bears it?")
NO_RECRUITS = _("No recruits come this time. Do you build ships?")
NOTHING_TO_SPEND = _(
    "Your segment %(segment)s of %(segments)s, %(gold)s G in the treasury: "
    "too little to activate anybody (2 G). Recruit, send a leader or pass."
)
HENCE = _("%(unit)s must retreat. Where to?")  # whose name tells the province
DOUBLED = _("The next one follows at once, as you have declared.")

# The same kinds without a fact, for a game master who sees who owes what.
ASKED: dict[str, Any] = {
    "set_up": _("Deployment"),
    "maintenance": _("Who is paid"),
    "place_recruits": _("Where recruits go"),
    "new_army": _("A new army"),
    "change_leaders": _("Changes of leaders"),
    "new_leader": _("A leader arrives"),
    "barbarian_segment": _("A Barbarian segment"),
    "barbarian_unit": _("What a power activates"),
    "place_tribe": _("Where recruits go"),
    "operation": _("A Combined Operation"),
    "operation_place": _("A Combined Operation"),
    "bribe": _("Bribes before an alliance is rolled"),
    "ally": _("What a new ally of Byzantium does"),
    "byzantine_segment": _("A Byzantine segment"),
    "late_fort": _("A fort, after the action"),
    "march": _("An army on the march"),
    "sail": _("A fleet at sea"),
    "intercept": _("An enemy army passes: intercept it"),
    "sea_intercept": _("An enemy fleet enters a patrol's area"),
    "evade": _("A fleet is intercepted"),
    "retreat_before": _("Attacked: stand or retreat"),
    "command": _("Who commands several armies"),
    "losses": _("Who bears the losses"),
    "withdraw": _("Where a beaten army retreats"),
    "sea_withdraw": _("Where a beaten fleet flees"),
    "treasury": _("How captured treasure is counted"),
    "sardinia": _("The revolt of Sardinia"),
    "nika": _("The Nika riots"),
    "battle": _("A battle"),
}

# purpose of a die
THROWS: dict[str, Any] = {
    "activation": _("which power, and is there an event"),
    "alliance": _("alliance"),
    "attrition": _("Persian attrition"),
    "battle": _("battle"),
    "disorganisation": _("does it stay in order"),
    "event": _("random event"),
    "interception": _("interception"),
    "leader_draw": _("a leader out of the cup"),
    "levy": _("levy of the Lazi"),
    "movement": _("movement"),
    "mutiny": _("mutiny: even numbers desert"),
    "pillage": _("pillage"),
    "politics": _("court politics"),
    "recruit": _("recruiting"),
    "retreat": _("retreat before combat"),
    "revolt": _("where the revolt breaks out"),
    "sardinia": _("losses in Sardinia"),
    "sea_battle": _("naval battle"),
    "sea_interception": _("naval interception"),
    "sea_winner": _("does the victor lose ships"),
    "status": _("whose status prevails"),
    "stranded": _("losses without a retreat"),
    "treasury": _("the captured treasury"),
    "troops": _("troops"),
}


def question(kind: str, facts: Facts) -> str:
    """The question as it is asked then: with the place of a loss, without recruits that did not come."""
    if kind == "losses" and facts.get("place"):
        return str(LOST_THERE)
    if kind == "withdraw" and str(facts.get("unit", "")).startswith("detached:"):
        return str(HENCE)
    if kind == "sail":
        asked = str(QUESTIONS[kind] if facts["sea"] else OUT_OF_PORT)
        return f"{asked} {ABOARD}" if facts["army"] else asked
    if kind == "place_recruits" and not facts.get("sp"):
        return str(NO_RECRUITS)
    if kind == "byzantine_segment":
        poor = facts["gold"] < EXPENSES["activate"]
        asked = str(NOTHING_TO_SPEND if poor else QUESTIONS[kind])
        return f"{asked} {DOUBLED}" if facts["double"] == "declared" else asked
    return str(QUESTIONS[kind])


MISTAKES: dict[str, Any] = {
    "missing_field": _("%(field)s is missing."),
    "unknown_field": _("There is no field %(field)s here."),
    "not_an_object": _("A JSON object belongs here."),
    "not_a_list": _("A list belongs here."),
    "not_a_number": _("A whole number from %(low)s to %(high)s belongs here."),
    "not_a_word": _("A text belongs here."),
    "not_yes_or_no": _("true or false belongs here."),
    "not_a_point": _("Latitude and longitude belong here, as [latitude, longitude]."),
    "not_a_range": _("Two whole numbers belong here: the first and the last."),
    "not_a_place_and_sp": _("A province and a number of SP belong here."),
    "not_json": _("This is not JSON: look here, or just before, for a comma, a quote or a bracket."),
    "unknown_value": _("%(value)s is not known here."),
    "unknown_option": _("There is no option %(option)s."),
    "not_one_of": _("Choose one of %(expected)s."),
    "out_of_range": _("A whole number from %(low)s to %(high)s belongs here."),
    "repeated_id": _("%(id)s is there twice."),
    "required_id": _("The rules need %(name)s, and it is missing."),
    "group_size": _("The group %(group)s has %(found)s provinces; the rules speak of %(wanted)s."),
    "province_count": _("%(stated)s provinces are stated, %(found)s are there."),
    "revenue_sum": _("A revenue of %(stated)s G is stated; the provinces bring %(found)s."),
    "two_thirds": _("Two thirds are %(found)s provinces, not %(stated)s."),
    "lazica_is_independent": _("Lazica neither counts for a prefecture nor holds frontier troops (3.41)."),
    "unknown_province": _("There is no province %(name)s."),
    "unknown_sea": _("There is no sea area %(name)s."),
    "unknown_box": _("There is no off-map box %(name)s."),
    "unknown_power": _("There is no power %(name)s."),
    "unknown_leader": _("There is no leader %(name)s."),
    "empty_zone": _("No province fits this description."),
    "edge_to_itself": _("%(province)s cannot border itself."),
    "repeated_edge": _("The border of %(a)s and %(b)s is there twice."),
    "ring_of_four": _("Four provinces belong here, in order round the point where they meet."),
    "ring_not_adjacent": _("%(a)s and %(b)s stand side by side here but have no border."),
    "ring_diagonal": _("%(a)s and %(b)s only meet in a point, yet they have a border (7.13)."),
    "not_symmetric": _("%(other)s does not say the same the other way round."),
    "coast_without_sea": _("%(province)s does not name this sea area."),
    "sea_without_coast": _("The sea area %(sea)s does not name this province."),
    "coastal_means_seas": _("A coastal province has at least one sea area, any other has none."),
    "island_without_coast": _("An island must be coastal."),
    "links_disagree": _("%(a)s and %(b)s are joined in one place of the file but not in the other."),
    "cut_off": _("These places cannot be reached from the rest of the map: %(provinces)s."),
    "activation_range": _(
        "Every number from 00 to 99 must name exactly one power (missing: %(missing)s, twice: %(twice)s)."
    ),
    "major_powers": _("Persia, Vandals and Ostrogoths are the major powers, and nobody else."),
    "alliance_of_minors_only": _("Minor powers have an alliance modifier, major ones none (6.3)."),
    "limit_of_majors_only": _("Major powers have a limit of SP, minor ones none."),
    "box_count": _("The power has %(found)s boxes, which is not what it says."),
    "box_without_entry": _("A box must lead to at least one province."),
    "power_without_leader": _("The power has no leader at the start."),
    "too_few_leaders": _("There are fewer Magistri Militum than armies to lead."),
    "army_count": _("%(stated)s army counters are stated, %(found)s are there."),
    "turns_in_order": _("Turns must be numbered from 1 without a gap."),
    "sp_sum": _("%(stated)s SP are to be placed, %(found)s are."),
    "starting_armies": _("Exactly these armies start: %(wanted)s."),
    "outside_setup_zone": _("The army may not start in %(province)s."),
    "no_frontier_here": _("No frontier troops may start here."),
    "no_port_here": _("Ships need a coastal province."),
    "fixed_fleet": _("At least %(wanted)s SP of ships start here."),
    "outside_prefecture": _("%(province)s lies outside the prefecture of %(prefecture)s."),
    "fleet_in_city": _("These ships start in a City province."),
}
