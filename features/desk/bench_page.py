"""The reserve list of a game, where people volunteer as substitutes or withdraw."""

from __future__ import annotations

from uuid import UUID

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts import clocks
from engine.game import Refusal
from features.desk import reserves as service
from games import access, pages
from games.models import Game, Reserve
from games.views.people.pace import commitments
from games.wording.refusal_text import word_refusal


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def bench(request: HttpRequest, pk: UUID) -> HttpResponse:
    """Show the reserve list to anyone who can see the game or has the list's link."""
    game = Game.objects.select_related("gm").prefetch_related(access.with_people()).filter(pk=pk).first()
    key = request.GET.get("key", "")
    if game is None or not (access.can_see(request.user, game) or service.is_key_of(game, key)):
        raise Http404
    if request.method == "POST":
        if not request.user.is_authenticated:
            return redirect_to_login(request.get_full_path())
        try:
            if request.POST.get("do") == "offer":
                service.offer(game, request.user, clocks.now())
                messages.success(
                    request, _("You are now a substitute: you'll get an e-mail when a seat is free.")
                )
            elif request.POST.get("do") == "withdraw":
                service.withdraw(game, request.user)
                messages.success(request, _("You are no longer a substitute."))
            else:
                messages.error(request, _("There is no such button."))
        except Refusal as refused:
            messages.error(request, word_refusal(refused, game))
        return redirect(request.get_full_path())
    at = pages.scene(request.user, game, bare=True)
    mine = request.user.is_authenticated and Reserve.objects.filter(game=game, user=request.user).exists()
    context = {
        "game": game,
        "seats": at.places,
        "mine": mine,
        "at_table": bool(at.my_seats) or at.is_gm or access.lends(request.user, game),
        "visible": access.can_see(request.user, game),
        "commitments": commitments(game),
    }
    return render(request, "features/desk/bench.html", context)
