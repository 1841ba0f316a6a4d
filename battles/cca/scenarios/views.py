"""The pages of the twenty scenarios, which need no account: a list, a briefing for each scenario, printable
sheets and files.
"""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from battles.cca.lookup import answer_rows as tables
from battles.cca.rules.scenarios import Scenario, scenarios
from battles.cca.scenarios import briefing_text
from battles.cca.wording.die import symbols
from games import pages
from maps import drawing
from maps.values import Links, Map, Marks

CARD = "card"  # the paper size that replaces A4 on request


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """List the scenarios."""
    return render(request, "battles/cca/scenarios/index.html", {"briefings": briefing_text.briefings()})


@require_safe
def briefing(request: HttpRequest, name: str) -> HttpResponse:
    """Show one scenario: its armies, victory, special rules, board and links."""
    one = _scenario(name)
    context = {
        "b": briefing_text.briefing(one),
        "map": _board(briefing_text.draw_start(one)),
        "counted": briefing_text.count_banners(one.banners),
    }
    return render(request, "battles/cca/scenarios/briefing.html", context)


@require_safe
def sheet(request: HttpRequest, name: str) -> HttpResponse:
    """Show a printable scenario sheet, in A4 or card size."""
    one = _scenario(name)
    context = {
        "b": briefing_text.briefing(one),
        "map": _board(briefing_text.draw_start(one)),
        "counted": briefing_text.count_banners(one.banners),
        "card": request.GET.get("size") == CARD,
    }
    return render(request, "battles/cca/scenarios/sheet.html", context)


@require_safe
def cheatsheet(request: HttpRequest) -> HttpResponse:
    """Show a printable cheat sheet for the table, in A4 or card size."""
    context = {
        "card": request.GET.get("size") == CARD,
        "turn": list(briefing_text.turn_order()),
        "combat": list(briefing_text.combat_order()),
        "units": list(tables.units()),
        "grounds": list(tables.grounds()),
        "deck": list(tables.deck()),
        "faces": list(symbols().values()),
    }
    return render(request, "battles/cca/scenarios/cheatsheet.html", context)


@require_safe
def document(request: HttpRequest, name: str) -> HttpResponse:
    """Return one scenario as a file that people can edit and upload."""
    _scenario(name)
    return HttpResponse(
        pages.pretty(briefing_text.facts_of(name)),
        content_type="application/json",
        headers={"Content-Disposition": f'attachment; filename="cca-{name}.json"'},
    )


def _scenario(name: str) -> Scenario:
    found = scenarios().get(name)
    if found is None:
        raise Http404
    return found


def _board(shown: Map) -> str:
    return drawing.svg(shown, Marks(), Links(""), whole=True, level=len(shown.levels) - 1)
