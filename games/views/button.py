"""URLs that are meant only for a form's button."""

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

PAGES: Final = {
    "email-again": "settings",
    "device": "wishes",
}  # buttons whose page is not the one above their URL
View = Callable[[HttpRequest, UUID], HttpResponse]


def button_of_game(view: View) -> View:
    """Redirect to the game's page if a button's URL is opened without its form: after a login, a change of
    language, or by typing the URL.
    """
    posted = require_POST(view)

    @wraps(view)
    def led(request: HttpRequest, pk: UUID) -> HttpResponse:
        return redirect("game", pk) if request.method in {"GET", "HEAD"} else posted(request, pk)

    return led


def is_button(request: HttpRequest, refused: HttpResponse) -> bool:
    """Whether someone opened a URL as a page although it accepts only a form."""
    asked = request.method in {"GET", "HEAD"} and "POST" in refused.headers.get("Allow", "")
    by_script = getattr(request, "htmx", False) or request.path.endswith(".json")
    return asked and not by_script and not problems.concerns(request)


def page_above(request: HttpRequest) -> str:
    """The page a button belongs to: the nearest page above its URL."""
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
