"""Connect armies to accounts; see accounts.parts."""

from __future__ import annotations

from typing import Any

from accounts.parts import Part
from armies.models import SavedArmy


class InArmies(Part):
    def named_fields(self) -> list[tuple[Any, str]]:
        return [(SavedArmy, "name"), (SavedArmy, "document.name")]
