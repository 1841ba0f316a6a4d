"""The messages sent when a time for a battle is proposed, agreed, moved, called off or near."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from functools import partial
from typing import Any, Final

from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from accounts import clocks
from games.message_kinds import MessageKind, Template
from games.models import Meeting, Outbox, Topic
from games.wording.time_text import zoned_moment

KIND = Outbox.Kind


def _text(message: Outbox) -> Template:
    return _TEXTS.get(str(message.payload.get("what")), _("The time for %(game)s has changed."))


_TEXTS: Final = {
    "proposed": _("A time has been proposed for %(game)s: say whether it suits you."),
    "fits": _("A time for %(game)s suits everybody: one tap confirms it."),
    "fixed": _("%(game)s will be fought on %(when)s%(where)s, as agreed."),
    "moved": _("%(game)s has been moved: it will be fought on %(when)s%(where)s.%(said)s"),
    "off": _("%(game)s won't be fought on %(when)s after all: it was called off.%(said)s"),
    "day": _("%(game)s will be fought within a day: %(when)s%(where)s."),
    "hour": _("%(game)s will be fought within the hour: %(when)s%(where)s."),
    "time": _(
        "The time agreed for %(game)s is after the deadline: the players ask you to move the deadline."
    ),
    "given": _("The game master has moved the deadline of %(game)s to after the agreed time."),
}


def _headline(message: Outbox) -> Template:
    return _HEADLINES.get(str(message.payload.get("what")), _("The battle’s time has changed"))


_HEADLINES: Final = {
    "proposed": _("A time has been proposed for the battle"),
    "fits": _("A time for the battle suits everybody"),
    "fixed": _("The time of the battle is confirmed"),
    "moved": _("The battle has a new time"),
    "off": _("The battle’s appointment is cancelled"),
    "day": _("The battle begins within a day"),
    "hour": _("The battle begins within the hour"),
    "time": _("The players ask you to move a deadline"),
    "given": _("The deadline was moved for the battle’s appointment"),
}


def _facts(message: Outbox) -> Mapping[str, Any]:
    """Return the words for a message about a meeting: its time in the active time zone, its place, and the
    note sent with it.
    """
    at, where = message.payload.get("at"), " ".join(str(message.payload.get("where", "")).split())
    text = " ".join(str(message.payload.get("text", "")).split())
    return {
        "when": zoned_moment(datetime.fromisoformat(at)) if isinstance(at, str) else "",
        "where": f" ({where})" if where else "",
        "said": f" “{text}”" if text else "",
    }


def _address(message: Outbox) -> str:
    if "link" in message.payload:
        return reverse("battle-meeting", args=[message.game_id, message.payload["link"]])
    return reverse("game-meeting", args=[message.game_id])


def _is_outdated(message: Outbox) -> bool:
    """Return whether the appointment has changed or passed since the message was written. A message about a
    cancellation is sent even if the time has passed.
    """
    row = Meeting.objects.filter(pk=message.payload.get("meeting")).first()
    if row is None or row.sequence != message.payload.get("sequence"):
        return True
    if message.payload["what"] == "off":
        return False
    return row.is_fixed and row.at is not None and row.at <= clocks.now()


_kind = partial(
    MessageKind,
    text=_text,
    headline=_headline,
    facts=_facts,
    address=_address,
    is_obsolete=_is_outdated,
    is_request=True,
    topic=Topic.MEETING,
    is_waking=True,
)

KINDS: Final = (
    _kind(
        KIND.MEETING,
        awaits_reader=lambda message: message.payload.get("what") in {"proposed", "fits", "time"},
        urgency=190,
    ),
    _kind(KIND.MEETING_SOON, urgency=30, is_pressing=True),
)
