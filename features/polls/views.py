"""The page of a game's polls."""

from __future__ import annotations

from uuid import UUID

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from features.polls import services
from features.polls.models import Poll
from games import access, pages
from games.views.frame import frame
from games.wording.numbers import whole


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def polls(request: HttpRequest, pk: UUID) -> HttpResponse:
    """Show a game's polls to its players, and let the players ask and vote."""
    game, posted = access.get_game_for(request.user, pk), request.POST
    if not access.own_seats(request.user, game):
        raise Http404
    if request.method == "POST":
        try:
            if posted.get("do") == "vote":
                option = whole(posted.get("option"), -1)
                services.vote(
                    game, request.user, whole(posted.get("poll"), 0) or 0, -1 if option is None else option
                )
            else:
                services.ask(game, request.user, posted.get("question", ""), posted.get("options", ""))
        except ValidationError as wrong:
            messages.error(request, wrong.messages[0])
        return redirect("game-polls", pk)
    at = pages.scene(request.user, game, bare=True)
    rows = [
        (
            one,
            [
                (text, [at.place(s).name for s, vote in one.votes.items() if vote == n])
                for n, text in enumerate(one.options)
            ],
        )
        for one in Poll.objects.filter(game=game)
    ]
    return render(request, "features/polls/polls.html", {**frame(at, "polls"), "rows": rows})
