"""Texts for the mistakes in a scenario file, each with its hex."""

from __future__ import annotations

from django.utils.translation import gettext as _

from battles.cca.wording.names import terrain, unit
from engine.game import Mistake


def mistake(found: Mistake) -> str:
    """Describe a mistake in a sentence. Return "" if the code is unknown, or if the mistake is in a document
    other than a scenario.
    """
    facts = dict(found.facts)
    for name, words in (("unit", unit), ("terrain", terrain)):
        if name in facts:
            facts[name] = words(str(facts[name]))
    said = {
        "no_such_hex": _("%(hex)s is no hex of the board (A1 to I13; rows B, D, F and H end at 12)."),
        "two_units": _("Two units stand in %(hex)s."),
        "two_leaders": _("Two leaders stand in %(hex)s."),
        "leader_with_enemy": _("The leader in %(hex)s stands with an enemy unit."),
        "cannot_stand": _("%(hex)s: %(unit)s cannot stand on this ground (%(terrain)s)."),
        "not_in_box": _("%(hex)s: %(unit)s are not in the base box."),
        "too_many_tiles": _("%(tiles)s hexes of terrain; the box has %(box)s tiles."),
        "too_many_blocks": _("%(blocks)s blocks of size %(size)s; the box has %(box)s."),
        "too_many_labels": _(
            "%(units)s units of this type for the bottom army (%(unit)s); the box has %(box)s."
        ),
        "too_little_to_lose": _(
            "The %(side)s army has %(pieces)s units and leaders: fewer than the banners."
        ),
        "roster_differs": _("The list of troops of the %(side)s army is not what stands on the board."),
        "no_such_unit": _("There is no such unit: %(unit)s."),
        "not_in_base_game": _("%(hex)s: %(terrain)s is not in the base box."),
        "sides_to_protect": _("A rampart names the hexsides it protects, such as “rampart NW NE”."),
        "no_unit_there": _("A special rule names %(hex)s, where no unit stands."),
        "no_camp_there": _("A special rule names %(hex)s, where there is no camp."),
        "no_hexes_named": _("A special rule names no hexes."),
        "no_such_leader": _("A special rule names %(leader)s; that side has no such leader."),
        "no_such_card": _("There is no such card: %(card)s."),
        "no_reserve": _("An ambush needs a reserve with units."),
        "hand_does_not_grow_so": _("A growing hand names as many draws as hands, and ends at the last hand."),
        "camps_of_nobody": _("At the beginning somebody holds the camps."),
        "no_file": _("Choose a file first."),
        "over_budget": _("%(army)s: %(points)s points, more than %(most)s."),
        "too_many_units": _("%(army)s: %(units)s units; a battle by points has room for %(most)s a side."),
        "no_units": _("%(army)s: no units."),
        "no_seed": _("A seed has 1 to 20 letters and digits without accents."),
    }.get(found.code)
    try:
        return said % facts if said else ""
    except KeyError:  # a different document uses this code with other facts
        return ""
