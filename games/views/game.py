"""The page of a game before, during and after play, and the URL that open pages poll for changes."""

from __future__ import annotations

from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.crypto import constant_time_compare
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts import clocks
from games import access, advice, pages, plugins, services
from games.models import Game
from games.views import curtain, lobby


@never_cache
@require_safe
def game(request: HttpRequest, pk: UUID) -> HttpResponse:
    found = access.get_game_for(request.user, pk)
    if found.status == Game.Status.GATHERING:
        return lobby.page(request, found)
    at = pages.scene(request.user, found, request.GET.get("seat", ""))
    now = clocks.now()
    if at.due is not None and at.due <= now and services.catch_up(found, now):
        found = access.get_game_for(request.user, pk)
        at = pages.scene(request.user, found, request.GET.get("seat", ""))
    services.note_visit(request.user, found, now)
    if at.is_closed:
        return curtain.page(request, at)
    context = advice.context_of(request, at, asked="advice" in request.GET)
    return render(request, plugins.page(found.system).template, context)


@require_safe
def version(request: HttpRequest, pk: UUID) -> HttpResponse:
    """Answer 204 if the game has not changed since the page was rendered. Otherwise trigger a reload of the
    page's live part. This costs one query.
    """
    if not constant_time_compare(request.GET.get("key", ""), pages.version_key(pk)):
        raise Http404
    now = Game.objects.filter(pk=pk).values_list("version", flat=True).first()
    if now is None:
        raise Http404
    if str(now) == request.GET.get("seen"):
        return HttpResponse(status=204)
    return HttpResponse(str(now), content_type="text/plain", headers={"HX-Trigger": "game-moved"})
