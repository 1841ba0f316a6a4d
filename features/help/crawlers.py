"""Files for search engines: robots.txt, and a sitemap of the public pages."""

from __future__ import annotations

from typing import Final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import NoReverseMatch, reverse
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from features.help.guides import guides
from games import plugins

PAGES: Final = ("home", "calculators", "help", "help-glossary", "help-keys", "help-questions", "new-game")
PRIVATE: Final = ("/account/", "/admin/", "/api/", "/feeds/", "/games/", "/health", "/leagues/", "/table/")


@require_safe
@cache_control(public=True, max_age=86_400)
def robots(request: HttpRequest) -> HttpResponse:
    """Keep crawlers out of games and accounts, and direct them to the sitemap."""
    closed = [f"Disallow: {address}" for address in PRIVATE]
    lines = ["User-agent: *", *closed, f"Sitemap: {request.build_absolute_uri(reverse('sitemap'))}"]
    return HttpResponse("\n".join(lines) + "\n", content_type="text/plain; charset=utf-8")


@require_safe
@cache_control(public=True, max_age=86_400)
def sitemap(request: HttpRequest) -> HttpResponse:
    """List the public pages: front page, calculators and help."""
    found = [request.build_absolute_uri(address) for address in _addresses()]
    return render(request, "features/help/sitemap.xml", {"pages": found}, content_type="application/xml")


def _addresses() -> list[str]:
    pages = [address for name in PAGES if (address := _address(name))]
    pages += [door.address for door in plugins.doors()]
    pages += [reverse("help-guide", args=[one.system]) for one in guides()]
    return list(dict.fromkeys(pages))


def _address(name: str) -> str:
    try:
        return reverse(name)
    except NoReverseMatch:
        return ""
