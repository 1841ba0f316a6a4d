"""Recent events of a game as JSON, for animation on the map."""

from __future__ import annotations

from uuid import UUID

from django.http import HttpRequest, JsonResponse
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from games import access, pages
from games.motion import strides
from games.wording.numbers import whole


@cache_control(private=True, no_cache=True)
@require_safe
def motion(request: HttpRequest, pk: UUID) -> JsonResponse:
    """Send the motions to animate for the entries after the one numbered ``after``, by default after the
    reader's last move. ``turn``: whether to replay a turn, up to the end of the first entry's turn. If there
    is no such entry, the current turn is replayed. Outside a replay the marches of the reader's own moves are
    left out.
    """
    game = access.get_game_for(request.user, pk)
    at = pages.scene(request.user, game, request.GET.get("seat", ""), bare=True)
    if game.seq < 0:
        return JsonResponse({"after": -1, "until": -1, "last": -1, "earlier": False, "strides": []})
    turn = "turn" in request.GET
    after = whole(request.GET.get("after"), -1)
    start = strides.since_own_move(at) if after is None else min(after, game.seq)
    if turn and start >= game.seq:
        start = strides.turn_began(at)  # no events came later, so show the turn itself
    return JsonResponse(strides.reel_json(strides.reel(at, start, turn=turn), at, unasked=not turn))
