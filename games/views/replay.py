"""The game's own page as it was after an entry; nothing can be done in it.

What was does not change: until the game moves on, a moment is drawn once for all who see it with the same
eyes, and a browser that has it already is only told that it still holds.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any
from uuid import UUID

from django.contrib.messages import get_messages
from django.contrib.staticfiles.storage import staticfiles_storage
from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.utils.cache import get_conditional_response
from django.utils.safestring import mark_safe
from django.utils.timezone import get_current_timezone_name
from django.utils.translation import get_language
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from engine.codec import digest
from games import access, pages, plugins, services
from games.models import Game
from games.numbers import whole
from games.services.rewinding import table_at
from games.views.frame import frame

KEPT_FOR = 60 * 60  # seconds


@cache_control(private=True, no_cache=True)
@require_safe
def replay(request: HttpRequest, pk: UUID) -> HttpResponse:
    game = access.get_game_for(request.user, pk)
    if game.seq < 0:
        return redirect("game", pk)  # nothing to look back at
    asked = whole(request.GET.get("at"), 0)
    seq = game.seq if asked is None else min(asked, game.seq)
    eyes = _eyes(request, game, seq)
    own = [request.user.pk, request.META.get("CSRF_COOKIE"), request.headers.get("HX-Request")]
    mark = f'"{digest([eyes, own])}"'
    if len(get_messages(request)) == 0:
        known = get_conditional_response(request, etag=mark)
        if known is not None:
            return known
    response = _page(request, game, seq, f"replay:{digest(eyes)}")
    if len(get_messages(request)) == 0:
        response.headers["ETag"] = mark
    return response


def _eyes(request: HttpRequest, game: Game, seq: int) -> list[Any]:
    """All that the picture of a moment depends on. A game's version grows with whatever a page might show."""
    seat = access.seat_of(request.user, game, request.GET.get("seat", ""))
    seats = [seat, access.seats_of(request.user, game), access.is_gm(request.user, game)]
    reader = [get_language(), get_current_timezone_name(), request.COOKIES.get("theme", "")]
    asked = sorted(request.GET.lists())
    ours = [services.system_named(game.system).version, getattr(staticfiles_storage, "manifest_hash", "")]
    return [str(game.pk), game.version, seq, ours, seats, reader, asked]


def _page(request: HttpRequest, game: Game, seq: int, key: str) -> HttpResponse:
    template, kept = plugins.page(game.system).template, cache.get(key)
    if kept is None:
        context = _context(request, game, seq)
        kept = render_to_string(template, {**context, "base_template": "games/_bare.html"}, request)
        if "csrfmiddlewaretoken" in kept:  # a form of one reader's own
            return render(request, template, {**context, "base_template": "base.html"})
        cache.set(key, kept, KEPT_FOR)
    base = "games/_bare.html" if getattr(request, "htmx", False) else "base.html"
    return render(request, template, {"base_template": base, "game": game, "kept": mark_safe(kept)})


def _context(request: HttpRequest, game: Game, seq: int) -> dict[str, Any]:
    at = pages.scene(request.user, game, request.GET.get("seat", ""), bare=True)
    then = table_at(at.table, seq)
    context = pages.context_of(request, replace(at, table=then, view=then.view(at.seat)))
    context.update(frame(at, "replay"), letters_unread=0)  # what is kept tells nothing of one reader alone
    context["lines"] = pages.told(at, services.chronicle(at.table, at.seat, limit=1, before_seq=seq + 1))
    last = game.seq
    context["replay"] = {"at": seq, "last": last, "earlier": max(seq - 1, 0), "later": min(seq + 1, last)}
    return context
