"""The rules shown on the table's page, paraphrased: headings and sentences."""

from django.utils.translation import gettext_lazy as _

TITLES = {
    "distances": _("How far"),
    "groups": _("Groups and lone elements"),
    "contacts": _("Lawful contacts"),
    "turning": _("Hit on the flank or rear"),
    "fronts": _("Across an enemy's front"),
    "friends": _("Through friends"),
    "shooting": _("Who can shoot whom"),
    "overlaps": _("Overlaps"),
    "camp": _("The camp: size and ground"),
    "zones": _("Where to deploy"),
}
GOING = {
    "good": _("good going"),
    "bad": _("bad going"),
    "sand": _("dunes, oasis"),
    "road": _("road"),
}
LINES = {
    # rules about distances
    "front_corner": _("Measured straight from start to end, at the front corner that moves farthest."),
    "unmeasured": _(
        "Not measured: turning onto the flank of an enemy it already overlaps; coming out of the middle of a "
        "built-up area to stand at its edge."
    ),
    "road": _("Road: a column one wide, or a lone element, through whatever going."),
    "road_bua": _(
        "Friends go through the built-up area on its road, but do not stop there if it is occupied."
    ),
    "engines_by_road": _("Artillery and war wagons: into bad going along a road only."),
    "partly_bad": _("Partly in bad going counts as wholly in it."),
    "fording": _("Fording: the head of a column goes %(fording)s."),
    "in_river": _("In the river, keep facing across, or line up on an enemy who holds the far bank."),
    "dismounting": _(
        "Dismounting: the move of the foot they become, ending with no enemy edge or corner touched; they "
        "neither move again in this bound nor ever remount."
    ),
    # rules about groups
    "single": _("A lone element goes any way, through gaps of a base width, and ends facing as it likes."),
    "group": _("A group faces one way, each touching another along the side and at a corner."),
    "group_ways": _("A group goes straight ahead or wheels on a front corner, all as far or as much."),
    "half_shift": _(
        "It may shift sideways by half a base (%(half_base)s) at most, to line up with enemies ahead within "
        "a base width (%(base)s)."
    ),
    "narrowing": _(
        "It may narrow into a column, for a gap of a base width or more, or for a road; never widen."
    ),
    "column": _("In a column one element wide: along a road, in bad going, through a river that hinders."),
    # rules about contact
    "one_of_them": _("At least one of those that move must end in one of these ways:"),
    "on_front": _("its front on an enemy's front, edge to edge and corner to corner;"),
    "on_rear": _("its whole front on an enemy's rear;"),
    "on_flank": _("its front on an enemy's flank, front corners together (our ruling D13);"),
    "as_overlap": _("overlapping an enemy who is already in combat."),
    "on_walls": _(
        "Against a camp or a built-up area: the whole front on an edge; one attacker for a camp, three for a "
        "built-up area."
    ),
    "engines_never": _(
        "Artillery and war wagons never touch an enemy, an enemy camp or an enemy built-up area."
    ),
    "mover_lines_up": _("The side that has moved lines up."),
    "skirmisher_lines_up": _(
        "But a lone Psiloi in good going, or lone light horse, lines up on a group that contacts it."
    ),
    "narrow_gap": _(
        "In a gap narrower than a base some touch edges, not corners: they do not fight this bound."
    ),
    # rules about turning to face
    "turns": _(
        "An element not fighting to its front turns to face the first enemy that touches its flank or"
        " rear; that enemy makes room."
    ),
    "two_turn": _(
        "If one attacker touches the flanks of two, both turn, and the second lines up behind the first."
    ),
    "third_recoils": _("A third touched by the same attacker recoils."),
    "fights_on": _(
        "An element already fighting to its front doesn't turn: each such contact costs it 1, at most 2."
    ),
    # rules about strips that may not be crossed, and about passing through friends
    "closed": _(
        "The base width (%(base)s) straight in front of an enemy element, camp or built-up area is "
        "closed, unless another element stands at least partly in between."
    ),
    "open_if": _(
        "Allowed there: contacting or facing that enemy, contacting that place, going straight back."
    ),
    "nobody_passes": _("Nobody in this army can pass through friends when moving: it has no Psiloi."),
    "mounted_pass": _("Mounted pass through Psiloi."),
    "psiloi_pass": _("Psiloi pass through any friends."),
    "pass_how": _(
        "The friends face exactly the same or the opposite way; there is room behind them, and enough"
        " move to get there."
    ),
    # rules about shooting
    "strip": _("Targets: straight ahead, in the width of its own base and one more on either side."),
    "any_edge": _(
        "Any edge of the target will do, measured from the nearest point to the nearest (our ruling D24)."
    ),
    "between": _("Blocked by any element, friend or enemy, that is even partly in between."),
    "crest": _("A crest blocks shots from or at anyone beyond it."),
    "edge_of_woods": _("The edge of woods or an oasis blocks shots from or at anyone beyond it."),
    "engaged": _("Neither shooter nor target may be in combat: fighting, in support, or overlapping."),
    "supporting_shots": _(
        "Enemies who can shoot each other must. A second and a third shooter cost the target 1 each; more "
        "do nothing."
    ),
    "artillery": _("Artillery shoots in the enemy's bound; in its own only when shot at and unmoved."),
    "bua_shots": _(
        "The garrison of the built-up area shoots all round from its middle; shots at or from a camp or "
        "built-up area are at or from one of its edges."
    ),
    # rules about overlaps
    "overlap": _(
        "An element that isn't fighting to its own front, and is corner to corner with an enemy on "
        "its right or left, overlaps that enemy; one element can overlap two."
    ),
    "side_to_side": _("Enemies side to side overlap each other, even while both fight to their front."),
    "one_a_flank": _("On each flank one overlap or contact counts."),
    "walls_none": _("Camps and built-up areas neither overlap nor are overlapped."),
    # rules about laying out camps and terrain
    "camp_size": _("Length and width together %(camp)s at most, with room for one element."),
    "camp_ground": _(
        "On good going, a beach or the shore of a waterway, in your own deployment zone (our ruling D21)."
    ),
    "no_camp": _(
        "No camp: an army that holds the built-up area, has two or more war wagons, or sallies from a siege."
    ),
    "camp_garrison": _(
        "Held by one of the army's elements, which may leave it; by camp followers, who may not, and "
        "are removed for good when friends enter; or by nobody."
    ),
    "zone_depth": _("Within %(depth)s of your own edge, or on the shore of the waterway along it."),
    "zone_flanks": _("Nobody within %(flank)s of the side edges, except in a camp or built-up area."),
    "reserve": _(
        "A littoral army may keep up to %(reserve)s elements aboard: in its first bound they land on the "
        "shore as one group for 1 PIP, %(at_water)s at least touching the water."
    ),
}
