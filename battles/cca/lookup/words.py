"""The texts of the calculator's answers, for the server's page and for the script that answers offline."""

from __future__ import annotations

from typing import Any, Final

from django.utils import translation
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from battles.cca.rules.dice import FACES
from battles.cca.wording import names
from battles.cca.wording.die import DRAWINGS

LANGUAGES: Final = ("en", "it")
Texts = dict[str, Any]


def texts_in(language: str) -> Texts:
    """Return the texts in a language."""
    with translation.override(language):
        return texts()


def texts() -> Texts:
    """Return the texts in the active language. Placeholders have the form ``%(name)s``. A text that depends
    on a count is a pair of singular and plural.
    """
    return {
        "page": {
            "target": _("The target"),
            "attacker": _("The attacker"),
            "eliminated": _("Eliminated"),
            "leaves": _("Leaves its hex or is eliminated"),
            "leader_falls": _("Its leader falls"),
            "momentum": _("Momentum"),
            "bonus": _("Bonus combat"),
            "back_at": _("Is battled back at"),
            "rolled": _("Rolled against with <strong>%(dice)s</strong>; loses %(mean)s blocks on average."),
            "blocks_lost": _("Blocks lost"),
            "chance": _("Chance"),
            "thrown": _("Thrown for your table"),
        },
        "throws": {
            "attack": _("The attacker rolls"),
            "answer": _("The target rolls"),
            "rampage": _("The rampage"),
            "leader": _("The leader's check"),
            "marsh": _("The die of the marsh"),
        },
        "results": {
            "eliminated": _("%(who)s is eliminated."),
            "loses": _("%(who)s loses %(blocks)s."),
            "retreats": _("%(who)s retreats %(hexes)s."),
            "rampages": _("%(who)s rampages."),
            "loses_leader": _("%(who)s loses its leader."),
            "leader_evades": _("%(who)s is gone: its leader evades."),
            "momentum": _("The attacker may advance into the hex."),
            "bonus": _("Then it may attack once more."),
            "nothing": _("Nothing happens."),
        },
        "mistakes": {
            "no_dice": _("It has no dice in this combat."),
            "no_missiles": _("This unit has no missiles."),
            "moved_too_far": _("It has moved too far to battle."),
            "no_battle_on_entry": _("It may not battle in the turn in which it enters this ground."),
            "cannot_stand": _("Nobody can stand on this ground."),
            "cannot_evade": _("The target may not evade this attacker."),
            "no_room_to_evade": _("The target has no room to evade."),
            "no_evading_fire": _("Nobody evades fire."),
            "evade_or_strike": _("The target either evades or strikes first."),
            "no_first_strike": _("First Strike answers close combat against a unit."),
            "not_a_number": _("This number is out of range."),
            "not_one_of": _("This value is unknown."),
            "missing_field": _("This field is required."),
        },
        "counted": {
            "dice": [ngettext("%(n)s die", "%(n)s dice", n) for n in (1, 2)],
            "blocks": [ngettext("%(n)s block", "%(n)s blocks", n) for n in (1, 2)],
            "hexes": [ngettext("%(n)s hex", "%(n)s hexes", n) for n in (1, 2)],
        },
        "faces": {str(one): [names.face(str(one)), DRAWINGS[str(one)]] for one in FACES},
    }
