"""Join a game by an invitation link. A visitor can see the game before logging in."""

from __future__ import annotations

from django.contrib.auth.views import redirect_to_login
from django.db.models import Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts import clocks
from accounts.limits import network_of, too_often
from games import limits, pages, services
from games.models import Seat
from games.refusals import BadInvitation
from games.views.people.pace import commitments
from games.wording.refusal_text import word_refusal


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def join(request: HttpRequest, token: str) -> HttpResponse:
    now, origin = clocks.now(), network_of(request)
    if request.user.is_authenticated:
        theirs = Q(user=request.user) | Q(lender=request.user)
        seated = Seat.objects.filter(theirs, game__invitations__token=token).first()
        if seated is not None:
            return redirect("game", seated.game_id)
    if request.method == "POST" and not request.user.is_authenticated:
        return redirect_to_login(request.path)
    try:
        if request.method == "POST":
            seat = services.accept(token, request.user, seat=request.POST.get("seat", ""), now=now)
            under_way = seat.game.seq >= 0
            return redirect("game-briefing" if under_way else "game", seat.game_id)
        invitation = services.invitation_for(token, now)
    except BadInvitation as refused:  # guesses are limited, but a valid link always works
        if not limits.INVITATIONS.take(origin):
            text = too_often(limits.INVITATIONS).message
            return render(request, "games/join_bad.html", {"text": text}, status=429)
        return render(request, "games/join_bad.html", {"text": word_refusal(refused)}, status=410)
    game = invitation.game
    at = pages.scene(request.user, game, bare=True)
    free = [place for place in at.places if place.free and invitation.seat in ("", place.key)]
    context = {"game": game, "seats": at.places, "free": free, "invitation": invitation}
    context["commitments"] = commitments(game)
    return render(request, "games/join.html", context)
