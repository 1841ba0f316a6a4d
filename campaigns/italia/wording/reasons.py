"""Why the program advises what it does, in words."""

from __future__ import annotations

from django.utils.translation import gettext as _

from campaigns.italia.wording.names import Names
from engine.game import Facts


def reason(why: Facts, names: Names) -> str:
    facts = {
        "area": names.any(str(why.get("area", ""))),
        "percent": why.get("percent", 0),
        "points": f"{why.get('halves', 0) / 2:g}",
    }
    return _texts()[str(why["code"])] % facts


def _texts() -> dict[str, str]:
    return {
        "goes_to_fight": _("A fight for %(area)s: the move that adds most, %(points)s points."),
        "goes_to_hold": _("On the way to hold %(area)s: the move that adds most, %(points)s points."),
        "no_move_adds": _("No move adds anything now."),
        "raid_pays": _("A raid of %(area)s strikes home in %(percent)s %% and pays more than a fight."),
        "fight_pays": _("Fought to the end, %(area)s is taken in %(percent)s %%."),
        "army_goes_on": _("Another move of the army is worth its gold."),
        "army_stays": _("No move of the army is worth its gold."),
        "stays": _("Fought to the end, this is won in %(percent)s %%: worth staying."),
        "leaves": _("Fought to the end, this is won in %(percent)s %% only: better save the units."),
        "submits": _("This is held in %(percent)s %% only: submission costs less."),
    }
