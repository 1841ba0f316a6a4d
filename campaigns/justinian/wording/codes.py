"""Texts for single codes of the rules: reasons, modifiers, statuses, expenses and events."""

from __future__ import annotations

from typing import Any

from campaigns.justinian.wording.names import readable
from campaigns.justinian.wording.registry import ALL


def word(code: Any) -> str:
    """Return the text for a code. An unknown code becomes readable words."""
    return str(ALL.codes.get(str(code), readable(code).lower()))
