"""All texts of a DBA battle at a table, by code. Their Italian translations are in locale/dba."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

SEATS = {"red": _("Red"), "blue": _("Blue")}

# kinds of terrain
PIECES = {
    "river": _("River"),
    "steep_hill": _("Steep hill"),
    "gentle_hill": _("Gentle hill"),
    "woods": _("Woods"),
    "marsh": _("Marsh"),
    "rough": _("Rough going"),
    "dunes": _("Dunes"),
    "oasis": _("Oasis"),
    "waterway": _("Waterway"),
    "road": _("Road"),
    "bua": _("Built-up area"),
}
# labels for the dimensions and distances that define a drawn piece
MEASURES = {
    "x": _("From the left, mm"),
    "y": _("From the far edge, mm"),
    "length": _("Length, mm"),
    "width": _("Width, mm"),
    "turn": _("Turned by, °"),
    "beach": _("Beach, mm"),
}
OFF_AT = _("Off its edge at %(cm)s cm, mm")
# requirements that players check by eye, each with the kinds of terrain, the text and the section
BY_EYE = (
    (
        frozenset(PIECES) - {"road"},
        _(
            "Between two pieces there is a gap of at least a base width (4 cm); a built-up area may lie at "
            "a river or a waterway, and a river may end in the sea."
        ),
        "area_features",
    ),
    (
        frozenset(PIECES) - {"bua", "river", "road", "waterway"},
        _("Area pieces are roughly oval, and no two are the same size."),
        "area_features",
    ),
    (
        frozenset({"bua"}),
        _("A built-up area lies within 20 cm of one table edge and farther than 20 cm from the other three."),
        "area_features",
    ),
    (
        frozenset({"river"}),
        _(
            "A river is no wider than a base, at most half as long again as the straight way between its "
            "ends, and over 15 cm away from the two edges along which it flows."
        ),
        "linear_features",
    ),
    (
        frozenset({"waterway"}),
        _(
            "A waterway reaches 8 to 24 cm inwards from its edge, along half of its length no more than 16; "
            "a beach of up to 5 cm may lie before it."
        ),
        "linear_features",
    ),
    (
        frozenset({"road"}),
        _("A road bends around other pieces and crosses a river by a bridge or a ford."),
        "linear_features",
    ),
)
HOMES = {
    "arable": _("Arable"),
    "forest": _("Forest"),
    "hilly": _("Hilly"),
    "steppe": _("Steppe"),
    "dry": _("Dry"),
    "tropical": _("Tropical"),
    "littoral": _("Littoral"),
}
EDGES = {1: _("far edge"), 2: _("right edge"), 3: _("near edge"), 4: _("left edge")}

PHASES = {
    "aggression": _("Who defends"),
    "terrain": _("The battlefield"),
    "sides": _("Table edges"),
    "camps": _("Camps"),
    "deployment": _("Deployment"),
    "swaps": _("Last swaps"),
    "pips": _("PIP roll"),
    "moves": _("Tactical moves"),
    "shooting": _("Shooting"),
    "combat": _("Close combat"),
    "over": _("The battle is over"),
}
DECISIONS = {
    "dba_aggression": _("Roll for aggression, or say how you have set up"),
    "dba_terrain": _("The defender lays out the battlefield"),
    "dba_sides": _("The invader chooses and rolls for a table edge"),
    "dba_camps": _("Pitch the camp"),
    "dba_deployment": _("Deploy the army"),
    "dba_swaps": _("The defender may swap up to two pairs of elements"),
    "dba_pips": _("Roll for PIPs"),
    "dba_moves": _("Spend PIPs on tactical moves"),
    "dba_shooting": _("Resolve the shooting, mutual shooters first"),
    "dba_targets": _("Choose the targets of your shooters in the enemy's bound"),
    "dba_combat": _("Resolve the combats, in the order you like"),
}

# reasons why a move costs more than one PIP
REASONS = {
    "hard_to_move": _("elephants, hordes, war wagons or artillery"),
    "dismounting": _("dismounting"),
    "far_from_general": _("all start too far from the general"),
    "general_lost": _("the general is lost"),
    "general_hindered": _("the general is in a camp, built-up area, wood, oasis or marsh"),
}
PRICES = {
    "ordinary": _("Any element or group"),
    "hard_to_move": _("With elephants, hordes, war wagons or artillery"),
    "dismounting": _("Dismounting"),
}
FURTHER = {
    "light_horse": _("light horse, not within a base width of the enemy at its start or end"),
    "psiloi": _("Psiloi in their army's first bound"),
    "psiloi_contact": _("Psiloi in their army's first bound, into contact"),
    "charge": _("scythed chariots or warband into combat"),
    "road": _("along a road, not into contact"),
}
# button labels for forms whose title does not name the action
BUTTONS = {
    "set_table": _("Begin the battle"),
    "choose_edge": _("Roll for the edge"),
    "deploy": _("Deploy"),
    "swap_elements": _("Swap them"),
    "note_terrain": _("Add it to the table"),
    "note_bua": _("Add it to the table"),
    "place_general": _("Record the position"),
    "move_elements": _("Move"),
    "break_off": _("Break off"),
    "shoot": _("Shoot"),
    "fight": _("Fight"),
    "remove_element": _("Take it off"),
    "take_stronghold": _("It is inside"),
}

PLACES = {
    "": _("in the open"),
    "woods": _("in a wood"),
    "oasis": _("in an oasis"),
    "marsh": _("in a marsh"),
    "own_camp": _("own camp"),
    "enemy_camp": _("enemy camp"),
    "camp": _("own camp"),
    "bua": _("built-up area"),
    "leave": _("out of the camp or built-up area"),
}
CAUSES = {
    "destroyed": pgettext_lazy("element", "destroyed"),
    "supporter": _("destroyed with the element it supported"),
    "recoil": _("destroyed in a recoil"),
    "river": _("lost in the river"),
    "left_table": _("left the table"),
    "surrendered": _("surrendered"),
    "replaced": _("removed to make room"),
    "no_camp": _("stay away: there is no camp"),
}
NATURES = {
    "unknown": _("not known until somebody crosses it off a road"),
    "paltry": _("shallow: neither slows anyone nor helps the defender of a bank"),
    "hindering": _("slows movement, and its banks help their defenders"),
    "difficult": _("slows movement, its banks help their defenders, and crossing takes a roll of 3 or more"),
}
ENDINGS = {
    "broken": _("the enemy army has broken"),
    "annihilated": _("nothing is left of the enemy army"),
    "conceded": _("the enemy has conceded"),
    "nightfall": _("night has fallen"),
    "agreed": _("both sides have agreed on a draw"),
}

UNLISTED = {"free": _("no list"), "own": _("own list")}  # see armies.dba.free_lists

ABOUT_BOT = _(
    "The DBA bot can't see the table: it rolls for contacts, overlaps and bad going, as often as they "
    "are usual for a battle line."
)

REMINDERS = {
    "six_ends_sack": _("A natural 6 on the PIP die ends the sack of the built-up area."),
    "six_buys_revolt": _(
        "Six PIPs at the start of the bound buy a revolt: the denizens of your built-up area "
        "rise, as no enemy element holds it."
    ),
    "not_edge_by_bua": _("The preferred edge can't be the one nearest the built-up area."),
    "deploy_depth": _(
        "Deploy within 600 paces (15 cm) of your table edge, or on the shore of a waterway there;"
        " only the garrison of the built-up area may be farther forward."
    ),
    "deploy_flanks": _(
        "Nobody within 300 paces (7.5 cm) of the side edges, except in a camp or built-up area."
    ),
    "no_surcharge_first_bound": _("First bound of this side: every move costs 1 PIP, no matter who moves."),
    "psiloi_again": _("First bound: Psiloi may move again and again, for PIPs."),
    "land_now": _(
        "The elements aboard land in this bound or stay out of the battle: one group, 1 PIP, two "
        "or more at the water."
    ),
    "lay_bua": _("The campaign's city or fort: place the defender's built-up area anywhere in their half."),
    "lay_strait": _(
        "The strait: a river from side edge to side edge across the middle, not paltry. The defender "
        "deploys behind it and fights with +1 while holding its bank."
    ),
    "lay_sea": _(
        "The landing: a waterway along the invader's whole table edge. Their camp, if any, is on its shore."
    ),
    "half_ashore": _("Half of the invader's elements start ashore with the general; half wait aboard."),
    "land_wave": _(
        "The second wave may land from now on: for each PIP up to four elements as a group, at the water."
    ),
    "bank_held": _("Elements defending the bank of the strait against an enemy still in it get +1."),
    "light_horse_again": _(
        "Light horse may move again if the further move starts and ends over a base width from any enemy."
    ),
    "charge_again": _(
        "Warband and scythed chariots may move a second time if that brings them into combat, or where they "
        "support or overlap."
    ),
    "road_again": _("Along a road, a column or a lone element may move again, but not into contact."),
    "closed_front": _(
        "Nobody crosses the base width before an enemy element, or before a camp or built-up area"
        " that the enemy controls, unless another element is partly in between: you may only "
        "contact it, turn to face the element, or go straight back."
    ),
    "group_clear_of_enemy": _(
        "A group may not start its move in contact with the front edge of an enemy element."
    ),
    "group_column": _(
        "Groups go straight ahead or wheel on a front corner. They may narrow into a column, to "
        "pass a gap or to follow a road, and shift half a base sideways to line up with an enemy "
        "within a base width ahead. In bad going, on a road or through a river that hinders, they"
        " move in a column one element wide."
    ),
    "never_into_contact": _(
        "Artillery and war wagons never move into contact, not even of a corner, nor into a camp "
        "or built-up area that the enemy controls."
    ),
    "engines_no_bad_going": _("Artillery and war wagons enter bad going by a road only."),
    "break_off_free": _(
        "An element that breaks off goes straight back, 200 paces (5 cm) or more, and ends facing"
        " the enemy; no enemy front may be on its flank or rear, and nothing in its way that it "
        "cannot pass."
    ),
    "river_unknown": _("The first who tries to cross the river off a road rolls for what it is like."),
    "river_barred": _("A crossing has failed: nobody fords again in this bound."),
    "break_off_pursued": _(
        "Elements that break off from knights, scythed chariots, warband or hordes are pursued at"
        " once, unless that enemy is in a camp or built-up area or would enter bad going other "
        "than marsh or rough."
    ),
    "lone_skirmisher_lines_up": _(
        "Lone Psiloi in good going and lone light horse line up on a group that contacts them; "
        "else the mover does."
    ),
    "mutual_first": _(
        "Opponents who can shoot each other must, in the order that the active player chooses."
    ),
    "not_in_combat": _("Nobody shoots, or is shot at, while fighting, supporting or overlapping."),
    "three_widths": _(
        "Targets lie straight ahead, three base widths wide: artillery 500 paces (12.5 cm), bows "
        "and wagons (no litters) 200 (5 cm), with nobody even partly in between."
    ),
    "garrison_all_round": _("From the built-up area its garrison shoots all round, not only ahead."),
    "artillery_enemy_bound": _(
        "Artillery shoots in the enemy's bound; in its own only when it is shot at and has not moved."
    ),
    "order_is_active": _("The active player decides the order; carry out each result at once."),
    "overlaps_again": _("Check overlaps again after every combat: they may have changed."),
    "bows_stop_knights": _("Knights beaten by bows whose front they have moved into in this bound die."),
    "impetuous_pursue": _(
        "Knights, scythed chariots, warband and hordes pursue their own base depth at once, "
        "supporters behind them too; never out of a camp or built-up area, off the table, or into"
        " bad going other than marsh or rough."
    ),
    "elephants_trample": _("Recoiling elephants destroy every friend that they meet."),
    "psiloi_support": _(
        "Psiloi behind spears, blades or auxilia, or behind the same beside them, help against mounted "
        "troops (+1)."
    ),
}

# why an action is refused, and how to correct it
REFUSALS = {
    # terrain
    "not_of_this_topography": _("%(piece)s isn't allowed in the defender's home terrain; remove it."),
    "only_one": _("Only one piece of this kind: %(piece)s."),
    "only_two": _("At most two optional pieces of one kind: %(piece)s."),
    "compulsory_number": _("One or two compulsory pieces are needed: %(piece)s (now %(number)s)."),
    "optional_number": _("Two or three optional pieces are needed; there are %(number)s."),
    "either_or": _("Choose one of the two: %(piece)s or %(other)s."),
    "three_quarters": _("At least three quarters of the table must hold some terrain; spread the pieces."),
    "two_hard_quarters": _("At least two quarters must hold a waterway, a river or bad going."),
    "areas_same_size": _("All area pieces must differ in size."),
    "bad_quarters": _("Say which quarters (1 to 4) piece %(number)s touches, each once."),
    "linear_two_quarters": _("Piece %(number)s runs from edge to edge through exactly two quarters."),
    "quarters_apart": _("Piece %(number)s runs through two quarters side by side, not across a corner."),
    "narrower_than_base": _("Piece %(number)s is narrower than a base (40 mm)."),
    "area_too_large": _("Piece %(number)s is too large: length and width together at most 36 cm."),
    "area_too_long": _("Piece %(number)s is longer than twice its width; only marsh and rough may be."),
    # layout of the terrain pieces
    "off_the_board": _("Piece %(number)s (%(piece)s) hangs %(mm)s mm over the edge of the board."),
    "bua_far_from_edges": _(
        "The built-up area is %(mm)s mm away from the nearest edge; it must come within 20 cm of one."
    ),
    "bua_near_two_edges": _(
        "The built-up area is %(mm)s mm away from a second edge; from three it must be farther than 20 cm."
    ),
    "river_too_wide": _("The river is %(mm)s mm wide; at most a base width, 40 mm."),
    "river_near_edge": _(
        "The river comes within %(mm)s mm of an edge along which it flows; it stays over 15 cm away."
    ),
    "river_too_winding": _(
        "The river is %(mm)s mm long; at most half as long again as from end to end, %(most)s mm."
    ),
    "waterway_shallow": _("The waterway reaches only %(mm)s mm inwards somewhere; at least 8 cm."),
    "waterway_deep": _("The waterway reaches %(mm)s mm inwards; at most 24 cm."),
    "waterway_half": _("Along half of its length the waterway reaches no farther inwards than 16 cm."),
    "beach_too_deep": _("The beach is %(mm)s mm deep; at most 5 cm."),
    "pieces_overlap": _("Pieces %(number)s (%(piece)s) and %(second)s (%(other)s) overlap."),
    "gap_too_narrow": _(
        "Between pieces %(number)s (%(piece)s) and %(second)s (%(other)s) there are %(mm)s mm; a base width, "
        "40 mm, has to pass: %(more)s mm more."
    ),
    "too_many_drawn": _("At most %(number)s pieces can be drawn."),
    "drawn_nowhere": _("The numbers of piece %(number)s (%(piece)s) draw nothing on this board."),
    "drawn_otherwise": _("The drawing must show the pieces that lie on this table, no others."),
    "drawing_stands": _(
        "The armies are being deployed, so the drawing can't be changed. Undo the deployment to correct it."
    ),
    "nothing_to_draw": _("There is no battlefield to draw now."),
    "nothing_noted": _("Choose what is on the table, each kind once."),
    "noted_already": _("%(piece)s is already there; choose what is missing."),
    "bua_by_itself": _("A built-up area is added separately: it decides who has a camp."),
    "bua_of_the_campaign": _("The campaign says whether there is a built-up area here."),
    "bua_and_camp_taken": _(
        "The defender has lost a camp that they wouldn't have had; undo the moves back to before that."
    ),
    "garrison_when_deploying": _("The defender names the garrison when deploying."),
    # set-up
    "edge_nearest_bua": _("This edge is the one nearest the built-up area; choose another."),
    "no_such_edge": _("Name one of the four edges, 1 to 4."),
    "invader_no_bua": _("Only the defender may garrison the built-up area at the start."),
    "no_bua": _("There is no built-up area on this table."),
    "no_camp": _("That side has no camp."),
    "garrison_foot": _("Only one foot element may garrison the built-up area: not %(element)s."),
    "already_posted": _("%(element)s is already inside a camp or built-up area."),
    "two_swaps": _("At most two pairs may be swapped."),
    "swap_own": _("Only the defender's own elements may be swapped: not %(element)s."),
    "swap_twice": _("Each element can be swapped only once."),
    "no_landing": _("Only an army of littoral home on a table with a waterway may keep elements aboard."),
    "four_in_reserve": _("At most four elements may wait aboard."),
    "half_aboard": _("In this landing exactly half of the army waits aboard: %(number)s elements."),
    "general_lands_first": _("The general and the camp followers are in the first wave."),
    "nothing_to_land": _("Nothing is waiting to land, or its side's first bound is over."),
    # moves
    "too_few_pips": _("This move costs %(cost)s PIPs and %(left)s are left; move fewer, or somebody else."),
    "nobody_moves": _("Choose whom to move, each element once."),
    "not_your_element": _("%(element)s isn't on the active side."),
    "not_on_table": _("%(element)s is not on the table."),
    "followers_stay": _("Camp followers never leave their camp."),
    "still_sacking": _("%(element)s is sacking; it stays until its player's PIP die shows 6."),
    "say_it_leaves": _("%(element)s is inside: move it out first."),
    "not_inside": _("%(element)s is not inside a camp or built-up area."),
    "inside": _("%(element)s is inside a camp or built-up area; it can leave, not break off."),
    "one_inside": _("Camps and built-up areas are entered and left by one element at a time."),
    "spent": _("%(element)s has broken off, dismounted or failed to ford; it can't move again this bound."),
    "no_further_move": _("%(element)s has already moved and can't move again this way."),
    "assaulted_already": _("No more than %(most)s can assault that place at a time. Move elsewhere."),
    "nobody_resists": _("It isn't defended: enter without contact."),
    "goes_again": _("%(element)s has already moved: it moves again; it can't join in with a first move."),
    "first_move": _("%(element)s has not moved yet: this is its first move, not a further one."),
    "already_moved": _("%(element)s has already moved; breaking off must be its first move."),
    "never_into_contact": _("Artillery and war wagons never move into contact: not %(element)s."),
    "does_not_dismount": _("The list does not let %(element)s dismount (or it has already)."),
    "dismounts_clear_of_enemy": _("Dismounting elements must end clear of the enemy."),
    "not_an_enemy": _("%(element)s isn't an enemy on the table."),
    "no_river": _("There is no river on this table."),
    "no_ford_on_a_road": _("A move along a road crosses the river by its bridge or ford: no die is needed."),
    "nobody_in_contact_yet": _("In the battle's first bound nobody is in contact yet."),
    "fording_barred": _("A crossing has failed: nobody fords again in this bound."),
    "no_revolt": _(
        "A revolt needs all six PIPs of an unused bound, living denizens, and no enemy element in the area."
    ),
    "garrison_has_moved": _("%(element)s has already moved this bound and can't make room."),
    "camp_full": _("There is room for one element only; move %(element)s out first."),
    "bua_full": _("%(element)s is already in there, and there is room for only one element."),
    "denizens_resist": _("The denizens resist: fight them first."),
    "camp_defended": _("The camp is defended: fight for it first."),
    # shooting and combat
    "no_denizens": _("No denizens defend the built-up area for that side now."),
    "fought_already": _("%(element)s has already fought this bound."),
    "three_shooters": _("One to three different elements may shoot at one target."),
    "shot_already": _("%(element)s has already shot this bound."),
    "target_already": _(
        "%(element)s has already been shot at this bound; combine the shooters into one shot."
    ),
    "cannot_answer": _("%(element)s cannot shoot back."),
    "must_answer": _(
        "%(element)s can shoot: it shoots back, unless you say that it has no shooter in its range and arc."
    ),
    "back_needs_answer": _(
        "Others shoot at the first shooter together with its target only if the target shoots back."
    ),
    "in_contact": _(
        "%(element)s is in contact with the enemy: no shooting there. If it isn't, correct that first."
    ),
    "break_off_first": _(
        "%(element)s faces an enemy in combat: it can only break off. If it does not, say so first."
    ),
    "not_in_contact": _("%(element)s is not recorded as being in contact."),
    "nobody_named": _("Name at least one element."),
    "not_on_this_table": _(
        "The terrain on this table makes that impossible. Add the piece if it was forgotten."
    ),
    "meets_itself": _("%(element)s cannot run into itself."),
    "no_road": _("There is no road on this table."),
    "no_such_pursuit": _("%(element)s doesn't pursue, or not this way on this table."),
    "must_fight": _(
        "Elements in frontal contact must fight. Remaining: %(elements)s. Resolve their combats, or "
        "say that none of them is in frontal contact."
    ),
    "must_shoot": _(
        "Opponents that can shoot at each other must. Remaining: %(elements)s. Resolve their shots, "
        "or say that none of them has another in range and arc."
    ),
    "behind_itself": _("%(element)s cannot stand behind itself."),
    "wrong_side": _("%(element)s is on the wrong side for this."),
    "no_such_element": _("There is no element %(element)s."),
    # the battle as a whole
    "not_in_this_part": _("You can't do this in the current part of the bound."),
    "not_your_bound": _("It is the other side's bound."),
    "battle_over": _("The battle is over."),
    "draw_offered_already": _("You have offered a draw; the other side may accept."),
    "no_such_seat": _("There is no such seat in this battle."),
    "unknown_action": _("There is no such action in this game."),
    "no_open_battle": _("A table battle doesn't need a report."),
}

# mistakes in a scenario file
MISTAKES = {
    "two_armies": _("A battle needs two armies, red and blue."),
    "missing_name": _("Give the army a name."),
    "aggression_range": _("Aggression is a whole number from 0 to 4."),
    "unknown_topography": _("This isn't a home terrain; use one of %(known)s."),
    "number_of_elements": _("List from 1 to %(most)s elements."),
    "one_general": _("Exactly one element has the general; here %(number)s have."),
    "general_of_followers": _("The general is never among the camp followers."),
    "one_followers": _("An army has at most one element of camp followers."),
    "missing_id": _("Give the element an id of at most 40 characters."),
    "id_twice": _("Two elements are called %(id)s; each id must be unique."),
    "missing_code": _("Give the element a code, such as 4Sp."),
    "unknown_type": _("%(type)s is not a troop type; use one of %(known)s."),
    "number_range": _("This must be a whole number from %(low)s to %(high)s."),
    "not_one_of": _("%(value)s is not one of these: %(expected)s."),
    "not_text": _("This must be text."),
    "not_yes_or_no": _("This must be true or false."),
    "no_defender": _("Say which side defends: red or blue."),
    "garrison_of_defender": _("The garrison is an element of the defender, and needs a built-up area."),
    "no_such_scenario": _("There is no battle called %(name)s."),
}

THROWS = {
    "aggression": _("aggression"),
    "edge": _("table edge"),
    "pips": _("PIPs"),
    "river": _("what the river is like"),
    "fording": _("fording"),
    "combat": _("close combat"),
    "shooting": _("shooting"),
}

FIELDS = {
    "edge": _("Preferred edge"),
    "garrison": _("Garrison"),
    "reserve": _("Waiting aboard"),
    "pairs": _("Pairs to swap"),
    "pieces": _("Terrain pieces"),
    "river": _("There is a river"),
    "terrain": _("What is on the table"),
    "unable": _("Out of its range or arc"),
    "none_in_reach": _("Nobody within reach"),
    "elements": _("Elements that move together"),
    "along": _("Elements that join them with their first move"),
    "ford": _("They cross the river off a road"),
    "element": _("Element"),
    "enemy": _("From which enemy"),
    "far": _("All start far from the general"),
    "place": _("Where"),
    "cause": _("What happened"),
    "held": _("A pursuit would lead"),
    "supported": _("Another of its type supports it from behind"),
    "none_in_contact": _("Nobody in frontal contact"),
    "shooter": _("First shooter"),
    "target": _("Target"),
    "more": _("Also shooting at it"),
    "back": _("Also shooting at the first shooter"),
    "attacker": _("Element of the active side"),
    "defender": _("Its enemy"),
    "charged": _("It moved into contact in this bound"),
    "a": _("First one's circumstances"),
    "b": _("Second one's circumstances"),
    "setup": _("Setting up"),
    "hands": _("Who enters the events"),
    "nightfall": _("Night falls after this many bounds"),
    "aim": _("Your shooters aim"),
    "bot": _("Bot on the board"),
}
VALUES = {
    "aim.best": _("where the odds are best, and not where they are bad"),
    "aim.nearest": _("at the nearest target"),
    "aim.hold": _("at nobody: they hold their fire"),
    "setup.guided": _("the assistant guides through terrain and deployment"),
    "setup.quick": _("we set up ourselves"),
    "hands.any": _("either player, for both sides"),
    "hands.own": _("each player for their own side"),
    "bot.strong": _("strong: it also weighs the enemy's next charges"),
    "bot.fair": _("fair: it weighs its own bound only"),
    "bot.weak": _("weak: it marches straight ahead"),
    "held.": _("over clear ground"),
    "held.bad_going": _("into bad going other than marsh or rough"),
    "held.table_edge": _("off the table"),
}

# short words on the page
ROLES = {"invader": _("invader"), "defender": _("defender")}
NOTES = {
    "reserve": _("waits aboard"),
    "sacking": _("sacking"),
    "charged": _("moved into contact"),
    "touches": pgettext_lazy("element", "in contact"),
    "spent": _("can't move again"),
    "struck": _("Enemies that its recoil strikes"),
    "met": _("The friend that its recoil meets"),
    "answers": _("yes"),
    "unable": _("no: out of its range or arc"),
}
CAMPS = {
    "held": _("Camp defended"),
    "open": _("Camp undefended"),
    "lost": _("Camp in enemy hands: 2 more losses"),
}
DENIZENS = {
    "none": _("nobody lives there"),
    "alive": _("denizens loyal to"),
    "destroyed": _("denizens beaten"),
}
