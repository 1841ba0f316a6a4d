"""Texts of a battle on the board, by code: reasons for refusals, kinds of contact, and the bot's reasons.
Their Italian translations are in locale/dba.
"""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

REFUSALS = {
    # moves
    "not_a_group": _("These elements are not one group: one side, one heading, edges and corners touching."),
    "group_in_contact": _("A group can't move away from an enemy's front: %(element)s touches one."),
    "groups_go_ahead": _("A group moves only straight ahead or wheels on a front corner."),
    "half_a_base": _("A group shifts sideways by at most half a base."),
    "shift_needs_enemy": _(
        "A group shifts sideways only to line up with an enemy within a base width ahead."
    ),
    "lead_in_front": _("%(element)s isn't in the front of the group, so it can't lead the column."),
    "only_narrower": _("A group can only narrow its front, to at least one file."),
    "in_column": _("Groups go through bad going and rivers in column only (%(element)s)."),
    "too_far": _("Too far for %(element)s: %(paces)s paces, at most %(most)s."),
    "never_in_bad": _("%(element)s never enters bad going except by road."),
    "keeps_facing_the_river": _("%(element)s is in the river and must keep its heading."),
    "enemy_in_the_way": _("An enemy is in the way of %(element)s: %(other)s."),
    "friend_in_the_way": _("%(element)s can't pass through %(other)s."),
    "place_taken": _("%(element)s would end where %(other)s stands."),
    "place_in_the_way": _("%(element)s can't move through a camp or a built-up area."),
    "into_the_water": _("%(element)s can't enter a waterway."),
    "strip_closed": _("You can't cross the ground one base width in front of %(other)s."),
    "not_lined_up": _("%(element)s would touch %(other)s without lining up with it."),
    "not_ahead": _("%(element)s isn't straight ahead."),
    "one_assaults": _("Camps and built-up areas are assaulted by single elements."),
    "light_horse_near_enemy": _(
        "Light horse can't move again if it starts or ends within a base width of an enemy."
    ),
    "not_in_combat": _("%(element)s isn't in frontal combat, so it can't break off."),
    "enemy_on_flank": _("%(element)s can't break off: an enemy is on its flank or rear."),
    "at_least_200": _("Breaking off takes %(element)s at least 200 paces straight back."),
    "still_inside": _("%(element)s would end inside the place that it leaves."),
    "no_room_outside": _("%(element)s can't make room: there is no free place outside that edge."),
    # set-up
    "no_room": _("There is no room to deploy this base: %(base)s."),
    "outside_zone": _(
        "%(element)s isn't in your zone: within 600 paces of your edge, 300 paces off the sides."
    ),
    "off_the_shore": _("At least %(number)s of the elements that land must touch the shore."),
    "landing_text": _("Name each element that waits aboard once, and a width they can have: %(text)s"),
    "layout_text": _("Everybody needs a place; this is none: %(text)s"),
    "no_room_for_the_camp": _("There is no good going for the camp."),
    # shots
    "cannot_no_shooter": _("%(element)s can't shoot."),
    "cannot_engaged": _("%(element)s is in close combat and can't shoot."),
    "cannot_target_engaged": _("%(target)s is in close combat and can't be shot at."),
    "cannot_out_of_arc": _("%(target)s is outside the arc of %(element)s."),
    "cannot_out_of_range": _("%(target)s is out of range of %(element)s."),
    "cannot_behind": _("Another element is between %(element)s and %(target)s."),
    "cannot_screened": _("A crest or the edge of a wood hides %(target)s from %(element)s."),
    # text that players or test cases write
    "seen_on_the_board": _("The board sees this itself; nobody has to report it."),
    "no_such_place": _("There is no such camp or built-up area: %(place)s."),
    "order_text": _("This isn't an order the board understands: %(text)s"),
    "position_line": _("Line %(line)s of the position means nothing: %(text)s"),
    "unknown_question": _("Unknown question: %(text)s"),
}

# kinds of contact
ONTO = {
    "front": _("%(who)s into the front of %(enemy)s"),
    "rear": _("%(who)s into the rear of %(enemy)s"),
    "left": _("%(who)s into the left flank of %(enemy)s"),
    "right": _("%(who)s into the right flank of %(enemy)s"),
    "overlap_left": _("%(who)s overlaps %(enemy)s on its left"),
    "overlap_right": _("%(who)s overlaps %(enemy)s on its right"),
}

STYLES = {
    "centre": _("In the centre"),
    "left": _("To the left"),
    "right": _("To the right"),
    "two_lines": _("Horse in a second line"),
}

# the bot's reasons; gain is in hundredths of an element
REASONS = {
    "contact": _("The combats are worth it (%(gain)s%% of an element)."),
    "flank": _("It strikes where the enemy doesn't face (%(gain)s%% of an element)."),
    "advance": _("It brings the line nearer to enemies that it beats."),
    "turn": _("It faces the enemy."),
    "place": _("A camp or built-up area is to be won, held or left (%(gain)s%% of an element)."),
    "break_off": _("The combat is worse than leaving it (%(gain)s%% of an element)."),
    "close_line": _("It deploys in few groups, so that few PIPs move the army."),
    "landing": _("The reserve lands where the position is best."),
    "revolt": _("The denizens return to their own side."),
    "reserve": _("No move gains anything: the others stay in reserve."),
    "best_combat": _("The best combat first, so that the next ones gain from its result."),
    "best_shot": _("This shot has the best chances."),
    "no_shot": _("No shot is worth its risk, and none must be taken."),
    "all_fought": _("Everybody has fought."),
}

ABOUT_BOT = _(
    "The bot weighs each move by the line that it leaves and by the charges that the enemy could make next."
)
