"""Handle URLs that only a form's button should request."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Final
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import resolve, reverse
from django.views.decorators.http import require_POST

from games.views.api import problems

# buttons whose page is not the one above their URL, each with the name of its page
PAGES: Final = {
    "email-again": "settings",
    "device": "wishes",
}
View = Callable[[HttpRequest, UUID], HttpResponse]


def require_button(view: View) -> View:
    """Redirect to the game's page if a button's URL is opened without its form. This happens after a login,
    after a change of language, or when somebody types the URL.
    """
    posted = require_POST(view)

    @wraps(view)
    def led(request: HttpRequest, pk: UUID) -> HttpResponse:
        return redirect("game", pk) if request.method in {"GET", "HEAD"} else posted(request, pk)

    return led


def is_button(request: HttpRequest, refused: HttpResponse) -> bool:
    """Whether a browser opened a URL as a page although the URL accepts only a form."""
    asked = request.method in {"GET", "HEAD"} and "POST" in refused.headers.get("Allow", "")
    by_script = getattr(request, "htmx", False) or request.path.endswith(".json")
    return asked and not by_script and not problems.concerns(request)


def page_above(request: HttpRequest) -> str:
    """Return the URL of the page that a button belongs to: the nearest page above the button's URL."""
    match = request.resolver_match
    if match is not None and match.view_name in PAGES:
        return reverse(PAGES[match.view_name])
    parts = request.path_info.strip("/").split("/")
    while parts:
        parts.pop()
        above = "/".join(["", *parts, ""])
        if _leads_somewhere(above):
            return above
    return "/"


def _leads_somewhere(address: str) -> bool:
    try:
        resolve(address)
    except Http404:
        return False
    return True
