"""Texts for a handicap's effect and the bots' results with it, shown in the form for a new game and on the
game's page.
"""

from __future__ import annotations

from django.utils.translation import gettext as _

from campaigns.italia.rules.scenario.loading import TITLES
from campaigns.italia.wording.names import halves, nation
from engine.game import Facts

SEATS = ("red", "yellow", "blue", "green")


def handicap_text(facts: Facts) -> str:
    """Describe the facts of a handicap option, with a sentence for each scenario."""
    return " ".join(
        sentence(TITLES[name].partition(",")[0], one, facts.get("points", {}).get(name, {}))
        for name, one in facts["measured"].items()
    )


def sentence(title: str, measured: Facts, points: Facts, printed: Facts | None = None) -> str:
    """Describe the extra points at the start and how many bot games each seat won. ``printed``: the results
    with the printed cards, added if given.
    """
    said = {
        "title": title,
        "games": measured["games"],
        "won": _by_seat(measured["won"]),
        "points": ", ".join(f"{nation(n)} {halves(h)}" for n, h in points.items()),
        "printed": _by_seat(printed or {}),
    }
    if points and printed:
        return (
            _(
                "%(title)s: %(points)s; with these, bots won (of %(games)s games): %(won)s. With the "
                "cards as printed: %(printed)s."
            )
            % said
        )
    if points:
        return _("%(title)s: %(points)s; with these, bots won (of %(games)s games): %(won)s.") % said
    return _("%(title)s: bots won (of %(games)s games): %(won)s.") % said


def _by_seat(won: Facts) -> str:
    return ", ".join(f"{seat(s)} {won[s]}" for s in SEATS if s in won)


def seat(key: str) -> str:
    return {"red": _("Red"), "yellow": _("Yellow"), "blue": _("Blue"), "green": _("Green")}[key]
