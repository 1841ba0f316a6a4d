"""Texts for promises between players."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext_lazy as _

from kit.words.pledges import Pledge

PLEDGES: Final = {
    "peace": Pledge(
        _("Peace"),
        _("no attack by land or sea"),
        _(
            "One attack on a nation of the other player, or one battle called at sea, breaks it; the "
            "moves show it."
        ),
    ),
    "passage": Pledge(
        _("Safe passage"),
        _("safe passage, no attack in %(area)s"),
        _("One attack on a nation of the other player in that area breaks it; the moves show it."),
    ),
    "keep_out": Pledge(
        _("To keep out of an area"),
        _("no move into %(area)s"),
        _("One move of a nation into that area breaks it; the moves show it."),
    ),
    "gold": Pledge(
        _("Gold"),
        _("%(n)s gold"),
        _(
            "The rules have no gifts. Tribute of a subject counts (6.4); for anything else the two of"
            " you say whether it was paid."
        ),
    ),
}
