"""Battles of a campaign beside the box: the same armies on the battle sheet instead of the map."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from campaigns.bridge.cataphract.bridge import CataphractBridge
from engine.game import Facts


class BesideTheBox(CataphractBridge):
    """The part of a bridge that opens the battle sheet. People move the counters and may roll real dice."""

    battle = "cataphract_sheet"
    system: ClassVar[str] = "cataphract"
    here = False

    def options(self) -> Facts:
        """Return the options of the sheet: either side may enter everything."""
        return {"hands": "any"}

    def own_scenario(
        self, title: str, sheet: Facts, counters: Facts, posts: Mapping[str, str]
    ) -> dict[str, Any]:
        """Return both armies. Where their counters begin is said on the battle's page."""
        return dict(sheet)
