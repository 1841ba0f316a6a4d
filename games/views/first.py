"""Start a first game in one click, even without an account."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.functional import lazy
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST, require_safe

from accounts import arriving, clocks
from accounts.logins.answers import without_login
from games import plugins
from games.services import opening
from games.templatetags.vexillum import system_title


@without_login
@require_POST
def play_now(request: HttpRequest) -> HttpResponse:
    """Begin a game of the named system against the bot. The form may also name a scenario. A visitor who is
    not logged in becomes a guest in this browser. A double click begins only one game.
    """
    plugin = next((one for one in opening.first_games() if one.name == request.POST.get("system")), None)
    if plugin is None:
        messages.error(request, _("That game can't be started at once. Choose one of those shown here."))
        return redirect("home")
    scenarios, named = plugins.system(plugin.name).scenarios(), request.POST.get("scenario", "")
    if named and named not in scenarios:
        messages.error(request, _("There is no such scenario."))
        return redirect("home")
    now = clocks.now()
    too_many = arriving.log_in_guest(request, now, key=request.META.get("CSRF_COOKIE", ""))
    if too_many is not None:
        return render(request, "games/refused.html", {"text": too_many.message}, status=429)
    title = gettext_lazy(scenarios[named]) if named else lazy(system_title, str)(plugin.name)
    game = opening.first_game(request.user, plugin, title, now, named, request.POST.get("seat", ""))
    return redirect(game)


@require_safe
def at_the_table(request: HttpRequest) -> HttpResponse:
    """Show the start page for two people at one table. If only one system supports such play, redirect to
    that system's page.
    """
    offered = plugins.tables()
    if len(offered) == 1:
        return redirect(offered[0].address)
    if not offered:
        return redirect("home")
    return render(request, "games/tables.html", {"tables": offered})
