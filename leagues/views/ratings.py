"""Ratings from one system's public leagues."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from engine import registry
from leagues.services.access import public_leagues
from leagues.services.results import ratings_of


@require_safe
def page(request: HttpRequest, system: str) -> HttpResponse:
    if system not in registry.names():
        raise Http404
    rows = ratings_of(public_leagues().filter(system=system))
    return render(request, "leagues/ratings.html", {"system": system, "rows": rows})
