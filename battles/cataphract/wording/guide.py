"""A two-minute introduction to Cataphract."""

from typing import Final

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.plugins import Guide, GuidePart, GuideTerm

GUIDE: Final = Guide(
    about=_("The land battles of the box: you move the counters on your own map, the sheet keeps the rest."),
    players=_("1 or 2 players at one table"),
    length=_("Three hours for Tricameron, a day for the largest battles"),
    weight=_("Heavy: many leaders, orders and tables"),
    parts=(
        GuidePart(
            _("What the sheet does"),
            _(
                "Hits, ammunition, markers, leaders and rout points are kept here. You say who moved, shot "
                "or attacked whom; the sheet rolls or takes your dice, and refuses what the rules forbid."
            ),
        ),
        GuidePart(
            _("Leaders act in turn"),
            _(
                "The leader with the lowest Initiative is activated first. A leader gives as many "
                "Individual Orders as their Initiative, or one Line Command to a whole line. They are "
                "then Finished, unless a Momentum roll gets them another phase."
            ),
        ),
        GuidePart(
            _("Move and shoot"),
            _(
                "An order lets a unit move, shoot, or both. The other side may shoot in reaction. Archers "
                "run low on ammunition; at the end of a turn they can be supplied again."
            ),
        ),
        GuidePart(
            _("Shock"),
            _(
                "After the moves, all clashes are resolved together, step by step: checks before contact, "
                "leaders, then one die read on the shock table. Superiority by weapon or by position "
                "multiplies the other side's hits."
            ),
        ),
        GuidePart(
            _("Hits and rout"),
            _(
                "A unit with as many hits as its quality checks whether it routs. Orders can recover hits "
                "and rally those who run."
            ),
        ),
        GuidePart(
            _("How it ends"),
            _(
                "Routed and eliminated units count as rout points. An army that reaches its withdrawal "
                "level at the end of a turn leaves the field. The chances of every clash are shown before "
                "you roll."
            ),
        ),
    ),
    terms=(
        GuideTerm(
            pgettext_lazy("cataphract", "Initiative"),
            _("A leader's rating: when they act, how many orders they give, and how often they succeed."),
        ),
        GuideTerm(_("Line Command"), _("One order to a whole line of units, instead of Individual Orders.")),
        GuideTerm(
            _("Momentum"),
            _("A leader's roll for another phase of orders at once. A 9 brings the roll of doom."),
        ),
        GuideTerm(
            _("Trump"), _("An attempt to act before a leader of the other side whose turn it would be.")
        ),
        GuideTerm(_("Troop quality"), _("How much a unit bears: with as many hits it is about to rout.")),
        GuideTerm(_("Withdrawal level"), _("The rout points at which an army leaves the field.")),
    ),
)
