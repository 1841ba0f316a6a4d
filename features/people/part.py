"""The hooks through which the rest of the site uses people's pages."""

from __future__ import annotations

from typing import Any

from accounts.parts import Part
from features.people.models import Portrait
from features.people.sight import address_of, may_see


class InPeople(Part):
    """The part of an account that concerns the page about the user."""

    def page_of(self, user: Any, viewer: Any) -> str:
        return address_of(user) if may_see(viewer, user) else ""

    def known_of(self, user: Any) -> dict[str, Any]:
        row = Portrait.objects.filter(user=user).values(
            "shown", "seeks", "words", "games", "ratings", "hours"
        )
        return {"page": row.first() or {}}
