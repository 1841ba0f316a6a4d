"""Texts for the aftermath of a battle: losses, order, pillage, retreats (8.2)."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from campaigns.justinian.rules.state.values import Detached, Unit
from campaigns.justinian.wording.codes import word
from campaigns.justinian.wording.event_fields import check, of_army
from campaigns.justinian.wording.names import Names, sp
from campaigns.justinian.wording.registry import LAND, Chapter, DecisionText, Order
from engine.game import Facts


def _losses_question(facts: Facts) -> Any:
    return _("%(sp)s SP are lost in %(place)s (%(reason)s). Who bears it?") if facts.get("place") else None


def _retreat_question(facts: Facts) -> Any:
    """Return the question that asks where detached troops retreat to after a defeat. Their name already
    includes the province. Return None for other units, which get the usual question.
    """
    detached = isinstance(Unit.parse(str(facts.get("unit", ""))), Detached)
    return _("%(unit)s must retreat. Where to?") if detached else None


def _disorganisation(e: Facts, names: Names) -> str:
    known = check(e) | {"result": word(e["result"])}
    return gettext(
        "The order %(of_army)s after the battle: %(face)s against control %(control)s, %(result)s."
    ) % of_army(known, e, names)


def _pillage(e: Facts, names: Names) -> str:
    known = check(e) | {"sp": sp(e["sp"])}
    text = gettext(
        "Pillage %(of_army)s, who are unpaid: %(sp)s go home (%(face)s%(drm)s against control %(control)s)."
    )
    return text % of_army(known, e, names)


WORDS = Chapter(
    decisions={
        "losses": DecisionText(
            _("%(sp)s SP are lost (%(reason)s). Who bears it?"),
            title=_("Who bears the losses"),
            awaited=_("sharing out %(sp)s SP of losses"),
            variant=_losses_question,
        ),
        "withdraw": DecisionText(
            _("%(unit)s must retreat from %(province)s. Where to?"),
            title=_("Where a beaten army retreats"),
            awaited=_("retreating from %(province)s: %(unit)s"),
            variant=_retreat_question,
        ),
    },
    orders={
        "losses": Order(
            _("Who bears the losses"),
            help=_(
                "Garrisons first keeps the armies whole; armies first keeps provinces held; spread takes one "
                "SP after the other from the strongest. No army loses its last SP while another can spare "
                "one."
            ),
            said={
                "garrisons_first": _("Losses fall on garrisons before armies."),
                "armies_first": _("Losses fall on armies before garrisons."),
                "spread": _("Losses are spread, the strongest first."),
            },
            suggested={"policy": "garrisons_first"},
            default=_("No order: the cheapest troops are lost first."),
            group=LAND,
        ),
        "withdraw": Order(
            _("Where a beaten army retreats"),
            help=_(
                "To friends: where most of your own SP are. To a city: a city first. By sea: by ship "
                "if possible. Within the zone of the army where there is a choice (7.14)."
            ),
            said={
                "to_friends": _("A beaten army retreats to where most friends are."),
                "to_city": _("A beaten army retreats to a city if it can."),
                "by_sea": _("A beaten army retreats by sea if it can."),
            },
            suggested={"policy": "to_friends"},
            default=_("No order: the safest province, by sea only if there is no other way."),
            group=LAND,
        ),
    },
    policies={
        "garrisons_first": _("garrisons first"),
        "armies_first": _("armies first"),
        "spread": _("spread evenly"),
        "by_sea": _("by sea"),
    },
    labels={
        "retreat_to": _("Retreat to %(province)s"),
        "retreat_by_sea": _("Retreat by sea to %(province)s"),
        "take_losses": _("Distribute the losses"),
    },
    unchosen={
        "retreat_to": _("Retreat"),
        "retreat_by_sea": _("Retreat by sea"),
    },
    fields={
        "losses": _("Losses"),
    },
    refusals={
        "cannot_retreat_there": _("You can't retreat to %(province)s. Choose one of the provinces offered."),
    },
    events={
        "retreated": _("%(unit)s: retreat to %(to)s."),
        "retreat_blocked": _("%(unit)s: no way out of %(province)s, which costs up to %(face)s SP."),
    },
    told={
        "disorganisation_rolled": _disorganisation,
        "pillage_rolled": _pillage,
    },
    throws={
        "disorganisation": _("does it stay in order"),
        "pillage": _("pillage"),
        "retreat": _("retreat before combat"),
        "stranded": _("losses without a retreat"),
    },
    codes={
        "ok": _("in good order"),
        "lose_1": _("1 SP melts away"),
        "retreat": _("retreat"),
        "pillage": _("pillage"),
        "desertion": _("desertion"),
        "stranded": _("stranded"),
        "cannot_retreat": _("no way out"),
        "eliminated": _("destroyed"),
        "lost_battle": _("a lost battle"),
        "beaten": _("a lost battle"),
        "power_eliminated": _("power eliminated"),
        "no_sp": _("no troops left"),
    },
)
