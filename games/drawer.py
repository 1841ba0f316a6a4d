"""Pages that are also shown in the drawer next to the map of a game."""

from __future__ import annotations

from typing import Any

DRAWER = "drawer-body"  # the id of the element that htmx fills


def in_drawer(request: Any) -> dict[str, Any]:
    """The context of a page that a script asks for the drawer: only its content; nothing for others."""
    htmx = getattr(request, "htmx", None)
    if not htmx or htmx.target != DRAWER:
        return {}
    return {"base_template": "games/_drawer_content.html", "drawer": True}
