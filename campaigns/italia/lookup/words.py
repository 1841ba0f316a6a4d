"""All words of the calculator, for its page and its offline script."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _

from campaigns.italia.lookup import query
from campaigns.italia.wording.names import unit_type


def words() -> dict[str, Any]:
    """Return the words of the calculator in the active language."""
    return {
        "title": _("Italia: a combat"),
        "intro": _("Add units to both sides to see which numbers hit, why, and what may happen."),
        "attacker": _("Attacker"),
        "defender": _("Defender"),
        "units": {unit: unit_type(unit) for unit in query.land_types()},
        "leaders": _("Leaders"),
        "fleets": _("Fleets off the area"),
        "weak": _("Subtracted by the card"),
        "sea": _("The attackers come by sea or across a strait"),
        "by_sea": _("(by sea)"),
        "ground": _("Ground"),
        "grounds": {"normal": _("open"), "highland": _("highland"), "marsh": _("marsh")},
        "city": _("With a city"),
        "raid": _("A raid on the city"),
        "raided": _("the city is raided: one hit is enough"),
        "held": _("the raid fails"),
        "raiders_lost": _("Raiders lost"),
        "raiders_left": _("Raiders who come away, on average: %(a)s."),
        "raiding": _(
            "Exact: one round without modifiers, then the raiders leave. Wounded knights can't leave "
            "and are lost; so are units that find no way out."
        ),
        "show": _("Show"),
        "again": _("Start again"),
        "nobody": _("Add units to both sides."),
        "hits": _("What hits"),
        "shoots": _("Who"),
        "at": _("at"),
        "from": _("hits from"),
        "why": _("Why"),
        "base": _("by its kind"),
        "raider": _("in a raid, always (10.7)"),
        "end": _("To the end"),
        "attacker_left": _("only the attacker is left"),
        "defender_left": _("only the defender is left"),
        "nobody_left": _("nobody is left"),
        "left": _("Left on average: attackers %(a)s, defenders %(d)s."),
        "rounds": _("Round by round"),
        "after": _("After combat round"),
        "won": _("won"),
        "lost": _("lost"),
        "open": _("continues"),
        "attackers": _("attackers"),
        "defenders": _("defenders"),
        "long": _("That many units take too long here: remove some, or ask in the game."),
        "exact": _(
            "Exact: both fight on and aim where they hit most easily; elephants drive the cheapest off."
        ),
        "modifiers": {
            "highland": _("highland"),
            "marsh": _("marsh"),
            "city": _("city"),
            "leader": _("leader"),
            "naval_supremacy": _("naval supremacy"),
            "landing": _("against a landing"),
            "card": _("its card"),
        },
        "games": _("Games"),
    }
