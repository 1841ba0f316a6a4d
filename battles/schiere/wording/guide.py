"""An introduction to *Schiere* that takes two minutes to read."""

from typing import Final

from django.utils.translation import gettext_lazy as _

from games.plugins import Guide, GuidePart, GuideTerm

GUIDE: Final = Guide(
    about=_("Rome against Carthage on a board of squares, with lines of battle and cards laid face down."),
    players=_("1 or 2 players"),
    length=_("12 turns, about an hour and a half"),
    weight=_("Medium: bluff in every blow, and a chain of command to keep"),
    parts=(
        GuidePart(
            _("Choose an army"),
            _(
                "Both sides secretly spend the same points on units and commanders, and buy tactical "
                "orders with the rest. Then come the camps, and the lines deploy in turn."
            ),
        ),
        GuidePart(
            _("Lines of battle"),
            _(
                "Two to four like units side by side form a schiera. It moves and fights as one. Units "
                "out of the commander's reach are out of command and fight badly."
            ),
        ),
        GuidePart(
            _("Initiative and actions"),
            _(
                "Each turn both sides draw for initiative; the score is also the number of actions. With "
                "one action a schiera makes up to three moves: march, turn, attack or shoot."
            ),
        ),
        GuidePart(
            _("A duel"),
            _(
                "For each blow both sides lay a card: one, two or three swords, a shield or a feint. "
                "Swords strike, a shield parries, a feint cancels the swords on the enemy's card. Each "
                "card can be laid once in a duel."
            ),
        ),
        GuidePart(
            _("Retreat and rout"),
            _(
                "A beaten schiera falls back; if it has no room it surrenders. Elephants that take "
                "fright trample all who stand in their way."
            ),
        ),
        GuidePart(
            _("How it ends"),
            _(
                "At once if a commander in chief falls. Otherwise, after the agreed turns, the side with "
                "more defence points left wins; camps, wing commanders and standards taken count extra."
            ),
        ),
    ),
    terms=(
        GuideTerm(_("Schiera"), _("A battle line of like units that stand side by side and act as one.")),
        GuideTerm(_("Panoply"), _("The set of cards from which each side lays one for every blow.")),
        GuideTerm(
            _("Tactical order"), _("A token bought before the battle that improves one action, blow or roll.")
        ),
        GuideTerm(_("Rout"), _("Flight from the field. Routed units no longer count at the end.")),
    ),
)
