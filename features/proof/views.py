"""The page that shows how a game's dice were rolled and recomputes the whole game."""

from __future__ import annotations

from functools import partial
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts import clocks
from accounts.limits import network_of, too_often
from features.proof import limits
from games import access, pages, services
from games.services import history
from games.services.people.treaties import secrets_of
from games.views.frame import frame


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def verify(request: HttpRequest, pk: UUID) -> HttpResponse:
    """Show the verification page. A POST replays the whole log and reports whether its dice and events are
    right.
    """
    game = access.get_game_for(request.user, pk)
    at = pages.scene(request.user, game, bare=True)
    taken_back = pages.describe_entries(at, history.rewinds(at.table)) if at.table.head is not None else ()
    context = {
        **frame(at, "verify"),
        "seed": services.revealed_seed(game, clocks.now()),
        "fingerprint": services.fingerprint(at.table),
        "taken_back": taken_back,
        "secrets": partial(secrets_of, request.user, game),
    }
    origin = network_of(request)
    if request.method == "POST" and not limits.CHECKS.take(origin):
        return render(
            request,
            "games/refused.html",
            {"text": too_often(limits.CHECKS).message, "game": game},
            status=429,
        )
    if request.method == "POST":
        context["verdict"] = services.verify_game(game)
    return render(request, "features/proof/verify.html", context)
