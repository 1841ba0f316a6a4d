"""The kinds of messages about a game master's use of powers over a player's seat, and about the consent that
this needs.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from django.urls import reverse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games import plugins
from games.message_kinds import MessageKind, Template, always
from games.models import Outbox, PowerRequest, Topic
from games.services.tables import opening_of

KIND = Outbox.Kind


def _asked_text(message: Outbox) -> Template:
    row = PowerRequest.objects.filter(pk=message.payload.get("request")).first()
    if row is not None and row.seat:
        return _(
            "In %(game)s the game master, who is also playing, asks for consent about %(seat)s: "
            "%(power)s.%(said)s"
        )
    return _("In %(game)s the game master, who is also playing, asks for your consent: %(power)s.%(said)s")


def _answered_text(message: Outbox) -> Template:
    if message.payload.get("said") == PowerRequest.Status.AGREED:
        return _("In %(game)s your request for consent was accepted: you can go ahead.")
    return _("In %(game)s your request for consent was declined.")


def _used_text(message: Outbox) -> Template:
    if message.payload.get("seat"):
        return _("In %(game)s the game master has decided about %(seat)s: %(power)s (%(ground)s).")
    return _("In %(game)s the game master has decided: %(power)s (%(ground)s).")


def _facts(message: Outbox) -> Mapping[str, Any]:
    """Return the words for a message about a game master's action on a player's seat: the seat, the power
    used, what entitles the game master to use it, and the reason given.
    """
    kept = message.payload
    row = PowerRequest.objects.filter(pk=kept.get("request")).first() if "request" in kept else None
    key = row.seat if row is not None else str(kept.get("seat", ""))
    power = row.power if row is not None else kept.get("power", "")
    why = " ".join((row.why if row is not None else str(kept.get("why", ""))).split())
    wording, rules = plugins.wording(message.game), opening_of(message.game).rules
    return {
        "seat": next((wording.seat(info) for info in rules.seats if info.id == key), key),
        "power": str(PowerRequest.Power(power).label) if power in PowerRequest.Power.values else "",
        "ground": ground_text(str(kept.get("ground", ""))),
        "said": " " + gettext("The reason given: “%(why)s”.") % {"why": why} if why else "",
    }


def ground_text(ground: str) -> str:
    """Describe why a game master could use a power."""
    return {
        "agreed": gettext("by consent"),
        "absent": gettext("after a long absence"),
        "solo": gettext("nobody else plays"),
        "gathering": gettext("the game has not begun"),
    }.get(ground, gettext("as a game master who isn’t playing"))


def _address(message: Outbox) -> str:
    return reverse("game-fair", args=[message.game_id])


def _is_request_closed(message: Outbox) -> bool:
    wanted = PowerRequest.objects.filter(pk=message.payload["request"], status=PowerRequest.Status.OPEN)
    return not wanted.exists()


def _address_of_unseated(message: Outbox) -> str:
    """Return the URL of the observer's page for a removed player, from whom the game itself may be hidden."""
    return reverse("observe", args=[message.game_id]) if message.game.seq >= 0 else reverse("home")


KINDS: Final = (
    MessageKind(
        KIND.POWER_ASKED,
        _asked_text,
        facts=_facts,
        address=_address,
        is_obsolete=_is_request_closed,
        is_request=True,
        awaits_reader=always,
        urgency=50,
        topic=Topic.MOVE,
        is_waking=True,
    ),
    MessageKind(KIND.POWER_SAID, _answered_text, facts=_facts, address=_address, topic=Topic.LEAD),
    MessageKind(KIND.POWER_USED, _used_text, facts=_facts, address=_address),
    MessageKind(
        KIND.UNSEATED,
        _(
            "The game master of %(game)s has removed you from your seat (%(ground)s).%(said)s You can "
            "still see the game as you left it."
        ),
        _("The game master has freed your seat"),
        _facts,
        address=_address_of_unseated,
        urgency=40,
    ),
)
