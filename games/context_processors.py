"""What every template may use: the chosen theme."""

from __future__ import annotations

from django.http import HttpRequest

THEMES = ("light", "dark")


def look(request: HttpRequest) -> dict[str, str]:
    """``theme``: "light", "dark" or "" (as the device says)."""
    theme = request.COOKIES.get("theme", "")
    return {"theme": theme if theme in THEMES else ""}
