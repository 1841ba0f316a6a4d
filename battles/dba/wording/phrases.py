"""All texts of a DBA combat, by code. Their Italian translations are in locale/lookup, and combat.py fills
in the values.

The offline page uses the same texts (battles/dba/lookup/data.py), so every text belongs in this module.
"""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

TROOPS = {
    "El": _("Elephants"),
    "Kn": _("Knights"),
    "Cv": _("Cavalry"),
    "LH": _("Light Horse"),
    "SCh": _("Scythed Chariots"),
    "Cm": _("Camelry"),
    "Sp": _("Spears"),
    "Pk": _("Pikes"),
    "Bd": _("Blades"),
    "Ax": _("Auxilia"),
    "Bw": _("Bows"),
    "Ps": _("Psiloi"),
    "Wb": _("Warband"),
    "Hd": _("Hordes"),
    "Art": _("Artillery"),
    "WWg": _("War Wagons"),
    "Followers": _("Camp followers"),
    "Denizens": _("Denizens"),
}

# lines of the calculation
LINES = {
    "factor_foot": _("Combat factor against foot"),
    "factor_mounted": _("Combat factor against mounted"),
    "rear_support": _("Support from behind by its own type"),
    "psiloi_support": _("Support by Psiloi"),
    "bua": _("Defends a built-up area"),
    "camp": _("Foot defending its own camp"),
    "general": _("The general is here"),
    "uphill": _("Higher than the enemy"),
    "bank": _("Defends the river bank"),
    "overlap": _("Enemy overlapping"),
    "flank_contact": _("Enemy front on the flank"),
    "rear_contact": _("Enemy front on the rear"),
    "extra_shooter": _("More enemies shooting at it"),
    "bad_going": _("Fights in bad going"),
    "foe_in_bad_going": _("Mounted against an enemy in bad going"),
    "assault": _("Mounted assaulting a built-up area"),
}

# fates of an element
FATES = {
    "none": _("Stands"),
    "recoil": _("Recoils"),
    "flee": _("Flees"),
    "destroyed": _("Destroyed"),
    "surrender": _("Surrenders"),
}

# the same fates for the grid's narrow cells
FATES_SHORT = {
    "none": _("stands"),
    "recoil": _("recoils"),
    "flee": _("flees"),
    "destroyed": _("dies"),
    "surrender": _("yields"),
}

COMPARISONS = {
    "equal": _("The totals are equal"),
    "a_lower": _("A is lower, but more than half"),
    "a_half": _("A has half or less"),
    "b_lower": _("B is lower, but more than half"),
    "b_half": _("B has half or less"),
}

# causes of results
CAUSES = {
    "by": _("against this enemy"),
    "shot": _("when shot at"),
    "close": _("in close combat"),
    "loser_good": _("in good going"),
    "loser_bad": _("in bad going"),
    "ground_good": _("on ground that the winner counts as good going"),
    "charged": _("it moved into these bows in its own bound"),
    "loser_holds_bua": _("as garrison of a built-up area"),
    "winner_not_in_bua": _("the winner is no garrison of a built-up area"),
    "otherwise": _("as the table has it"),
    "in_place": _("no element recoils out of a camp or a built-up area"),
    "enemy_on_flank": _("an enemy front is on its flank or rear"),
    "shot_from_behind": _("all the shooting comes from behind it"),
    "enemy": _("its recoil meets an enemy"),
    "enemy_struck": _("its recoil strikes an enemy"),
    "impassable": _("its recoil meets impassable ground"),
    "garrisoned_bua": _("its recoil meets a garrisoned built-up area"),
    "table_edge": _("it leaves the table"),
    "friend_turned": _("its recoil meets a friend facing another way"),
    "friend_in_the_way": _("it can neither pass nor push the friend behind"),
    "river": _("its flight meets the river"),
    "supported": _("it gave +1 to the element destroyed in front of it"),
    "trampled": _("trampled by the elephants"),
    "struck_by_recoil": _("struck by the recoiling enemy"),
    "holds_place": _("garrisons never pursue"),
    "bad_going": _("it would enter bad going"),
    "broke_off": _("the enemy broke off"),
}

# consequences; %(name)s is an element with its side, %(troop)s a troop type
DEEDS = {
    "stand.element": _("%(name)s: nothing happens."),
    "destroyed.element": _("%(name)s: destroyed (%(why)s)."),
    "destroyed.behind": _("%(name)s: the %(troop)s behind destroyed too (%(why)s)."),
    "destroyed.met": _("%(name)s: the friend that it meets is destroyed (%(why)s)."),
    "destroyed.struck": _("Friend of %(name)s: destroyed too (%(why)s)."),
    "surrender.element": _("%(name)s: surrender; they are out of the fight."),
    "recoil.element": _("%(name)s: recoil %(mm)s mm straight back, still facing the same way."),
    "recoil.flankers": _(
        "%(name)s: its friends on the enemy's flank or rear (%(count)s) recoil too, each its own base depth."
    ),
    "flee.element": _(
        "%(name)s: turn about and flee %(mm)s mm; change direction only to avoid what it cannot pass."
    ),
    "stays.element": _("%(name)s: no room to flee; stays where the recoil ended."),
    "roll_river.element": _(
        "%(name)s: the flight reaches a river of unknown nature: roll a die: 1-2 it crosses, 3-6 "
        "it is destroyed."
    ),
    "pushed.behind": _("%(name)s: pushes the %(troop)s behind back %(mm)s mm."),
    "passed.behind": _("%(name)s: passes through the %(troop)s behind, to the free space beyond."),
    "followers_removed.place": _("%(name)s: enters its camp; camp followers there are removed for good."),
    "pursue.element": _("%(name)s: pursue %(mm)s mm straight ahead."),
    "pursue.behind": _("%(name)s: the %(troop)s behind follows, %(mm)s mm."),
    "holds.element": _("%(name)s: does not pursue (%(why)s)."),
    "occupy.element.bua": _("%(name)s: moves into the built-up area at once."),
    "occupy.element.camp": _("%(name)s: moves into the camp at once."),
    "sack.element": _(
        "%(name)s: sacks the built-up area, stuck inside without the +4 until its player's PIP die shows 6."
    ),
    "combat_stops.place": _(
        "The fight for the built-up area is over: other attackers do not fight it this bound."
    ),
    "denizens_surrender.place": _("The denizens, if any are left, surrender with the garrison."),
    "denizens_defend.place": _("The denizens, if any are left, keep defending the built-up area."),
    "defect.place": _("The denizens now defend the built-up area for the other side; nobody sacks it."),
    "unoccupied.place.bua": _("The built-up area is undefended: anyone may move in."),
    "unoccupied.place.camp": _("The camp is undefended: an enemy may move in."),
}

# labels of facts
FIELDS = {
    "type": _("Troop type"),
    "code": _("Base"),
    "depth_mm": _("Base depth"),
    "general": _("General"),
    "going": _("Going"),
    "post": _("Where"),
    "sacking": _("Sacking"),
    "uphill": _("Higher than the enemy"),
    "bank": _("Defends the river bank"),
    "charged": _("Moved into contact this bound"),
    "behind": _("Friend directly behind"),
    "behind_gap": _("That friend does not touch"),
    "behind_bad": _("That friend is in bad going"),
    "room": _("Room behind that friend"),
    "psiloi_beside": _("Psiloi behind a neighbour of its type"),
    "overlaps": _("Enemies overlapping"),
    "flank_contacts": _("Enemy fronts on its flanks"),
    "rear_contact": _("Enemy front on its rear"),
    "extra_shooters": _("Further enemies shooting at it"),
    "shot_from_behind": _("Shot entirely from behind"),
    "moved": _("Has moved this bound"),
    "obstacle": _("A recoil would meet"),
    "flight": _("A flight would meet"),
    "pursuit": _("A pursuit would lead"),
    "answered": _("The target shoots back"),
    "active": _("Whose bound"),
    "mode": _("Kind"),
    "dice": _("Dice"),
}

# values of facts
OPTIONS = {
    "going.good": _("good going"),
    "going.bad": _("bad going"),
    "going.bad_road": _("bad going, on a road"),
    "going.sand": _("dunes or oasis"),
    "going.river": _("in a river"),
    "post.field": _("in the open"),
    "post.bua": _("in a built-up area"),
    "post.camp": _("in its own camp"),
    "post.enemy_camp": _("in the enemy's camp"),
    "room.free": _("free"),
    "room.friends": _("more friends"),
    "room.blocked": _("blocked"),
    "obstacle.": _("nothing"),
    "obstacle.enemy": _("an enemy"),
    "obstacle.enemy_struck": _("an enemy's rear, or its flank with a corner"),
    "obstacle.impassable": _("impassable ground"),
    "obstacle.garrisoned_bua": _("a garrisoned built-up area"),
    "obstacle.table_edge": _("the table's edge"),
    "obstacle.friend_turned": _("a friend facing another way"),
    "obstacle.own_camp": _("its own camp"),
    "flight.clear": _("nothing"),
    "flight.blocked": _("no way out"),
    "flight.river": _("a river that slows movement"),
    "flight.unknown_river": _("a river of unknown nature"),
    "flight.table_edge": _("the table's edge"),
    "pursuit.clear": _("over clear ground"),
    "pursuit.bad_going": _("into bad going other than marsh or rough"),
    "pursuit.table_edge": _("off the table"),
    "behind.": _("nobody"),
    "depth_mm.": _("usual"),
    "mode.close": _("Close combat"),
    "mode.shooting": _("Shooting"),
}

# why a situation is refused, and how to correct it
MISTAKES = {
    "not_json": _("is not valid JSON: line %(line)s, column %(column)s"),
    "too_long": _("is too long: at most %(limit)s bytes"),
    "missing": _("is missing; give it"),
    "not_an_object": _("must be an object in braces"),
    "unknown_field": _("isn't a fact that the rules use; remove it"),
    "unknown_type": _("is not a troop type; use one of %(expected)s"),
    "not_one_of": _("must be one of %(expected)s"),
    "wrong_type": _("must be of type %(expected)s"),
    "out_of_range": _("must be from %(low)s to %(high)s"),
    "two_dice": _("must be two dice, as [4, 2]"),
    "code_of_another_type": _("%(base)s is not a base for this type; choose one that is"),
    "general_among_civilians": _(
        "the general is one of the twelve elements, never among camp followers or denizens; "
        "untick the general"
    ),
    "nobody_behind": _("choose the element behind first"),
    "engines_never_charge": _("artillery and war wagons never move into contact; let the other side attack"),
    "denizens_stay_in_the_bua": _("denizens fight only in their built-up area"),
    "followers_stay_in_the_camp": _("camp followers fight only in their own camp"),
    "sack_needs_a_bua": _("only an element inside a built-up area sacks"),
    "places_have_no_flanks": _(
        "camps and built-up areas have no flanks or rear; set overlaps and contacts to none"
    ),
    "one_element_in_a_place": _("a camp or built-up area holds one element; nothing can support it"),
    "place_has_no_going": _("inside a camp or built-up area going does not count; leave it at good"),
    "hill_is_part_of_the_bua": _("the hill is part of the defences of a built-up area; untick higher"),
    "defenders_never_charge": _(
        "defenders of a camp or built-up area are attacked where they are; untick the move into contact"
    ),
    "two_places": _("two elements inside camps or built-up areas cannot fight each other"),
    "one_place": _("two opponents cannot be inside the same camp or built-up area"),
    "one_a_flank": _("at most two: one overlap or contact counts on each flank"),
    "only_in_shooting": _("this belongs to shooting"),
    "charge_in_own_bound": _("this counts only in the element's own bound"),
    "one_is_uphill": _("only one of the two can be higher"),
    "one_defends_the_bank": _("only one of the two can defend the bank"),
    "no_shooting_in_combat": _(
        "an element in close combat neither shoots nor is shot at; remove overlaps, contacts and charges"
    ),
    "cannot_shoot": _("%(type)s cannot shoot; only artillery, bows and war wagons other than litters do"),
    "no_shooting_backwards": _("a target shot entirely from behind cannot shoot back"),
    "artillery_waits": _("in its own bound artillery shoots only when shot at, and if it has not moved"),
}

# texts of the pages, for the server and the offline page alike
PAGE = {
    "title_close": _("DBA calculator: close combat"),
    "title_shooting": _("DBA calculator: shooting"),
    "first": _("Choose an element"),
    "second": _("Choose its enemy"),
    "shooter": _("Choose the shooter"),
    "target": _("Choose the target"),
    "change": _("change"),
    "change_one": _("%(name)s: choose another type"),
    "lost": _("lost %(chance)s"),
    "follows": _("What follows: recoil, flight, pursuit"),
    "next": _("Next combat"),
    "games": _("Games"),
    "armies": _("Armies"),
    "at_the_table": _("At the table"),
    "go_on": _("Continue without it"),
    "mounted": _("Mounted"),
    "foot": _("Foot"),
    "civilians": _("In camp or town"),
    "reckoning": _("The calculation"),
    "total": _("Total, plus the die"),
    "chances": _("Exact chances"),
    "of36": _("%(n)s of 36"),
    "dice": _("Your dice"),
    "dice_hint": _("Tap both dice to read the result."),
    "die_of": _("Die of %(name)s"),
    "result": _("Result"),
    "against": _("%(a)s against %(b)s"),
    "grid": _("All 36 pairs of dice"),
    "grid_hint": _(
        "Rows: die of %(a)s. Columns: die of %(b)s. Each cell shows the result for %(a)s, then for %(b)s."
    ),
    "most": _("What would make the biggest difference"),
    "most_none": _("Nothing within reach would help %(name)s."),
    "most_line": _("Best for %(name)s: %(fact)s."),
    "most_chances": _(
        "Its own loss %(own_before)s → %(own_after)s, the enemy's %(foe_before)s → %(foe_after)s."
    ),
    "fact_yes": _("%(who)s, “%(field)s”"),
    "fact_no": _("%(who)s, no longer “%(field)s”"),
    "fact_value": _("%(who)s, “%(field)s”: %(value)s"),
    "situation": _("The situation"),
    "situation_hint": _("Only what can matter for these two."),
    "update": _("Show"),
    "refused": _("This cannot happen"),
    "start_again": _("Start again"),
    "matrix": _("Every type against every type"),
    "swap": _("Swap sides"),
    "page": _("p. %(n)s"),
    "none": _("none"),
    "json": _("The same as JSON"),
    "back": _("Calculate one pair"),
    "matrix_hint": _(
        "Each cell: of 36 pairs of dice, how many destroy the column's element : how many destroy the"
        " row's, in good going with no other factors. Tap a cell to open the calculation."
    ),
    "matrix_row": _("Row"),
    "home": _("All of Vexillum"),
    "kind": _("Kind"),
    "fate": _("Result"),
    "chance": _("Chance"),
    "cannot_meet": _("these two cannot meet"),
    "ready_offline": _("Also works offline."),
}
