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
from accounts.mail.addresses import sends_real_mail
from accounts.models import Profile
from games.access import is_gm
from games.forms.notification_settings import AllGamesForm, OneGameForm
from games.models import Game
from games.services.notices import wishes


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def page(request: HttpRequest) -> HttpResponse:
    """Show the notification settings: for each topic, whether to notify at once, daily or never. They apply
    to all games that have no separate settings.
    """
    user, now = request.user, clocks.now()
    profile = Profile.of(user)
    said = wishes.wishes_of([user.pk])[user.pk]
    if request.method == "POST" and "game" in request.POST:
        return _of_one(request, said)
    form = AllGamesForm(said, profile.digest_hour, request.POST or None)
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
        form = OneGameForm(said, game, is_gm(user, game), request.POST)
        if not form.is_valid():
            profile = Profile.of(user)
            return _show_page(request, said, AllGamesForm(said, profile.digest_hour), profile, (game, form))
        wishes.write_wishes(user, form.wishes(), game=game, now=now)
    messages.success(request, _("Saved."))
    return redirect("wishes")


def _show_page(
    request: HttpRequest,
    said: wishes.Wishes,
    form: AllGamesForm,
    profile: Profile,
    wrong: tuple[Game, OneGameForm] | None = None,
) -> HttpResponse:
    user: Any = request.user
    games = [
        {
            "game": game,
            "muted": game.pk in said.muted,
            "differs": bool(said.games.get(game.pk)),
            "form": wrong[1]
            if wrong and wrong[0].pk == game.pk
            else OneGameForm(said, game, is_gm(user, game)),
            "wrong": wrong is not None and wrong[0].pk == game.pk,
        }
        for game in wishes.games_to_choose(user)
    ]
    context = {
        "form": form,
        "games": games,
        "address": user.email,
        "profile": profile,
        "mail_goes_out": sends_real_mail(),
    }
    return render(request, "games/wishes.html", context, status=400 if wrong or form.errors else 200)


@csrf_exempt  # mail programs call this URL themselves (RFC 8058); the signed token in it is the proof
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def stop(request: HttpRequest, token: str) -> HttpResponse:
    """Handle the link at the foot of an e-mail. Opening it only shows a button, because some mail programs
    open every link. The button stops the e-mail on any device, whether or not the user is logged in.
    """
    found = wishes.stop_of(token)
    if found is None:
        raise Http404
    if request.method == "POST":
        wishes.apply_stop_link(found, clocks.now(), again=request.POST.get("do") == "again")
    with override(found.profile.language):
        return render(request, "games/stop.html", {"stop": found, "done": found.is_done})
