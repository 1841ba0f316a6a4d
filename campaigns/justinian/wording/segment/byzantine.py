"""Texts for Byzantium's segments (6.5)."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext_lazy as _

from campaigns.justinian.rules.state.tables import EXPENSES
from campaigns.justinian.wording.registry import Chapter, DecisionText
from engine.game import Facts

_ASKED = _(
    "Your segment %(segment)s of %(segments)s, %(gold)s G in the treasury: "
    "activate, recruit, send a leader or pass."
)
_POOR = _(
    "Your segment %(segment)s of %(segments)s, %(gold)s G in the treasury: "
    "too little to activate anybody (2 G). Recruit, send a leader or pass."
)
_DOUBLED = _("The next one follows at once, as you have declared.")


def _segment_question(facts: Facts) -> Any:
    asked = _POOR if facts["gold"] < EXPENSES["activate"] else _ASKED
    return f"{asked} {_DOUBLED}" if facts["double"] == "declared" else asked


WORDS = Chapter(
    decisions={
        "byzantine_segment": DecisionText(
            _(
                "Your segment %(segment)s of %(segments)s, %(gold)s G in the treasury: "
                "activate, recruit, send a leader or pass."
            ),
            title=_("A Byzantine segment"),
            awaited=_("choosing what to do in segment %(segment)s of %(segments)s"),
            variant=_segment_question,
        ),
    },
    labels={
        "recruit": _("Recruit"),
        "declare_double": _("Declare two segments in a row"),
    },
    refusals={
        "must_recruit": _("The Praesental Armies are below 10 SP: this segment must be spent on recruiting."),
        "no_double_segment": _("Two segments in a row may be declared once, after a Combined Operation."),
    },
    events={
        "segment_lost": _("Religious disputes paralyse Byzantium: segment %(number)s is lost."),
        "double_declared": _("Byzantium declares two segments in a row."),
    },
    reasons={
        "room_for_recruits": _("No march promises more, and there is room for %(room)s SP before the limit."),
        "two_segments": _("Two segments in a row leave the other side no time to answer."),
        "expedition": _("%(army)s belongs to an expedition across the sea that is being prepared."),
        "given_up": _("%(army)s is hardly more than a name: given up, its counter brings 10 SP next turn."),
        "goes_aboard": _("Ships can take it aboard at %(to)s."),
    },
)
