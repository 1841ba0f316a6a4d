"""Texts for the codes that the calculators use."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy as pgettext

Words = Mapping[str, str | Promise]

ASKED: Words = {
    "clash": pgettext("cataphract", "Clash"),
    "shot": pgettext("cataphract", "Missiles"),
    "check": _("Leader's roll"),
    "quality": _("Troop quality"),
    "rally": pgettext("cataphract", "Rally"),
    "leader": _("Leader in danger"),
    "champions": _("Champions"),
}
TYPES: Words = {
    "HC": _("HC, heavy cavalry"),
    "LN": _("LN, lancers"),
    "LC": _("LC, light cavalry"),
    "HI": _("HI, heavy infantry"),
    "MI": _("MI, medium infantry"),
    "LI": _("LI, light infantry"),
}
MISSILES: Words = {
    "": _("none"),
    "B": _("B, bow"),
    "C": _("C, composite bow"),
    "F": _("F, throwing axe"),
    "J": _("J, javelins"),
    "Cheiro": _("Cheiroballistra"),
}
SUPPLY: Words = {"full": _("enough"), "low": _("Missile Low"), "no": _("Missile No")}
ASPECTS: Words = {
    "front": pgettext("cataphract", "front"),
    "flank": pgettext("cataphract", "flank"),
    "rear": pgettext("cataphract", "rear"),
}
TERRAIN: Words = {
    "": _("nothing that counts"),
    "river": _("all defenders behind a river"),
    "woods": _("all defenders in woods"),
    "trench": _("all defenders behind a trench"),
    "any_higher": _("some defender is higher than some attacker"),
    "all_higher": _("all defenders are higher"),
    "all_lower": _("all defenders are lower"),
}
LEVELS: Words = {
    "level": _("at the same height"),
    "lower": _("lower"),
    "wall": _("below a wall of Dara"),
}
CHECKS: Words = {
    "momentum": pgettext("cataphract", "Momentum"),
    "trump": _("Trump, or counter-trump"),
    "line_inside": _("Line Command within the overall commander's range"),
    "line_outside": _("Line Command outside that range"),
    "line_attila_outside": _("Line Command outside that range (Utus, Catalaunian Fields)"),
    "rally": _("Rally"),
    "undisciplined": _("Discipline of an army"),
    "line_discipline": _("Discipline of a Line"),
}
RATINGS: Words = {
    "momentum": _("Initiative"),
    "trump": _("Initiative"),
    "line_inside": _("Strategy of the overall commander"),
    "line_outside": _("no rating counts"),
    "line_attila_outside": _("Initiative"),
    "rally": _("Charisma"),
    "undisciplined": _("Initiative of the overall commander"),
    "line_discipline": _("Initiative"),
}
RESULTS: Words = {
    "another_phase": _("another Orders Phase"),
    "finished": _("Finished"),
    "doom": _("the Dieroll of Doom"),
    "activates": _("takes over"),
    "trumper_finished": _("the trumping leader is Finished"),
    "lines_this_turn": _("Line Commands for the whole turn"),
    "lines_this_phase": _("Line Commands for this phase"),
    "orders_only": _("Individual Orders only"),
    "rallies": pgettext("cataphract", "rallies"),
    "eliminated": _("eliminated"),
    "keeps_heart": _("the army keeps its two points of quality"),
    "loses_heart": _("the army loses its two points of quality for good"),
    "controlled": _("controlled"),
    "uncontrolled": _("Uncontrolled Advance"),
    "unhurt": _("unhurt"),
    "wounded": _("wounded"),
    "killed": _("killed"),
    "passes": _("passes"),
    "fails": _("fails"),
}
QUALITY: Words = {
    "passed_by_steppe": _("Huns, Visigoths, Heruli or Massagetae pass through"),
    "passed_by_routed": _("routed friends pass through"),
    "reaction_facing": _("infantry turns in reaction"),
    "impetuosity": _("impetuosity after harassment"),
    "about_face": _("about-face after a feigned retreat"),
}
LINES: Words = {
    "clash_front": _("Clash of Spears and Swords, front"),
    "clash_flank": _("Clash of Spears and Swords, flank"),
    "clash_rear": _("Clash of Spears and Swords, rear"),
    "size_moved": _("Size, rounded for the attacker, who moved"),
    "size_stood": _("Size, rounded for the defender: no attacker moved"),
    "numbers": _("Number of units"),
    **{code: text for code, text in TERRAIN.items() if code},
}
BECAUSE: Words = {
    "column": _("the defender is in Column"),
    "wedge": _("the attacker is in Wedge"),
    "position": _("attacks flank or rear"),
    "swords": _("swords against an open flank"),
    "weapons": _("by weapon"),
}
MODIFIERS: Words = {
    "moves": _("the firing unit moves, or harasses"),
    "woods": _("target in woods"),
    "shieldwall": _("target in Shieldwall"),
    "heavy": _("target is heavy infantry"),
    "heavy_close": _("archers adjacent to the front of heavy infantry"),
    "wall": _("from a wall of Dara"),
    "upwind": _("upwind at Dara"),
}
FACTS: Words = {
    "of": _("Counter"),
    "type": _("Type"),
    "tq": _("Troop Quality"),
    "size": _("Size"),
    "hits": _("Cohesion Hits"),
    "missile": _("Missiles"),
    "supply": _("Ammunition"),
    "cataphract": _("Cataphract"),
    "sword": _("swords (S in a box)"),
    "routed": _("routed"),
    "column": _("in Column"),
    "wedge": _("in Wedge"),
    "open_flank": _("a flank is open: no friend there, nor its zone"),
    "outflanked": _("an enemy at its own flank or rear has it in its zone"),
    "check": _("moved into contact (Shock: Must Check TQ)"),
    "aspect": _("Attacks the"),
    "charisma": _("Leader's Charisma"),
    "personal_combat": _("Leader's Personal Combat"),
    "wounded": _("the leader is wounded"),
    "distance": _("Distance in hexes"),
    "moves": _("the firing unit moves this phase"),
    "harassing": _("Harassment and Dispersal"),
    "through_front": _("comes through the target's"),
    "in_woods": _("target in woods"),
    "shieldwall": _("target in Shieldwall"),
    "height": _("The target stands"),
    "upwind": _("upwind at Dara"),
    "terrain": _("Ground"),
    "by_number": _("Utus or Catalaunian Fields: units count, not sizes"),
    "kind": _("Check"),
    "rating": _("Rating"),
    "rolled": _("Die"),
    "combat": pgettext("cataphract", "Combat"),
    "resistance": _("Resistance"),
}
PAGE: Words = {
    "title": _("Cataphract calculator"),
    "sheet": _("Battle sheet: both armies, all clashes together"),
    "attacker": _("Attacker"),
    "attacker_2": _("Second attacker"),
    "defender": _("Defender"),
    "defender_2": _("Second defender"),
    "nobody": _("nobody"),
    "by_hand": _("by its values, below"),
    "as_printed": _("as on the counter"),
    "firer": _("Firing unit"),
    "target": _("Target"),
    "unit": _("Unit"),
    "leader": _("Leader"),
    "first": _("First champion"),
    "second": _("Second champion"),
    "around": _("The clash"),
    "roll": _("The roll"),
    "more": _("More"),
    "none": _("none"),
    "not_yet": _("not thrown yet"),
    "show": _("Show"),
    "clear": _("Clear"),
    "refused": _("This cannot be"),
    "json": _("The same as JSON, with exact fractions"),
    "games": _("Games"),
    "armies": _("Armies"),
    "own": _("Your own missile chart and counters"),
    "own_hint": _(
        "Tables as CSV, spreadsheet or JSON. The start page of the battle sheet offers ours to edit."
    ),
    "own_use": _("Use these files"),
    "own_used": _("With your own values."),
    "charts": _("The charts"),
    "charts_offline": _(
        "They stay on this device for use offline. Exact chances need a connection; a battle sheet can be"
        " taken offline whole."
    ),
    "chart_crt": _("Shock results: attacker (defender)"),
    "chart_crt_note": _("Die with Charisma down, column across."),
    "chart_clash": _("Clash of Spears and Swords"),
    "chart_clash_note": _("Defender down, attacker across."),
    "chart_superiority": _("Superiority"),
    "chart_missile": _("Missile strengths by distance"),
    "chart_missile_note": _("A question mark: no text confirms this value; use your own chart."),
}
FOUND: Words = {
    "F": _("read from a damaged fragment"),
    "G": _("a guess"),
    "D": _("worked out from printed totals"),
    "design": _("ours: the counter is not printed in the rules"),
}
MISTAKES: Words = {
    "missing_field": _("This is missing."),
    "not_one_of": _("This is not one of the possibilities."),
    "not_a_number": _("This number isn't possible."),
    "unknown_field": _("There is no such fact."),
    "nobody_there": _("Somebody has to be there."),
    "cataphracts_are_heavy_cavalry": _("Only heavy cavalry is cataphract."),
    "only_foot_forms_column": _("Only infantry forms Column (6.4)."),
    "routed_units_have_no_hits": _("A routed unit has no Cohesion Hits: they go when it routs (10.2)."),
    "routs_already": _("With as many hits as its quality the unit has routed already (10.14)."),
    "routed_never_attacks": _("A routed unit never attacks."),
    "column_never_attacks": _("A unit in Column never attacks (6.4)."),
    "no_missiles": _("This unit has no missiles (8.11)."),
    "no_ammunition": _("This unit has no ammunition left (8.17)."),
    "routed": _("A routed unit doesn't shoot."),
    "in_column": _("A unit in Column doesn't shoot (6.4)."),
    "out_of_range": _("The target is out of range (8.13, 8.16)."),
    "only_heavy_and_medium_foot": _("Only heavy and medium infantry forms a Shieldwall (11.7)."),
    "not_routed": _("Only a routed unit is rallied (10.27)."),
    "two_dice": _("Two dice are thrown."),
}
