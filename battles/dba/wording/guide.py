"""An introduction to DBA that takes two minutes to read."""

from typing import Final

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.plugins import Guide, GuidePart, GuideTerm

GUIDE: Final = Guide(
    about=_("A whole ancient or medieval battle with twelve elements a side, in about an hour."),
    players=_("2 players, at a table or on the screen, or 1 against the bot"),
    length=_("About an hour"),
    weight=_("Light: few rules, subtle manoeuvre"),
    parts=(
        GuidePart(
            _("You move the figures, Vexillum does the sums"),
            _(
                "The battle is on your table. Enter the moves and contacts here; Vexillum counts, rolls "
                "or takes your dice, and tells you the result."
            ),
        ),
        GuidePart(
            _("Or on the screen"),
            _(
                "Without figures, both armies stand on a board on the screen. Tap a group, look at a move "
                "with its price and its odds, then send it. “Play now” begins with your first bound and "
                "explains it."
            ),
        ),
        GuidePart(
            _("Before the battle"),
            _(
                "Choose two armies. The aggression of each decides who defends; the defender lays the "
                "terrain, the attacker chooses an edge. Both deploy, and the attacker moves first."
            ),
        ),
        GuidePart(
            _("Your bound"),
            _(
                "Roll a die for PIPs: each moves one element or one group of elements in line or column. "
                "Then archers and engines shoot, and every element in contact fights."
            ),
        ),
        GuidePart(
            _("A fight"),
            _(
                "Both sides roll a die and add a factor: one against foot, another against mounted. "
                "Friends behind and beside help; overlaps, bad going and enemies on a flank hurt."
            ),
        ),
        GuidePart(
            _("The result"),
            _(
                "Beaten by less than double: most elements recoil. Doubled: most are destroyed. Each "
                "type has exceptions, such as knights who ride down blades; that is why armies feel "
                "different."
            ),
        ),
        GuidePart(
            _("How it ends"),
            _(
                "You lose at the end of a bound if your general or four elements are gone, and you have "
                "lost more than the enemy. A camp in enemy hands counts as two."
            ),
        ),
    ),
    terms=(
        GuideTerm(
            pgettext_lazy("glossary", "Element"),
            _("A base of figures, the smallest thing that moves and fights."),
        ),
        GuideTerm(
            pgettext_lazy("glossary", "Bound"),
            _("One side's part of a turn: a roll for orders, moves, shooting, combat."),
        ),
        GuideTerm(_("PIP"), _("A point of the die rolled for orders. Each moves an element or a group.")),
        GuideTerm(pgettext_lazy("glossary", "Going"), _("How easy the ground is to cross: good or bad.")),
        GuideTerm(_("Recoil"), _("Being pushed straight back by the depth of a base.")),
        GuideTerm(
            _("Overlap"), _("An enemy beside your front who makes your fight harder without fighting you.")
        ),
    ),
)
