"""A thumbnail of a game's map, as it is now or as it was after entry ``at``. The server draws each thumbnail
once per viewer, and browsers cache it.
"""

from __future__ import annotations

from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.cache import get_conditional_response
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from engine.codec import digest
from games import access, pages, plugins, services
from games.caches import page_cache
from games.services import curtain
from games.wording.numbers import whole


@cache_control(private=True, no_cache=True)
@require_safe
def thumbnail(request: HttpRequest, pk: UUID) -> HttpResponse:
    game = access.get_game_for(request.user, pk)
    page = plugins.page(game.system)
    if game.seq < 0 or not page.pictured:
        raise Http404
    rules = services.system_named(game.system).version
    shown = curtain.seat_shown(request.user, game)
    seats = [shown, access.seats_of(request.user, game), access.is_gm(request.user, game)]
    asked = whole(request.GET.get("at"), 0)
    then = None if asked is None else min(asked, game.seq)
    mark = digest(["thumbnail", str(game.pk), game.version, rules, seats, then])
    known = get_conditional_response(request, etag=f'"{mark}"')
    if known is not None:
        return known
    drawn = page_cache.get(mark)
    if drawn is None:
        drawn = page.thumbnail(pages.redact_scene(pages.scene_without_controls(request.user, game, then)))
        page_cache.put(mark, drawn)
    return HttpResponse(drawn, content_type="image/svg+xml", headers={"ETag": f'"{mark}"'})
