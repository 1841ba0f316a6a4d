"""Add the rematch button to the page of a game that is over, and supply the texts of the feature."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from django.utils.translation import gettext_lazy as _

from features.rematch import kinds, services
from games import message_kinds, refusals, slots

REFUSALS: Final[Mapping[str, Any]] = {
    "no_rematch": _("Only players of a finished game that isn't a campaign's battle can ask for a rematch."),
}


def register() -> None:
    """Register the feature's texts and page slot. Django calls this once, when the app is ready."""
    refusals.SHELL_TEXTS.update(REFUSALS)
    message_kinds.register(*kinds.KINDS)
    slots.register("over", "features/rematch/_button.html", _button)


def _button(page: Any) -> Mapping[str, Any] | None:
    game = page["game"]
    if page.get("away") or page.get("observing") or game.as_was is not None:
        return None
    return {} if services.may_rematch(page["user"], game) else None
