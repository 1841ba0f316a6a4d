"""Connect the page about a user to the user's account."""

from __future__ import annotations

from typing import Any

from accounts.parts import Part
from features.people.models import Portrait
from features.people.sight import address_of, may_see


class PeoplePart(Part):
    """The page about a user, as part of the user's account."""

    def page_of(self, user: Any, viewer: Any) -> str:
        return address_of(user) if may_see(viewer, user) else ""

    def data_about(self, user: Any) -> dict[str, Any]:
        row = Portrait.objects.filter(user=user).values(
            "shown", "seeks", "words", "games", "ratings", "hours"
        )
        return {"page": row.first() or {}}
