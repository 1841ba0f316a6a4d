"""The briefing for a player who takes over a seat, limited to what the previous player could know."""

from __future__ import annotations

from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games import access, pages, services
from games.models import Game
from games.views.frame import frame
from games.views.people.pace import commitments
from games.views.people.treaties import treaties_of

SHOWN = 30  # number of log entries to show


@never_cache
@require_safe
def briefing(request: HttpRequest, pk: UUID) -> HttpResponse:
    game = access.get_game_for(request.user, pk)
    if not access.seats_of(request.user, game):
        raise Http404
    if game.status == Game.Status.GATHERING:
        return redirect("game", pk)
    at = pages.scene(request.user, game, request.GET.get("seat", ""))
    row = next(seat for seat in game.seats.all() if seat.key == at.seat)
    context = {
        **frame(at, "briefing"),
        "place": at.place(at.seat),
        "row": row,
        "asked": [wait for wait in at.waits if wait.place.key == at.seat],
        "lines": pages.describe_entries(at, services.chronicle(at.table, at.eyes, limit=SHOWN)),
        "letters": services.letters_for(request.user, game).filter(deleted_at=None).count(),
        "treaties": treaties_of(at),
        "commitments": commitments(game),
    }
    return render(request, "games/briefing.html", context)
