"""The chronicle's sentences about elements that recoil, are pushed, flee, pursue or turn on the board."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from battles.dba.wording.names import army_name, element_name
from engine.game import Facts

# Sentences by the change to an element. For "goes", the change can be followed by its cause.
WENT: Final = {
    "goes": gettext_lazy("%(element)s recoils"),
    "goes pushed": gettext_lazy("%(element)s is pushed back"),
    "goes flees": gettext_lazy("%(element)s flees"),
    "goes pursues": gettext_lazy("%(element)s pursues"),
    "enters": gettext_lazy("%(element)s goes inside"),
    "turns": gettext_lazy("%(element)s turns to face %(other)s"),
    "behind": gettext_lazy("%(element)s turns and stands behind %(other)s"),
    "recoils": gettext_lazy("%(element)s makes room for %(other)s"),
    "lines_up": gettext_lazy("%(element)s lines up with %(other)s"),
    "stays": gettext_lazy("%(element)s has no room to turn"),
    "shifts": gettext_lazy("%(element)s makes room for %(other)s to turn"),
}


def army_placed(e: Facts, g: Facts) -> str:
    return _("On the field: %(army)s.") % {"army": army_name(e["seat"], g)}


def elements_placed(e: Facts, g: Facts) -> str:
    """Return a sentence that lists the elements that recoiled, turned and so on. Moves and losses are left
    out, because other events report them.
    """
    said = [text for one in e["told"] if (text := _word_change(one, g))]
    return f"{'; '.join(said)}." if said else ""


def _word_change(line: str, g: Facts) -> str:
    name, how, *rest = line.split(" ", 2)
    key = " ".join((how, *rest)) if how == "goes" else how
    if key not in WENT:
        return ""
    other = element_name(rest[0], g) if rest else ""
    return str(WENT[key]) % {"element": element_name(name, g), "other": other}
