"""Texts for forts, built at once or after the action (6.54)."""

from __future__ import annotations

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from campaigns.justinian.wording.names import Names
from campaigns.justinian.wording.registry import Chapter, DecisionText
from engine.game import Facts


def _word_built(event: Facts, names: Names) -> str:
    return gettext("A fort rises in %(place)s") % {"place": names.place(event["province"])}


WORDS = Chapter(
    decisions={
        "late_fort": DecisionText(
            _("The action is over, %(gold)s G in the treasury. Do you build the fort now?"),
            title=_("A fort, after the action"),
            awaited=_("building a fort, or not"),
        ),
    },
    labels={
        "build_fort": _("Build a fort"),
        "fort_later": _("Ask me about the fort when the action is over"),
    },
    passes={
        "6.54": _("No fort"),
    },
    facts={
        "later": _(
            "You will be asked about it after the action, unless you build before then; one tap says no."
        ),
    },
    refusals={
        "no_fort_there": _(
            "No fort can be built in %(province)s: it needs a province you hold, without city and fort, "
            "and a counter."
        ),
        "one_fort_a_segment": _("Only one fort may be built in a segment."),
    },
    events={
        "fort_built": _("A fort is built in %(province)s."),
    },
    headlines={
        "fort_built": _word_built,
    },
    codes={
        "fort_built": _("a fort"),
    },
)
