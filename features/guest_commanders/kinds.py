"""The message about guest commanders."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from django.contrib.auth import get_user_model
from django.urls import reverse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.names import name_of
from games.message_kinds import MessageKind, Template
from games.models import Outbox, Topic


def _text(message: Outbox) -> Template:
    what = str(message.payload.get("what"))
    if message.payload.get("placed"):
        return _INSTEAD_OF_BOT.get(what, _("Command in %(game)s has changed."))
    return _FOR_PLAYER.get(what, _("Command of %(game)s has changed."))


_INSTEAD_OF_BOT: Final = {
    "taken": _("%(name)s commands in %(game)s in place of the bot."),
    "quiet": _("%(name)s, who commands in %(game)s, has a decision to make and hasn't been seen for a day."),
    "over": _("%(game)s is over; %(name)s commanded there in place of the bot."),
}
_FOR_PLAYER: Final = {
    "taken": _("%(name)s commands %(game)s for you, until it is over or you take the command back."),
    "quiet": _(
        "%(name)s, who commands %(game)s for you, has a decision to make and hasn't been seen for"
        " a day; you can take command back."
    ),
    "over": _("%(game)s is over; %(name)s commanded it for you."),
}


def _headline(message: Outbox) -> Template:
    return _HEADLINES.get(str(message.payload.get("what")), _("The guest commander has changed"))


_HEADLINES: Final = {
    "taken": _("A guest commander has taken command"),
    "quiet": _("The guest commander has not been seen for a day"),
    "over": _("The guest commander’s battle is over"),
}


def _commander(message: Outbox) -> Mapping[str, Any]:
    who = get_user_model().objects.filter(pk=message.payload.get("by")).first()
    return {"name": name_of(who) or gettext("somebody")}


KINDS: Final = (
    MessageKind(
        Outbox.Kind.COMMAND,
        _text,
        _headline,
        _commander,
        address=lambda message: reverse("game-command", args=[message.game_id]),
        urgency=200,
        topic=Topic.BATTLE,
        is_waking=True,
        can_wait=True,
    ),
)
