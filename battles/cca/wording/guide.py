"""An introduction to Commands & Colors: Ancients that takes two minutes to read."""

from typing import Final

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.plugins import Guide, GuidePart, GuideTerm

GUIDE: Final = Guide(
    about=_("Carthage against Rome and Syracuse on hexes: a hand of command cards, and dice with symbols."),
    players=_("1 or 2 players"),
    length=_("45 to 60 minutes"),
    weight=_("Light: learned in a battle, with hard choices about your hand"),
    parts=(
        GuidePart(
            _("Play a card"),
            _(
                "Each card orders units: some of one section of the board, of one class, or near a "
                "leader. Tap a card to see whom it could order before you play it."
            ),
        ),
        GuidePart(
            _("Order, move, fight"),
            _(
                "First choose every unit that gets an order, then make all moves, then all attacks. "
                "Light units move farther and shoot; heavy ones are slow and strike hard."
            ),
        ),
        GuidePart(
            _("The dice"),
            _(
                "A circle hits light units, a triangle medium ones, a square heavy ones. Swords hit in "
                "close combat, a helmet if a leader is with the unit or next to it. A flag drives the "
                "enemy back."
            ),
        ),
        GuidePart(
            _("Answers"),
            _(
                "A fast unit may evade before the dice fall. A unit that keeps its hex battles back. Two "
                "supporting neighbours, or a leader, let it ignore a flag."
            ),
        ),
        GuidePart(
            _("Leaders and elephants"),
            _(
                "Leaders make their units steadier and let them fight on, but they can fall. Elephants "
                "roll as many dice as the enemy would, and trample their neighbours when they must flee."
            ),
        ),
        GuidePart(
            _("How it ends"),
            _(
                "Every unit or leader eliminated is a banner, counted at once. The scenario says how "
                "many win: five to eight, as a rule."
            ),
        ),
    ),
    terms=(
        GuideTerm(
            pgettext_lazy("glossary", "Banner"), _("A point earned for each unit or leader eliminated.")
        ),
        GuideTerm(
            pgettext_lazy("glossary", "Block"),
            _("A unit's strength: it fights at full power until its last block is gone."),
        ),
        GuideTerm(_("Battle back"), _("The answer of a unit that was attacked and still holds its hex.")),
        GuideTerm(_("Evade"), _("Leaving before an attack, at the price of a few dice in the back.")),
        GuideTerm(_("Momentum"), _("Advancing into the hex you emptied; some units may attack once more.")),
    ),
)
