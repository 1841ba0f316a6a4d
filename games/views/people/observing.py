"""Show what an observer may see."""

from __future__ import annotations

from dataclasses import replace
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.models import AnonymousUser
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.utils.safestring import mark_safe
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from accounts import clocks
from games import pages, plugins
from games.services.fairplay.kinds import ground_text
from games.services.people import observers as service
from games.views import chronicle, replay
from games.wording.numbers import whole


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def observe(request: HttpRequest, pk: UUID) -> HttpResponse:
    """Show the game's page at the observer's delayed position or an earlier one, as the observed seat
    saw it.
    """
    row = service.permission_for(request.user, pk)
    if request.method == "POST" and row.departure is not None:
        raise Http404
    if request.method == "POST":
        service.end_permission(pk, request.user, row.pk, clocks.now())
        messages.success(request, _("You no longer observe that game."))
        return redirect("home")
    late = service.late_view(row, request.GET.get("eyes", ""))
    if late.game is None:
        return render(request, "games/observe_wait.html", {"game": row.game, "row": row})
    at, head = scene_of(late), head_of(late)
    asked = whole(request.GET.get("at"), 0)
    seq = late.game.seq if asked is None else min(asked, late.game.seq)
    request.GET = _asked_query(request, late, seq)  # type: ignore[assignment]
    template = plugins.page(late.game.system).template
    context = replay.context_at(request, at, seq)
    if context["base_template"] not in replay.WHOLE:
        return render(request, template, {**context, **head, "base_template": context["base_template"]})
    context = {**context, **head, "base_template": "games/_bare.html"}
    drawn = mark_safe(render_to_string(template, context, request))
    shown = {"base_template": "base.html", "game": late.game, "kept": drawn, "observing": late}
    return render(request, template, shown)


@never_cache
@require_safe
def observe_chronicle(request: HttpRequest, pk: UUID) -> HttpResponse:
    """Show the chronicle up to the delayed position, as the observed seat saw it."""
    late = service.late_view(service.permission_for(request.user, pk), request.GET.get("eyes", ""))
    if late.game is None:
        raise Http404
    return chronicle.chronicle_page(request, scene_of(late), **head_of(late))


def scene_of(late: service.Late) -> pages.Scene:
    """Return the scene of a delayed game, as an observer of a seat sees it."""
    assert late.game is not None
    return replace(pages.scene(AnonymousUser(), late.game, bare=True), eyes=late.eyes)


def head_of(late: service.Late) -> dict[str, Any]:
    """Build the context for the head of an observer's page. It contains no links that would reveal more."""
    assert late.game is not None
    at = pages.scene(AnonymousUser(), late.game, bare=True)
    some = [] if late.row.seat else list(at.places)
    gone = late.row.departure
    return {
        "departure": gone,
        "departure_ground": ground_text(gone.ground) if gone is not None else "",
        "observing": late,
        "through": at.by_key.get(late.eyes),
        "choose_eyes": some,
        "fought_apart": {},
        "void_battles": {},
        "battle_of": None,
        "battle_result": None,
        "version_url": "",
        "lookers": (),
    }


def _asked_query(request: HttpRequest, late: service.Late, seq: int) -> QueryDict:
    asked = replay.page_parameters(request, late.row.game, seq).copy()
    if not late.row.seat:
        asked["eyes"] = late.eyes
    return asked
