"""Texts for promises between the two players."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext_lazy as _

from kit.words.pledges import Pledge

PLEDGES: Final = {
    "peace": Pledge(
        _("Peace"),
        _("no attack by land or sea"),
        _("An attack by land or sea, or an interception, breaks it; the moves show it."),
    ),
    "passage": Pledge(
        _("Safe passage"),
        _("safe passage, no attack in %(place)s"),
        _("An attack or an interception in that province breaks it; the moves show it."),
    ),
    "keep_out": Pledge(
        _("To keep out of a province"),
        _("no army into %(place)s"),
        _("One army that moves into that province breaks it; the moves show it."),
    ),
    "gold": Pledge(
        _("Tribute in gold"),
        _("%(n)s gold"),
        _("The rules have no such payment: the two of you say whether it was made."),
    ),
}
