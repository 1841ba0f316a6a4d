"""What every template may use: the chosen theme, and where one comes back to after logging in."""

from __future__ import annotations

from django.http import HttpRequest

THEMES = ("light", "dark")


def look(request: HttpRequest) -> dict[str, str]:
    """``theme``: "light", "dark" or "" (as the device says). ``back``: the address of this page for whoever
    logs in from it; "" for the first page and the pages of accounts, which keep the one they came with."""
    theme = request.COOKIES.get("theme", "")
    account = request.path == "/" or request.path.startswith("/account/")
    back = request.GET.get("next", "") if account else request.get_full_path()
    return {"theme": theme if theme in THEMES else "", "back": back}
