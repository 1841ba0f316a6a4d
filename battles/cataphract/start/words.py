"""Texts of the page that starts a battle sheet."""

from __future__ import annotations

from collections import defaultdict
from typing import Final

from django.utils.translation import gettext_lazy

from battles.cataphract.wording import CataphractWording
from battles.cataphract.wording.names import Words
from engine.game import Mistake

DICE: Final[Words] = {
    "physical": gettext_lazy("our own: we tap the results"),
    "mixed": gettext_lazy("either, each time"),
    "virtual": gettext_lazy("the server rolls"),
}
MISTAKES: Final[Words] = {
    "too_big": gettext_lazy("The file is larger than %(most)s kB."),
    "too_long": gettext_lazy("The file is too long."),
    "no_armies_here": gettext_lazy("The calculator takes a missile chart and counters, no whole armies."),
    "armies_alone": gettext_lazy("A file with whole armies is sent alone."),
    "not_text": gettext_lazy("This is neither a text file nor a spreadsheet."),
    "unknown_column": gettext_lazy("There is no such column."),
    "not_for_this_record": gettext_lazy("A line for “%(record)s” has no such column."),
    "army_twice": gettext_lazy("This side has two lines for its army."),
    "too_many_cells": gettext_lazy("%(cells)s cells, but only %(columns)s columns."),
}


def mistake(found: Mistake) -> str:
    """Describe a mistake in an army file."""
    text = MISTAKES.get(found.code)
    if text is not None:
        return str(text) % defaultdict(str, found.facts)
    return CataphractWording.mistake(found)
