"""Invented places for battles outside a campaign. The game's id chooses one."""

from __future__ import annotations

from typing import Final
from uuid import UUID

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

PLACES: Final = (  # a place, and the name of a battle there
    (gettext_noop("The Red Ford"), gettext_noop("Battle of the Red Ford")),
    (gettext_noop("The Three Oaks"), gettext_noop("Battle of the Three Oaks")),
    (gettext_noop("The Old Milestone"), gettext_noop("Battle of the Old Milestone")),
    (gettext_noop("The Crows' Hill"), gettext_noop("Battle of the Crows' Hill")),
    (gettext_noop("The Burnt Mill"), gettext_noop("Battle of the Burnt Mill")),
    (gettext_noop("The White Stones"), gettext_noop("Battle of the White Stones")),
    (gettext_noop("The Long Field"), gettext_noop("Battle of the Long Field")),
    (gettext_noop("The Dry River"), gettext_noop("Battle of the Dry River")),
    (gettext_noop("The Shepherd's Well"), gettext_noop("Battle of the Shepherd's Well")),
    (gettext_noop("The Broken Bridge"), gettext_noop("Battle of the Broken Bridge")),
    (gettext_noop("The Salt Marsh"), gettext_noop("Battle of the Salt Marsh")),
    (gettext_noop("The Two Barrows"), gettext_noop("Battle of the Two Barrows")),
    (gettext_noop("The Wolves' Valley"), gettext_noop("Battle of the Wolves' Valley")),
    (gettext_noop("The Vineyards"), gettext_noop("Battle of the Vineyards")),
    (gettext_noop("The Empty Village"), gettext_noop("Battle of the Empty Village")),
    (gettext_noop("The Northern Gate"), gettext_noop("Battle of the Northern Gate")),
)


def place_of(game: UUID) -> str:
    """The name of the game's invented place, in the active language."""
    return _(PLACES[game.int % len(PLACES)][0])


def name_of(game: UUID) -> str:
    """Return a battle's name, made from the game's invented place, in the active language."""
    return _(PLACES[game.int % len(PLACES)][1])
