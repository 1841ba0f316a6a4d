"""Names of the facts that a game master can correct. Proper names come from the scenario."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

WORDS = {
    "gold": _("Treasury of Byzantium, in G"),
    "debt": _("Debt of Byzantium, in G"),
    "armies": _("Armies"),
    "at": _("place"),
    "sp": _("SP"),
    "allied": _("allies in it"),
    "disorganised": _("disorganised"),
    "defeated": _("defeated"),
    "unpaid": _("unpaid"),
    "frontier": _("Frontier troops"),
    "detached": _("Detached troops, in SP"),
    "fleets": _("Fleets"),
    "markers": _("Control markers"),
    "forts": _("Built forts"),
    "treasuries": _("Treasuries"),
    "alliances": _("Alliances"),
    "leader": _("led by"),
    "cup": _("In the leader cup"),
    "lone": _("Magistri Militum without an army"),
    "barbarian": _("with the barbarian"),
    "neutral": _("neutral"),
    "revolt": _("In Revolt"),
}
