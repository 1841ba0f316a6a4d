"""Give and withdraw permissions to observe a game, and use an observer's link."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.models import AnonymousUser
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts import clocks
from accounts.limits import network_of, too_often
from engine.game import Refusal
from features.observers import services as service
from games import access, limits, pages
from games.models import Game
from games.services.people import observers as core
from games.views.frame import frame
from games.wording.numbers import whole
from games.wording.refusal_text import word_refusal


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def observers(request: HttpRequest, pk: UUID) -> HttpResponse:
    """Show and change the permissions to observe that the user has given. A game master sees every
    permission.
    """
    game = access.get_game_for(request.user, pk)
    if not access.takes_part(request.user, game):
        raise Http404
    notice = None
    if request.method == "POST":
        notice = _press_button(request, game)
        if notice is None:
            return redirect("game-observers", pk)
    at = pages.scene(request.user, game, bare=True)
    mine = service.may_give(request.user, game)
    rows = [
        row
        for row in core.open_permissions(game)
        if at.is_gm or row.leave_of_id == request.user.pk or row.seat in at.my_seats
    ]
    context = {
        **frame(at, "observers"),
        "notice": notice,
        "give": [(key, at.by_key.get(key)) for key in mine],
        "rows": [(row, at.by_key.get(row.seat), _unused_link(request, row)) for row in rows],
        "delays": range(1 if game.public else service.MOST_DELAY + 1),
        "posted": request.POST,
    }
    return render(request, "features/observers/observers.html", context, status=422 if notice else 200)


def _unused_link(request: HttpRequest, row: Any) -> str:
    """Return the unused link of a permission if the user gave the permission, else ""."""
    if row.user_id is not None or row.leave_of_id != request.user.pk:
        return ""
    return request.build_absolute_uri(reverse("observe-link", args=[row.token]))


def _press_button(request: HttpRequest, game: Game) -> pages.Said | None:
    """Carry out the button's action. Return the reason if it failed, else None."""
    posted, now = request.POST, clocks.now()
    try:
        if "end" in posted:
            core.end_permission(game.pk, request.user, whole(posted["end"], 1) or 0, now)
            messages.success(request, _("This observer has already left."))
        else:
            delay = whole(posted.get("delay"), 0, service.MOST_DELAY)
            service.invite(
                game.pk,
                request.user,
                seat=posted.get("seat", "-"),
                name=posted.get("name", "").strip(),
                delay=-1 if delay is None else delay,
                now=now,
            )
            messages.success(request, _("Permission given. You can withdraw it at any time."))
    except Refusal as refused:
        return pages.Said(word_refusal(refused, game))
    return None


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def link(request: HttpRequest, token: str) -> HttpResponse:
    """Show what an observer's link offers, or accept it."""
    now, origin = clocks.now(), network_of(request)
    try:
        row = service.open_link(token, now)
    except Http404:  # guesses are limited, but a valid link always works
        if not limits.INVITATIONS.take(origin):
            text = too_often(limits.INVITATIONS).message
            return render(request, "games/join_bad.html", {"text": text}, status=429)
        raise
    notice = None
    if request.method == "POST" and not request.user.is_authenticated:
        return redirect_to_login(request.path)
    if request.method == "POST":
        try:
            return redirect("observe", service.accept(token, request.user, now).game_id)
        except Refusal as refused:
            notice = pages.Said(word_refusal(refused, row.game))
    at = pages.scene(AnonymousUser(), row.game, bare=True)
    context = {"game": row.game, "row": row, "place": at.by_key.get(row.seat), "notice": notice}
    return render(request, "features/observers/observe_link.html", context, status=422 if notice else 200)
