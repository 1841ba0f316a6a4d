"""Segments that the program plays for who does not (6.1)."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from campaigns.justinian.wording.registry import Chapter, Order

WORDS = Chapter(
    orders={
        "segments": Order(
            _("The program plays my segments"),
            help=_(
                "When the time for a segment is over, the program plays it for this side instead of passing: "
                "it recruits, marches and attacks as it thinks best. Off unless you switch it on. Everything "
                "else as well: also new armies, leaders and all other questions without an order of their "
                "own."
            ),
            said={
                "segments": _("The program plays our segments when we do not."),
                "everything": _("The program answers whatever we do not answer."),
            },
            suggested={"policy": "segments"},
        ),
    },
    policies={
        "segments": _("segments only"),
        "everything": _("everything else as well"),
    },
)
