"""The caller, their games and decisions, and invitations, as JSON."""

from __future__ import annotations

from typing import Any, Final

from django.conf import settings
from django.db.models import prefetch_related_objects
from django.http import HttpRequest, JsonResponse
from django.urls import reverse

from accounts import clocks
from engine.game import GM
from games import access, pages, services
from games.models import Game, PendingDecision
from games.views.api.authentication import (
    ANY_KEY,
    api_view,
    body_mistakes,
    key_of,
    limit_guesses,
    logged_in,
    may,
    number,
    read_body,
)
from games.views.api.play import LEAD, PLAIN, PLAY, READ
from games.views.api.problems import mistakes

PAGE: Final = 50  # number of games in one response
SMALL: Final = 10_000  # the maximum size of a small request body, in bytes


@api_view(GET=ANY_KEY)
def me(request: HttpRequest) -> JsonResponse:
    """Return the caller's user name, and the name, scopes and expiry of their key."""
    user, key = logged_in(request), key_of(request)
    told = None if key is None else {"name": key.name, "scopes": key.scopes, "expires_at": key.expires_at}
    return JsonResponse({"name": user.get_username(), "key": told}, json_dumps_params=PLAIN)


@api_view(GET=READ)
def games(request: HttpRequest) -> JsonResponse:
    """List one page of the caller's games, most urgent first, and the answers that the caller owes."""
    user, page = logged_in(request), number(request, "page", 1, 10_000, 1)
    found = list(access.by_urgency(user, access.games_of(user))[(page - 1) * PAGE : page * PAGE + 1])
    prefetch_related_objects(found, "seats")
    owed = access.owed_answers(user)
    if not may(request, LEAD):
        owed = owed.exclude(seat=GM)
    answer = {
        "games": [_game_json(user, game) for game in found[:PAGE]],
        "waits": [_wait_json(row) for row in owed[: 4 * PAGE]],
        "page": page,
        "more": len(found) > PAGE,
    }
    return JsonResponse(answer, json_dumps_params=PLAIN)


def _game_json(user: Any, game: Game) -> dict[str, Any]:
    return {
        "game": str(game.pk),
        "name": game.title,
        "system": game.system,
        "status": game.status,
        "void": game.void,
        "paused": game.is_paused,
        "seq": game.seq,
        "version": game.version,
        "seats": list(access.seats_of(user, game)),
        "leads": access.is_gm(user, game),
        "moved_at": game.moved_at,
        "page": settings.SITE_URL + game.get_absolute_url(),
    }


def _wait_json(row: PendingDecision) -> dict[str, Any]:
    facts = {"game": str(row.game_id), "seat": row.seat, "power": row.power, "kind": row.kind}
    return {**facts, "rule": row.rule, "due_at": row.due_at}


@api_view(GET=READ, POST=PLAY)
def invitation(request: HttpRequest, token: str) -> JsonResponse:
    """Show an invitation, or take its seat. If several seats are free, the field ``seat`` says which one to
    take.
    """
    with limit_guesses(request):
        data = read_body(request, SMALL) if request.method == "POST" else {}
        found = body_mistakes(data, {}, {"seat": str})
        if found:
            return mistakes(found)
        if request.method == "POST":
            wanted = data.get("seat", "")
            seat = services.accept(token, logged_in(request), seat=wanted, now=clocks.now())
            return JsonResponse({"game": str(seat.game_id), "seat": seat.key})
        return JsonResponse(_invitation_json(request, token), json_dumps_params=PLAIN)


def _invitation_json(request: HttpRequest, token: str) -> dict[str, Any]:
    one = services.invitation_for(token, clocks.now())
    at = pages.scene(request.user, one.game, bare=True)
    return {
        "game": str(one.game_id),
        "name": one.game.title,
        "system": one.game.system,
        "status": one.game.status,
        "seats": [place.key for place in at.places if place.free and one.seat in ("", place.key)],
        "page": settings.SITE_URL + reverse("join", args=[token]),
    }
