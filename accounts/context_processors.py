"""Values for all templates: the chosen theme, and the page to return to after logging in."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.http import HttpRequest

from accounts import site

THEMES = ("light", "dark")


def look(request: HttpRequest) -> dict[str, Any]:
    """Variables available in every template. ``theme``: "light", "dark" or "" (the device's choice).
    ``back``: where to return after the login; "" on the front page and account pages. The others: the site's
    announcement, links, version and whether it is read-only or open for sign-up.
    """
    theme = request.COOKIES.get("theme", "")
    account = request.path == "/" or request.path.startswith("/account/")
    back = request.GET.get("next", "") if account else request.get_full_path()
    return {
        "theme": theme if theme in THEMES else "",
        "back": back,
        "announcement": site.announcement(),
        "read_only": site.read_only(),
        "links": site.links(),
        "version": settings.VERSION,
        "signup_open": settings.SIGNUP == "open",
    }
