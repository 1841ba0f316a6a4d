"""The page where players read, search, write and delete their letters in a game."""

from __future__ import annotations

import uuid
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts import clocks
from accounts.limits import too_often
from engine.game import Refusal
from features.letters import services as service
from games import access, enclosures, limits, pages, services
from games.models import Game
from games.page_facts.drawer import in_drawer
from games.services.correspondence import correspondents
from games.views.frame import frame
from games.wording.numbers import whole
from games.wording.refusal_text import word_refusal

PAGE = 30
LONGEST_SEARCH = 100


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def letters(request: HttpRequest, pk: UUID) -> HttpResponse:
    game = access.get_game_for(request.user, pk)
    if not access.voices_of(request.user, game):
        raise Http404
    notice = None
    if request.method == "POST" and "delete" in request.POST:
        _delete(request, game)
        return redirect("game-letters", pk)
    if request.method == "POST":
        notice = _write(request, game)
        if notice is None:
            return redirect("game-letters", pk)
    context = _context(request, game, notice)
    return render(request, "features/letters/letters.html", context, status=422 if notice else 200)


def _write(request: HttpRequest, game: Game) -> pages.Said | None:
    """Send the letter that the user wrote. Return the reason if it was refused, else None."""
    posted, who = request.POST, str(request.user.pk)
    if not limits.LETTERS.take(who):
        return pages.Said(str(too_often(limits.LETTERS).message))
    try:
        service.write(
            game.pk,
            request.user,
            seat=posted.get("seat", ""),
            to=posted.get("to", ""),
            text=posted.get("text", ""),
            key=posted.get("key", ""),
            now=clocks.now(),
        )
    except Refusal as refused:
        limits.LETTERS.give_back(who)
        return pages.Said(word_refusal(refused, game))
    return None


def _delete(request: HttpRequest, game: Game) -> None:
    number = whole(request.POST["delete"], 1)
    service.delete(game.pk, request.user, number or 0, clocks.now())
    messages.success(request, _("Letter deleted. Nobody can read it any more."))


def _context(request: HttpRequest, game: Game, notice: pages.Said | None) -> dict[str, Any]:
    at = pages.scene(request.user, game, request.GET.get("seat", ""), bare=True)
    mine = access.voices_of(request.user, game)
    before = pages.letters_unread(game)
    words = " ".join(request.GET.get("q", "").split())[:LONGEST_SEARCH]
    found = service.search_letters(services.letters_for(request.user, game), words)
    page = Paginator(found, PAGE).get_page(request.GET.get("page"))
    links = enclosures.enclosed_links([one for one in page if one.deleted_at is None])
    shown = [
        (
            one,
            at.place(one.seat),
            at.place(one.to) if one.to else None,
            one.seat in mine,
            links.get(one.pk, ()),
        )
        for one in page
    ]
    if shown and page.number == 1 and not words:
        service.mark_read(request.user, game, shown[0][0].pk)
    voice = request.POST.get("seat") or at.seat or mine[0]
    return {
        **frame(at, "letters"),
        **in_drawer(request),
        "letters_unread": 0,
        "fresh": 0 if words else before,
        "words": words,
        "older": f"{urlencode({'q': words})}&" if words else "",
        "page": page,
        "letters": shown,
        "voices": [at.place(key) for key in mine],
        "voice": voice,
        "to": [at.place(key) for key in correspondents(game, "" if len(mine) > 1 else mine[0]) if key],
        "chosen": request.POST.get("to", request.GET.get("to", "")),
        "text": request.POST.get("text", ""),
        "key": str(uuid.uuid4()),
        "notice": notice,
    }
