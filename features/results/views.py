"""The page of results by scenario and side."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from engine import registry
from features.results import counting as found
from games import pages, plugins


@require_safe
def results(request: HttpRequest, system: str) -> HttpResponse:
    """Show the results of games on this site and, separately, of games between bots."""
    try:
        rules = plugins.system(system)
    except registry.UnknownSystem:
        raise Http404 from None
    first = next(iter(rules.scenarios()))
    if not plugins.two_sided(system, len(rules.open(rules.scenario(first), {}).seats)):
        raise Http404
    measured, command = found.measured_results(system)
    context = {
        "system": rules,
        "played": _result_lines(found.played_results(system)),
        "measured": _result_lines(measured),
        "command": command,
        "points": plugins.wording_class(system).points_name(),
        "batch": found.BATCH,
    }
    return render(request, "features/results/results.html", context)


def _result_lines(lines: list[found.Line]) -> list[dict[str, object]]:
    return [
        {
            "line": line,
            "title": _(line.title),
            "sides": [(pages.Place(side.info.id, side.info), side) for side in line.sides],
        }
        for line in lines
    ]
