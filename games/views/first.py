"""Play now: a first game in one click, also for who has no account."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth import login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from accounts import guests, limits
from accounts.answers import from_anybody
from games.home import opening
from games.templatetags.vexillum import system_title


@from_anybody
@require_POST
def play_now(request: HttpRequest) -> HttpResponse:
    """A game of the system named, against the program. Who is not logged in becomes a guest of this
    browser."""
    plugin = next((one for one in opening.offered() if one.name == request.POST.get("system")), None)
    if plugin is None:
        messages.error(request, _("There is no such game to begin at once. Choose one of those here."))
        return redirect("home")
    place, now = limits.place_of(request), timezone.now()
    for limit, who in ((limits.GUESTS, place), (limits.GUESTS_ALL, "all")):
        if limit.reached(who):
            return render(request, "games/refused.html", {"text": _too_many(limit)}, status=429)
        limit.count(who)
    if not request.user.is_authenticated:
        user = guests.make(get_language() or "en", request.COOKIES.get("timezone", ""), now)
        login(request, user, backend="django.contrib.auth.backends.ModelBackend")
    game = opening.first_game(request.user, plugin, system_title(plugin.name), now)
    return redirect(game)


def _too_many(limit: limits.Limit) -> str:
    return str(limits.too_often(limit).message)
