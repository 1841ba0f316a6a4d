"""The glossary: words of the hobby and of Vexillum, in plain language."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from django.utils.text import slugify
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from features.help.guides import guides

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise


@dataclass(frozen=True)
class Term:
    """A word and its meaning. ``system`` is set if only one system uses the word."""

    name: str | _StrPromise
    meaning: str | _StrPromise
    system: str = ""

    @property
    def anchor(self) -> str:
        """The term's fragment in the URL of the glossary."""
        return slugify(f"{self.name} {self.system}")


TERMS: Final = (
    Term(_("Campaign"), _("A war on a map over many turns. Its attacks can become battles.")),
    Term(
        pgettext_lazy("glossary", "Battle"),
        _("A fight between two sides: on a table, on a board here, or decided by the campaign's own table."),
    ),
    Term(
        pgettext_lazy("glossary", "Seat"), _("A player's place in a game. A person or the bot can take it.")
    ),
    Term(_("Game master (GM)"), _("The person who set up the game and looks after it.")),
    Term(
        pgettext_lazy("glossary", "Bot"), _("The computer playing a seat. It knows only what its seat knows.")
    ),
    Term(
        pgettext_lazy("glossary", "Deadline"),
        _(
            "When a decision is due. After that, your plan, your standing orders or the default answers "
            "for you."
        ),
    ),
    Term(pgettext_lazy("glossary", "Default"), _("The answer that counts if you don't give one in time.")),
    Term(
        pgettext_lazy("glossary", "Standing order"),
        _("An answer you give in advance for one kind of question, so that nobody has to wait for you."),
    ),
    Term(
        pgettext_lazy("glossary", "Substitute"),
        _("Somebody who plays your seat until a date you choose, or until you come back."),
    ),
    Term(pgettext_lazy("glossary", "Observer"), _("Somebody who may look at a game but not play in it.")),
    Term(
        pgettext_lazy("glossary", "Chances"),
        _("Exact probabilities, worked out by the same code that resolves the roll."),
    ),
    Term(
        pgettext_lazy("glossary", "Calculator"),
        _("A page that works out one roll or one combat apart from any game, even offline."),
    ),
    Term(
        pgettext_lazy("glossary", "Ruling"),
        _("A game master's decision on a battle, or our reading where a rulebook leaves a gap."),
    ),
    Term(
        _("d6, d10"),
        _("A die with six or ten faces. A ten-sided die shows 0 to 9; each game says what 0 counts."),
    ),
    Term(
        pgettext_lazy("glossary", "Modifier"),
        _("A number added to a die before the table is read; “DRM” in some rulebooks."),
    ),
)


def terms_in_order() -> list[Term]:
    """Return all terms, including those of the installed systems, in the alphabetical order of the active
    language.
    """
    of_systems = (Term(one.name, one.text, found.system) for found in guides() for one in found.guide.terms)
    return sorted((*TERMS, *of_systems), key=lambda one: str(one.name).casefold())
