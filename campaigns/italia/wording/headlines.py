"""Headlines of the chronicle, which sum up a nation's turn or a round in a few words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from campaigns.italia.wording.names import Names, capital, halves, join_words, nation
from engine.game import Facts

MOST = 3  # maximum number of actions, or of places, in one headline


def of_turn(key: str, events: Sequence[Facts], won: Sequence[str], lost: Sequence[str], names: Names) -> str:
    """Return the headline of a nation's turn, which names up to three of its actions. ``won`` and ``lost``:
    the areas that it gained and lost.
    """
    deeds = list(_deeds(key, events, won, lost, names))[:MOST]
    who = capital(nation(key))
    if not deeds:
        return _("%(nation)s hold what they have") % {"nation": who}
    return f"{who} {join_words(deeds)}"


def _deeds(
    key: str, events: Sequence[Facts], won: Sequence[str], lost: Sequence[str], names: Names
) -> Iterator[str]:
    subjects = [e["nation"] for e in events if e["kind"] == "submitted" and e["overlord"] == key]
    if subjects:
        yield _("subdue %(nations)s") % {"nations": join_words([nation(one) for one in subjects])}
    sacked = [
        e["area"]
        for e in events
        if e["kind"] == "city_changed" and e["how"] in ("sacked", "raided", "gone") and e["nation"] == key
    ]
    if sacked:
        yield _("sack %(places)s") % {"places": _places(sacked, names)}
    taken = [area for area in won if area not in sacked]
    if taken:
        yield _("take %(places)s") % {"places": _places(taken, names)}
    fought = [e["area"] for e in events if e["kind"] == "battle_began" and e["attacker"] == key]
    vain = [area for area in dict.fromkeys(fought) if area not in (*won, *sacked)]
    if vain:
        yield _("fight for %(places)s") % {"places": _places(vain, names)}
    if lost:
        yield pgettext("headline", "give up %(places)s") % {"places": _places(lost, names)}


def _places(areas: Sequence[str], names: Names) -> str:
    if len(areas) > MOST:
        return _("%(n)s areas") % {"n": len(areas)}
    return join_words([names.place(area) for area in areas])


def of_end(round: int, points: Mapping[str, int]) -> str:
    """Return the headline for the end of a round. ``points``: the points from the charts by nation, in
    half-points.
    """
    if not points:
        return _("Round %(round)s is over") % {"round": round}
    best = max(points, key=lambda key: points[key])
    return _("The charts count: most for %(nation)s, %(points)s") % {
        "nation": nation(best),
        "points": halves(points[best]),
    }


def of_opening(number: int, years: str) -> str:
    if not number:
        return _("Peoples and cities before the first round")
    if years:
        return _("Round %(number)s begins: %(years)s") % {"number": number, "years": years}
    return _("Round %(number)s begins") % {"number": number}
