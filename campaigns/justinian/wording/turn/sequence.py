"""Texts for the beginning and the end of a turn and of the war (3.1, 5.12, 6.35, 10)."""

from __future__ import annotations

from django.utils.translation import gettext, ngettext_lazy
from django.utils.translation import gettext_lazy as _

from campaigns.justinian.wording.names import Names, join_items
from campaigns.justinian.wording.registry import Chapter
from engine.game import Facts


def _turn_ended(e: Facts, names: Names) -> str:
    held = join_items(names.prefecture(p) for p in e["prefectures"]) or gettext("none")
    line = gettext("Turn %(turn)s ends. Prefectures under Byzantium: %(held)s.") % {
        "turn": e["turn"],
        "held": held,
    }
    return f"{line} " + gettext("There is a barbarian army in Lazica.") if e["lazica_lost"] else line


WORDS = Chapter(
    scores={
        "prefectures": _("prefectures under Byzantium"),
        "provinces": _("provinces under Byzantium"),
    },
    refusals={
        "last_turn": _("The last turn is over and Byzantium has not restored the Empire."),
        "all_prefectures": _("Byzantium holds all five prefectures."),
        "epidemic": _("The second epidemic ends the war."),
    },
    events={
        "turn_began": _("— Turn %(turn)s: the years from %(year)s —"),
        "alliances_lapsed": _("The alliances end: %(powers)s."),
        "game_ended": _("The war is over: victory %(of_winner)s (%(reason)s)."),
        "army_removed": ngettext_lazy(
            "%(the_army)s leaves the map with %(sp)s (%(reason)s).",
            "%(the_army)s leave the map with %(sp)s (%(reason)s).",
            "count",
        ),
    },
    told={
        "turn_ended": _turn_ended,
    },
    throws={
        "attrition": _("Persian attrition"),
    },
    codes={
        "attrition": _("attrition"),
        "removal": _("going home"),
        "home": _("back in its box"),
        "returned": _("back in its box"),
        "prefectures": _("all five prefectures are held"),
        "all_prefectures": _("all five prefectures are held"),
        "last_turn": _("the last turn is over"),
        "turns": _("the last turn is over"),
        "plague": _("the second epidemic"),
        "second_epidemic": _("the second epidemic"),
        "army": _("army phase"),
        "end": _("end of the turn"),
    },
)
