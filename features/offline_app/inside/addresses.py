"""The URL patterns in the browser. The URLs of a game's pages lead to their views, which are loaded on first
use. All other URLs have only names, so that pages can draw links to them. Following such a link leads to
a page that says that it needs a connection.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.urls import URLPattern, URLResolver, include, path
from django.utils.module_loading import import_string

from features.offline_app.inside.files import browser_settings


def elsewhere(request: HttpRequest, **_asked: Any) -> HttpResponse:
    """Show the page that replaces all pages without an offline version."""
    return render(request, "features/offline_app/elsewhere.html", status=404)


def _leads_to(view: str) -> Callable[..., HttpResponseBase]:
    if not view:
        return elsewhere

    def shown(request: HttpRequest, **asked: Any) -> HttpResponseBase:
        found: HttpResponseBase = import_string(view)(request, **asked)
        return found

    return shown


def _patterns(space: str) -> Iterator[URLPattern]:
    for route, name, view in browser_settings()["addresses"][space]:
        yield path(route, _leads_to(view), name=name)


urlpatterns: list[URLPattern | URLResolver] = [
    *_patterns(""),
    *(
        path("", include((list(_patterns(space)), space), namespace=space))
        for space in sorted(browser_settings()["addresses"])
        if space
    ),
]

handler400 = "games.views.errors.bad_request"
handler403 = "games.views.errors.forbidden"
handler404 = "games.views.errors.not_found"
handler500 = "games.views.errors.server_error"
