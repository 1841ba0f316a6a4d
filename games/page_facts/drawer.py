"""Pages that are also shown in the drawer next to the map of a game."""

from __future__ import annotations

from typing import Any

DRAWER = "drawer-body"  # the id of the element that htmx fills


def in_drawer(request: Any) -> dict[str, Any]:
    """Return the context of a page that a script requests for the drawer, so that only the page's content is
    rendered. For any other request it is empty.
    """
    htmx = getattr(request, "htmx", None)
    if not htmx or htmx.target != DRAWER:
        return {}
    return {"base_template": "games/_drawer_content.html", "drawer": True}
