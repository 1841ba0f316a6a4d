"""Names of the facts that a game master can correct. The proper names in these facts come from the
scenario.
"""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

WORDS = {
    "nations": _("Nations"),
    "gold": _("Gold"),
    "overlord": _("subject to"),
    "since": _("since round"),
    "capital": _("capital"),
    "scores": _("Points, in halves"),
    "units": _("Units"),
    "leaders": _("Leaders"),
    "at": _("place"),
    "cities": _("Cities"),
    "standing": _("it stands"),
    "owner": _("held last by"),
    "counters": _("Counters"),
    "red": _("Red"),
    "yellow": _("Yellow"),
    "blue": _("Blue"),
    "green": _("Green"),
}
