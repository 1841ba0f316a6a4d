"""The help pages, open to everybody."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from features.help import sections as rulebook
from features.help.answers import ANSWERS
from features.help.guides import guide_of, guides
from features.help.keys import KEYS
from features.help.terms import terms_in_order
from games.templatetags.vexillum import system_title


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """Show the overview of all help: systems, glossary, keys, questions."""
    return render(request, "features/help/index.html", {"guides": guides()})


@require_safe
def guide(request: HttpRequest, system: str) -> HttpResponse:
    """Show how to play one system."""
    found = guide_of(system)
    if found is None:
        raise Http404
    facts = {"one": found, "has_sections": bool(rulebook.tables_of(system)), "others": guides()}
    return render(request, "features/help/guide.html", facts)


@require_safe
def sections(request: HttpRequest, system: str) -> HttpResponse:
    """Show the sections of a rulebook that Vexillum covers. ``?of=8.13`` marks one of them."""
    tables = rulebook.tables_of(system) if guide_of(system) is not None else ()
    if not tables:
        raise Http404
    reference = request.GET.get("of", "")[:20]
    marked = rulebook.find_row(system, reference) if reference else None
    facts = {"system": system, "title": system_title(system), "tables": tables, "marked": marked}
    return render(request, "features/help/sections.html", {**facts, "reference": reference})


@require_safe
def glossary(request: HttpRequest) -> HttpResponse:
    """Show the glossary, in the alphabetical order of the reader's language."""
    return render(request, "features/help/glossary.html", {"terms": terms_in_order()})


@require_safe
def keys(request: HttpRequest) -> HttpResponse:
    """Show the keyboard shortcuts."""
    return render(request, "features/help/keys.html", {"groups": KEYS})


@require_safe
def questions(request: HttpRequest) -> HttpResponse:
    """Show questions of players, game masters and hosts, with answers."""
    return render(request, "features/help/questions.html", {"groups": ANSWERS})
