"""Register how letters are written, the message about a letter, and the texts of refusals."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from django.utils.translation import gettext_lazy as _

from features.letters import kinds, services
from games import enclosures, message_kinds, refusals
from games.views.api import tags

REFUSALS: Final[Mapping[str, Any]] = {
    "letter_empty": _("The letter is empty."),
    "letter_too_long": _("A letter can have at most %(most)s characters."),
}


def register() -> None:
    """Register the feature's writer, message and texts. Django calls this once, when the app is ready."""
    refusals.SHELL_TEXTS.update(REFUSALS)
    tags.register("features.letters", "Read and write the letters between the players of a game.")
    message_kinds.register(*kinds.KINDS)
    enclosures.register_writer(services.write)
