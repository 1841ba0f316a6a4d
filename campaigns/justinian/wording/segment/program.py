"""Texts for segments that the bot plays for an absent player (6.1)."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from campaigns.justinian.wording.registry import Chapter, Order

WORDS = Chapter(
    orders={
        "segments": Order(
            _("The bot plays my segments"),
            help=_(
                "When the deadline of a segment passes, the bot plays it for this side instead of "
                "passing: it recruits, marches and attacks as it thinks best. Off by default. "
                "“Everything else as well” adds new armies, leaders and every other question without "
                "a standing order."
            ),
            said={
                "segments": _("The bot plays our segments when we do not."),
                "everything": _("The bot answers whatever we do not answer."),
            },
            suggested={"policy": "segments"},
        ),
    },
    policies={
        "segments": _("segments only"),
        "everything": _("everything else as well"),
    },
)
