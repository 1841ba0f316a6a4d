"""The two-minute introduction to Italia."""

from typing import Final

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.plugins import Guide, GuidePart, GuideTerm

GUIDE: Final = Guide(
    about=_("The peoples of Italy come, fight, submit and vanish; each player leads several of them."),
    players=_("Italia I: 3 players; Italia II: 4 players"),
    length=_("10 rounds, about five hours; or a few weeks with a deadline a day"),
    weight=_("Medium: simple combat, hard choices about when to let a nation die"),
    parts=(
        GuidePart(
            _("You are not a nation, you are a colour"),
            _(
                "Each colour owns nations that arrive in different rounds. They need not help each "
                "other, and sometimes they shouldn't: only the sum of their victory points counts."
            ),
        ),
        GuidePart(
            _("A nation's turn"),
            _(
                "Income and purchases, placement, movement, combat. Nations take their turns in a fixed "
                "order, shown in the row at the top."
            ),
        ),
        GuidePart(
            _("Movement and stacking"),
            _(
                "Units move through a number of areas. Highlands hold fewer units than other ground, a "
                "capital one more; attackers may bring extra units, more with a leader. Units above the "
                "limit are lost when the movement ends: the button names them first."
            ),
        ),
        GuidePart(
            _("Combat"),
            _(
                "In each round every unit rolls one die and hits on high numbers. Highlands, cities, "
                "cavalry and elephants change them. After a round either side may retreat."
            ),
        ),
        GuidePart(
            _("Raids, campaigns, submission"),
            _(
                "A raid burns a city for gold. A leader can start a campaign: several moves and attacks "
                "in one turn, to which the neighbours may react. A nation that has lost enough may "
                "submit, pay its overlord, and revolt later."
            ),
        ),
        GuidePart(
            _("How it ends"),
            _(
                "Nations score what their cards say: places held, enemies killed, cities built or "
                "sacked. After round 10 the colour with most points wins. An option balances the "
                "colours."
            ),
        ),
    ),
    terms=(
        GuideTerm(
            pgettext_lazy("glossary", "Nation"),
            _("A people with its own gold, turn and aims. Players lead several."),
        ),
        GuideTerm(_("Major invasion"), _("A turn in which a nation moves and fights twice.")),
        GuideTerm(
            pgettext_lazy("glossary", "Submission"),
            _("A beaten nation serves another, pays it and may revolt later."),
        ),
        GuideTerm(
            pgettext_lazy("glossary", "Raid"),
            _(
                "One round against a city: a single hit ruins it and pays 4 gold; then the raiders "
                "must go back."
            ),
        ),
        GuideTerm(pgettext_lazy("glossary", "Sack"), _("Taking the gold of a city and destroying it.")),
    ),
)
