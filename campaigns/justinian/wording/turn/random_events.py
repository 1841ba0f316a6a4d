"""Texts for random events: mutinies, epidemics, politics, buildings, disputes (9.0)."""

from __future__ import annotations

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from campaigns.justinian.wording.codes import word
from campaigns.justinian.wording.idle import remark
from campaigns.justinian.wording.names import Names
from campaigns.justinian.wording.registry import Chapter
from engine.game import Facts


def _event(e: Facts, names: Names) -> str:
    line = gettext("Random event: %(event)s.") % {"event": word(e["event"])}
    if not e["effective"]:
        return f"{line} " + gettext("It has no effect.")
    if e["event"] == "religious_disputes":
        return f"{line} " + gettext("Byzantium loses its next segment.")
    return f"{line} {remark(e)}".rstrip()


def _mutiny(e: Facts, names: Names) -> str:
    known = {"unit": names.unit(e["unit"]), "face": e["face"]}
    if e["lost"]:
        return gettext("Mutiny: %(unit)s (%(face)s) desert to the last man.") % known
    return gettext("Mutiny: %(unit)s (%(face)s) stay loyal.") % known


WORDS = Chapter(
    events={
        "politics_rolled": _("Court politics: %(leader)s is recalled."),
    },
    told={
        "event_rolled": _event,
        "mutiny_rolled": _mutiny,
    },
    throws={
        "event": _("random event"),
        "mutiny": _("mutiny: even numbers desert"),
        "politics": _("court politics"),
    },
    codes={
        "mutiny": _("mutiny"),
        "epidemic": _("epidemic"),
        "religious_disputes": _("religious disputes"),
        "politics": _("politics"),
        "justinian_builds": _("Justinian builds"),
        "none": _("no event"),
    },
)
