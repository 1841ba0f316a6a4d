"""The list of leagues, and the pages for creating a league: its rules, scenario, options and number of
rounds.
"""

from __future__ import annotations

from typing import Any
from uuid import uuid4

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from accounts import clocks
from engine import registry
from engine.game import BadScenario, Mistake, System
from games import forms, plugins
from games.views.new import HOURS, read_hours, standard_value, variants
from games.wording.numbers import NoNumber, required_number
from leagues.models import MOST_ROUNDS, League
from leagues.refusals import LeagueRefused
from leagues.services import founding
from leagues.services.access import leagues_of, public_leagues

MOST = 50  # maximum number of leagues in a list
ROUNDS = 5
USUAL_HOURS = 72


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    mine = leagues_of(request.user) if request.user.is_authenticated else League.objects.none()
    shown = list(mine[:MOST])
    public = public_leagues().exclude(pk__in=[one.pk for one in shown])[:MOST]
    rated = public_leagues().order_by().values_list("system", flat=True).distinct()
    return render(request, "leagues/index.html", {"mine": shown, "public": public, "rated": sorted(rated)})


@login_required
@require_safe
def choose(request: HttpRequest) -> HttpResponse:
    """Choose the rules of a new league."""
    systems = [plugins.system(name) for name in registry.names()]
    return render(request, "leagues/choose.html", {"systems": systems})


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def new(request: HttpRequest, system: str) -> HttpResponse:
    try:
        rules = plugins.system(system)
    except registry.UnknownSystem:
        raise Http404 from None
    if request.method != "POST":
        return render(request, "leagues/new.html", _context(rules, None))
    posted = request.POST
    try:
        league = founding.found_league(
            request.user,
            posted.get("name", ""),
            system,
            now=clocks.now(),
            scenario_name=posted.get("scenario", ""),
            options=forms.read_fields(variants(rules), posted),
            kind=League.Kind.DUPLICATE if "duplicate" in posted else League.Kind.SEASON,
            rounds=required_number(posted.get("rounds"), 1, MOST_ROUNDS),
            hours=read_hours(posted.get("hours", "")),
            public="public" in posted,
            plays="plays" in posted,
            armies=posted.get("armies", ""),
            key=forms.form_key(posted),
        )
    except (BadScenario, forms.BadForm) as bad:
        return _refusal_page(request, rules, _word_mistakes(system, bad.mistakes))
    except LeagueRefused as refused:
        return _refusal_page(request, rules, [refused.text])
    except NoNumber:
        return _refusal_page(request, rules, [_("This must be a whole number.")])
    return redirect(league)


def _context(rules: System, posted: Any) -> dict[str, Any]:
    wording = plugins.wording_class(rules.name)()
    scenarios = rules.scenarios()
    opened = rules.open(rules.scenario(next(iter(scenarios))), {})
    return {
        "system": rules,
        "scenarios": [(name, _(title)) for name, title in scenarios.items()],
        "options": [
            forms.draw_field(one, wording, posted, initial=None if posted else standard_value(one))
            for one in variants(rules)
        ],
        "hours": HOURS,
        "armies": League.Armies.choices if plugins.musters(rules.name) else (),
        "duel": len(opened.seats) == 2,
        "duplicates": plugins.two_sided(rules.name, len(opened.seats)),
        "sent": posted or {"rounds": ROUNDS, "plays": "on", "hours": str(USUAL_HOURS)},
        "most_rounds": MOST_ROUNDS,
        "key": uuid4(),
        "act": {"id": "option-"},
    }


def _word_mistakes(system: str, mistakes: tuple[Mistake, ...]) -> list[str]:
    wording = plugins.wording_class(system)
    return [wording.mistake(one) for one in mistakes]


def _refusal_page(request: HttpRequest, rules: System, mistakes: list[str]) -> HttpResponse:
    context = {**_context(rules, request.POST), "mistakes": mistakes}
    return render(request, "leagues/new.html", context, status=422)
