"""Texts for interception on land (7.3)."""

from __future__ import annotations

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from campaigns.justinian.wording.event_fields import check, of_army
from campaigns.justinian.wording.names import Names
from campaigns.justinian.wording.registry import LAND, Chapter, DecisionText, Order
from engine.game import Facts


def _word_rolled(e: Facts, names: Names) -> str:
    known = check(e) | {"province": names.place(e["province"])}
    if e["success"]:
        text = gettext(
            "Interception %(of_army)s in %(province)s succeeds (%(face)s%(drm)s against control %(control)s, "
            "chance %(chance)s)."
        )
    else:
        text = gettext(
            "Interception %(of_army)s in %(province)s fails (%(face)s%(drm)s against control %(control)s, "
            "chance %(chance)s)."
        )
    return text % of_army(known, e, names)


WORDS = Chapter(
    decisions={
        "intercept": DecisionText(
            _("An enemy enters %(province)s: %(mover)s, %(sp)s SP. Do you intercept?"),
            title=_("An enemy army passes: intercept it"),
            awaited=_("intercepting %(the_mover)s in %(province)s, or not"),
        ),
    },
    orders={
        "intercept": Order(
            _("An enemy army passes: intercept it"),
            help=_(
                "An army that fails to intercept is disorganised. 4 as least control means: only if the army "
                "succeeds with a roll of 4 or less after modifiers."
            ),
            said={
                "never": _("No army intercepts."),
                "if_stronger": _(
                    "Armies with more SP than the enemy intercept, if control after modifiers is %(control)s "
                    "or more."
                ),
                "always": _("Every army that may intercepts."),
            },
            suggested={"policy": "if_stronger", "control": 4},
            default=_("No order: no army intercepts."),
            group=LAND,
        ),
    },
    labels={
        "intercept_with": _("Intercept"),
    },
    fields={
        "control": _("Least control after modifiers"),
    },
    refusals={
        "cannot_intercept": _(
            "These cannot intercept: disorganised or defeated armies and fleets in port may not."
        ),
    },
    told={
        "interception_rolled": _word_rolled,
    },
    throws={
        "interception": _("interception"),
    },
    reasons={
        "interception_likely": _(
            "%(army)s has a %(chance)s%% chance to intercept, and the battle would cost the enemy "
            "%(gain)s SP, us %(loss)s."
        ),
        "interception_unlikely": _(
            "%(army)s has only a %(chance)s%% chance to intercept; a failure disorganises."
        ),
        "interception_battle_poor": _(
            "%(army)s has a %(chance)s%% chance to intercept, but the battle does not promise enough."
        ),
    },
    codes={
        "interception": _("interception"),
        "intercepted": _("intercepted"),
    },
)
