"""Single codes of the rules in words: reasons, modifiers, statuses, expenses, events."""

from __future__ import annotations

from typing import Any

from campaigns.justinian.wording.names import readable
from campaigns.justinian.wording.registry import ALL


def word(code: Any) -> str:
    """A code in words; unknown ones are at least readable."""
    return str(ALL.codes.get(str(code), readable(code).lower()))
