"""The message that asks for a rematch."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext_lazy as _

from games.models import Outbox
from games.services.notices.core_kinds import game_master_name, invitation_kind

KINDS: Final = (
    invitation_kind(
        Outbox.Kind.REMATCH,
        _("%(name)s asks for a rematch: %(game)s. A seat has been kept for you."),
        _("A rematch is proposed"),
        game_master_name,
    ),
)
