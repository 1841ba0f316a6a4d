"""Recent events as JSON, to be animated on the map, for those who may see the game."""

from __future__ import annotations

from uuid import UUID

from django.http import HttpRequest, JsonResponse
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from games import access, pages
from games.motion import strides
from games.numbers import whole


@cache_control(private=True, no_cache=True)
@require_safe
def motion(request: HttpRequest, pk: UUID) -> JsonResponse:
    """The events after entry ``after`` (default: the reader's last move). With ``turn``: only to the end of
    the turn that begins or continues there, as a replay shows it.
    """
    game = access.get_game_for(request.user, pk)
    at = pages.scene(request.user, game, request.GET.get("seat", ""), bare=True)
    if game.seq < 0:
        return JsonResponse({"after": -1, "until": -1, "last": -1, "earlier": False, "strides": []})
    turn = "turn" in request.GET
    after = whole(request.GET.get("after"), -1)
    start = strides.since_own_move(at) if after is None else min(after, game.seq)
    if turn and start >= game.seq:
        start = strides.turn_began(at)  # nothing came after that: show what led to it
    return JsonResponse(strides.reel_json(strides.reel(at, start, turn=turn), at, unasked=not turn))
