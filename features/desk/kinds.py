"""The messages about substitutes."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext_lazy as _

from games.message_kinds import MessageKind
from games.models import Outbox
from games.services.notices.core_kinds import invitation_kind

KIND = Outbox.Kind

KINDS: Final = (
    MessageKind(
        KIND.LENT,
        _("In %(game)s someone is playing your seat for a while; you get it back automatically."),
        _("A substitute plays for you"),
    ),
    MessageKind(
        KIND.STAND_IN,
        _("In %(game)s you are playing for someone for a while."),
        _("You play as a substitute"),
    ),
    MessageKind(
        KIND.RETURNED,
        _("In %(game)s a substitute's time is over: the player has the seat again."),
        _("A substitute’s time is over"),
    ),
    invitation_kind(
        KIND.CALL,
        _("A substitute is needed in %(game)s, and you are on the list."),
        _("A substitute is needed"),
    ),
)
