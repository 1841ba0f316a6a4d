"""A user's notification settings, and the link that stops e-mail without a login."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import override
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from accounts import clocks
from accounts.addresses import goes_out
from accounts.guests import is_guest
from accounts.models import Profile
from games.access import is_gm
from games.forms.wishing import OfAll, OfOne
from games.models import Game
from games.services.notices import push, wishes


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def page(request: HttpRequest) -> HttpResponse:
    """The notification settings: each topic at once, daily or never, for all games and for exceptions."""
    user, now = request.user, clocks.now()
    profile = Profile.of(user)
    said = wishes.wishes_of([user.pk])[user.pk]
    if request.method == "POST" and "game" in request.POST:
        return _of_one(request, said)
    form = OfAll(said, profile.digest_hour, request.POST or None)
    if request.method == "POST" and form.is_valid():
        wishes.write_wishes(user, form.wishes(), now=now)
        wishes.write_hour(user, HOUR_OF[form.cleaned_data["hour"]], now)
        messages.success(request, _("Saved."))
        return redirect("wishes")
    return _show_page(request, said, form, profile)


HOUR_OF = {str(hour): hour for hour in range(24)}


def _of_one(request: HttpRequest, said: wishes.Wishes) -> HttpResponse:
    user, now = request.user, clocks.now()
    game = wishes.game_to_choose(user, request.POST["game"])
    do = request.POST.get("do", "")
    if do in ("mute", "unmute"):
        wishes.mute(user, game, do == "mute", now)
    else:
        form = OfOne(said, game, is_gm(user, game), request.POST)
        if not form.is_valid():
            profile = Profile.of(user)
            return _show_page(request, said, OfAll(said, profile.digest_hour), profile, (game, form))
        wishes.write_wishes(user, form.wishes(), game=game, now=now)
    messages.success(request, _("Saved."))
    return redirect("wishes")


def _show_page(
    request: HttpRequest,
    said: wishes.Wishes,
    form: OfAll,
    profile: Profile,
    wrong: tuple[Game, OfOne] | None = None,
) -> HttpResponse:
    user: Any = request.user
    games = [
        {
            "game": game,
            "muted": game.pk in said.muted,
            "differs": bool(said.games.get(game.pk)),
            "form": wrong[1] if wrong and wrong[0].pk == game.pk else OfOne(said, game, is_gm(user, game)),
            "wrong": wrong is not None and wrong[0].pk == game.pk,
        }
        for game in wishes.games_to_choose(user)
    ]
    context = {
        "form": form,
        "games": games,
        "address": user.email,
        "profile": profile,
        "mail_goes_out": goes_out(),
        "guest": is_guest(user),
        "push_key": push.public_key(),
        "devices": push.devices_of(user).count(),
        "failing": push.failing(user),
    }
    return render(request, "games/wishes.html", context, status=400 if wrong or form.errors else 200)


@csrf_exempt  # mail programs call this URL themselves (RFC 8058); its signature is the proof
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def stop(request: HttpRequest, token: str) -> HttpResponse:
    """Handle the link at the foot of an e-mail. Opening it only asks, since some mail programs open every
    link; the button stops the e-mail. It works on any device, logged in or not.
    """
    found = wishes.stop_of(token)
    if found is None:
        raise Http404
    if request.method == "POST":
        wishes.carry_out(found, clocks.now(), again=request.POST.get("do") == "again")
    with override(found.profile.language):
        return render(request, "games/stop.html", {"stop": found, "done": found.is_done})
