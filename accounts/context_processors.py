"""Values for all templates: the chosen theme, the page to return to after logging in, and facts about the
site.
"""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.http import HttpRequest

from accounts import site

THEMES = ("light", "dark")


def common_context(request: HttpRequest) -> dict[str, Any]:
    """Return the variables that every template can use.

    ``theme``: "light", "dark" or "" (the device's choice). ``back``: the page to return to after the login,
    or "" on the front page and account pages. The other variables are the site's announcement, links and
    version, and whether the site is read-only or open for sign-up.
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
