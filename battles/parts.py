"""The hooks through which the accounts app handles players' own scenarios (accounts.parts)."""

from __future__ import annotations

from typing import Any

from accounts.parts import Part
from battles.models import SavedScenario


class InBattles(Part):
    def named_fields(self) -> list[tuple[Any, str]]:
        return [(SavedScenario, "name"), (SavedScenario, "document.name")]

    def data_about(self, user: Any) -> dict[str, Any]:
        rows = SavedScenario.objects.filter(owner=user)
        kept = [{"system": one.system, "name": one.name, "document": one.document} for one in rows]
        return {"scenarios": kept} if kept else {}
