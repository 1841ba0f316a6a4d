"""The game's page as it was after an entry, read-only.

The past does not change. The server therefore caches the page for each viewer until the game continues,
and answers "not modified" to a browser that already has it.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any
from uuid import UUID

from django.contrib.messages import get_messages
from django.contrib.staticfiles.storage import staticfiles_storage
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.utils.cache import get_conditional_response
from django.utils.safestring import mark_safe
from django.utils.timezone import get_current_timezone_name
from django.utils.translation import get_language
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from accounts.context_processors import THEMES
from engine.codec import digest
from games import access, pages, plugins, services
from games.caches import page_cache
from games.models import Game
from games.services import curtain
from games.services.going_back.rewinding import table_at
from games.views.frame import frame
from games.wording.numbers import whole

LONGEST = 60  # maximum length of a parameter's value, in characters
MOST_VALUES = 20  # maximum number of values of one parameter


@cache_control(private=True, no_cache=True)
@require_safe
def replay(request: HttpRequest, pk: UUID) -> HttpResponse:
    game = access.get_game_for(request.user, pk)
    if game.seq < 0:
        return redirect("game", pk)  # the game has not started
    asked = whole(request.GET.get("at"), 0)
    seq = game.seq if asked is None else min(asked, game.seq)
    request.GET = page_parameters(request, game, seq)  # type: ignore[assignment]
    eyes = _cache_facts(request, game, seq)
    own = [request.user.pk, request.META.get("CSRF_COOKIE"), request.headers.get("HX-Request")]
    mark = f'"{digest([eyes, own, request.get_full_path()])}"'
    if len(get_messages(request)) == 0:
        known = get_conditional_response(request, etag=mark)
        if known is not None:
            return known
    response = _page(request, game, seq, digest(eyes))
    if len(get_messages(request)) == 0:
        response.headers["ETag"] = mark
    return response


WHOLE = ("base.html", "games/_bare.html")  # the base templates of whole pages


def page_parameters(request: HttpRequest, game: Game, seq: int) -> QueryDict:
    """Return the parameters that determine the page: the entry, the reader's seat, and those that the
    system's page reads (``looks``). They are sorted, and all other parameters of the URL are dropped.
    """
    asked = QueryDict(mutable=True)
    asked["at"] = str(seq)
    seat = curtain.seat_shown(request.user, game, request.GET.get("seat", ""))
    if seat and seat == request.GET.get("seat"):
        asked["seat"] = seat
    for name in plugins.page(game.system).looks:
        values = [value for value in request.GET.getlist(name)[:MOST_VALUES] if len(value) <= LONGEST]
        if values:
            asked.setlist(name, values)
    asked._mutable = False
    return asked


def _cache_facts(request: HttpRequest, game: Game, seq: int) -> list[Any]:
    """Return the facts that make up the cache key: everything that affects the page of a past position, or
    an htmx part of it. The game's version grows with every change that a page might show.
    """
    seat = curtain.seat_shown(request.user, game, request.GET.get("seat", ""))
    hung = curtain.has_curtain(request.user, game)
    seats = [seat, hung, access.seats_of(request.user, game), access.is_gm(request.user, game)]
    theme = request.COOKIES.get("theme", "")
    reader = [get_language(), get_current_timezone_name(), theme if theme in THEMES else ""]
    part = str(getattr(getattr(request, "htmx", None), "target", None) or "")[:LONGEST]
    ours = [services.system_named(game.system).version, getattr(staticfiles_storage, "manifest_hash", "")]
    return [str(game.pk), game.version, seq, ours, seats, reader, part, sorted(request.GET.lists())]


def _page(request: HttpRequest, game: Game, seq: int, key: str) -> HttpResponse:
    template, drawn = plugins.page(game.system).template, page_cache.get(key)
    if drawn is None:
        context = _context(request, game, seq)
        if context["base_template"] not in WHOLE:  # only a part of the page, which is not cached
            return render(request, template, context)
        drawn = render_to_string(template, {**context, "base_template": "games/_bare.html"}, request)
        if "csrfmiddlewaretoken" in drawn:  # the page has a form that is meant for this reader only
            return render(request, template, {**context, "base_template": "base.html"})
        page_cache.put(key, drawn)
    base = "games/_bare.html" if getattr(request, "htmx", False) else "base.html"
    return render(request, template, {"base_template": base, "game": game, "kept": mark_safe(drawn)})


def _context(request: HttpRequest, game: Game, seq: int) -> dict[str, Any]:
    return context_at(request, pages.scene(request.user, game, request.GET.get("seat", ""), bare=True), seq)


def context_at(request: HttpRequest, at: pages.Scene, seq: int) -> dict[str, Any]:
    """Build the context with which the game's page shows the position after an entry."""
    then = table_at(at.table, seq)
    context = pages.context_of(request, replace(at, table=then, view=then.view(at.eyes)))
    base = context["base_template"]
    # the cached page must not hold anything meant for a single reader
    context.update(
        frame(at, "replay"),
        base_template=base,
        letters_unread=0,
        treaties_waiting=0,
        back_request=None,
        kept_plan=None,
        may_plan=False,
        takes_back=None,
    )
    context["lines"] = pages.describe_entries(
        at, services.chronicle(at.table, at.eyes, limit=1, before_seq=seq + 1)
    )
    last = at.game.seq
    context["replay"] = {"at": seq, "last": last, "earlier": max(seq - 1, 0), "later": min(seq + 1, last)}
    return context
