"""The buttons of the guide to a first turn."""

from __future__ import annotations

from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.http import urlencode
from django.views.decorators.http import require_POST

from features.lessons import guide
from games import access
from games.wording.numbers import whole


@require_POST
def lesson(request: HttpRequest, pk: UUID) -> HttpResponse:
    """Mark a hint as read so that the game shows the next one, or close the guide. Then return to the
    game.
    """
    seat = request.POST.get("seat", "")
    if request.POST.get("do") == "away":
        guide.end_guide(request.user, pk, seat)
    else:
        guide.mark_hint_read(request.user, pk, seat, whole(request.POST.get("number"), low=0, high=1000) or 0)
    return redirect(
        access.get_game_for(request.user, pk).get_absolute_url() + f"?{urlencode({'seat': seat})}"
    )
