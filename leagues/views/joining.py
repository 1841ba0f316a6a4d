"""The page for joining a league by its link."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts import clocks
from accounts.limits import network_of, too_often
from games import limits
from leagues.refusals import LeagueRefused
from leagues.services import founding
from leagues.services.access import league_of_link, member_of
from leagues.views.league_page import facts_of


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def join(request: HttpRequest, token: str) -> HttpResponse:
    """Show the league before the user logs in, and let them join."""
    origin = network_of(request)
    if request.method == "POST" and not request.user.is_authenticated:
        return redirect_to_login(request.path)
    try:
        league = league_of_link(token)
    except Http404:  # only failed guesses are limited, so they never block a real link
        if not limits.INVITATIONS.take(origin):
            text = too_often(limits.INVITATIONS).message
            return render(request, "leagues/join_bad.html", {"text": text}, status=429)
        return render(request, "leagues/join_bad.html", status=410)
    member = member_of(request.user, league)
    if member is not None and member.left_at is None:
        return redirect(league)
    if request.method == "POST":
        try:
            founding.join(token, request.user, clocks.now())
        except LeagueRefused as refused:
            messages.error(request, refused.text)
        else:
            return redirect(league)
    return render(request, "leagues/join.html", {"league": league, "facts": facts_of(league)})
