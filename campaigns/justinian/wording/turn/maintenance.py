"""Texts for maintenance: the groups that Byzantium pays (5.2)."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from campaigns.justinian.wording.names import Names, join_items
from campaigns.justinian.wording.registry import GOLD, Chapter, DecisionText, Order
from engine.game import Facts


def _word_maintained(e: Facts, names: Names) -> str:
    line = gettext("Maintenance: %(gold)s G paid.") % {"gold": e["gold"]}
    if e["unpaid"]:
        line += " " + gettext("Unpaid: %(units)s.") % {
            "units": join_items(names.unit(u) for u in e["unpaid"])
        }
    return line


def _word_kept(order: Facts) -> Any:
    return _("We pay as many groups as possible, as long as %(keep)s G stay in the treasury.")


WORDS = Chapter(
    decisions={
        "maintenance": DecisionText(
            _("Whom do you pay? Everybody costs %(total)s G, the treasury holds %(gold)s."),
            title=_("Who is paid"),
            awaited=_("paying its troops"),
        ),
    },
    orders={
        "maintenance": Order(
            _("Who is paid"),
            help=_(
                "Garrisons and fleets are paid before armies, cheap groups before expensive ones, "
                "until only the gold to be kept is left."
            ),
            said=_word_kept,
            suggested={"keep": 10},
            default=_("No order: garrisons and fleets are paid first, and 10 G are kept."),
            group=GOLD,
        ),
    },
    labels={
        "pay_maintenance": _("Pay these groups"),
    },
    fields={
        "groups": _("Groups"),
        "keep": _("Gold to be kept"),
    },
    facts={
        "unpaid": _("Unpaid so far"),
    },
    refusals={
        "no_such_group": _("%(unit)s is not a group that needs maintenance."),
    },
    told={
        "maintained": _word_maintained,
    },
    reasons={
        "all_paid": _("Everybody can be paid, and %(left)s G are left."),
    },
    codes={
        "paid": _("paid"),
        "not_paid": _("not paid"),
        "maintenance": _("maintenance"),
    },
)
