"""Pages where users find a player, read about one, and choose what their own page shows."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from accounts import clocks, conduct
from accounts.limits import too_often
from accounts.names import name_of
from accounts.naming import claims
from features.people import inviting, profile, sight
from features.people.forms import PortraitForm
from features.people.limits import SEARCHES

PAGE = 40


@login_required
@never_cache
@require_safe
def find(request: HttpRequest) -> HttpResponse:
    """List the people who are looking for games, and search for a name. The search needs the exact name, so
    that nobody can collect names.
    """
    if not sight.is_member(request.user):
        messages.info(request, _("Sign up first: only members can find each other."))
        return redirect("signup")
    name, status, problem = request.GET.get("q", "").strip()[:60], 200, ""
    if name:
        if not SEARCHES.take(str(request.user.pk)):
            problem, status = str(too_often(SEARCHES).message), 429
        else:
            found = claims.find_account(name) if name.isprintable() else None
            if found is not None and sight.may_see(request.user, found):
                return redirect(sight.address_of(found))
            problem = _("Nobody with this name can be found. Check the spelling.")
    shown = Paginator(sight.seekers(request.user), PAGE).get_page(request.GET.get("page"))
    facts = {"page": shown, "name": name, "problem": problem, "own": sight.portrait_of(request.user)}
    return render(request, "features/people/find.html", facts, status=status)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def page(request: HttpRequest, person: str) -> HttpResponse:
    """Show the page about a user, limited to what the user lets the reader see."""
    other = sight.person_named(request.user, person)
    if request.method == "POST":
        return _invite(request, other)
    chosen, now = sight.portrait_of(other), clocks.now()
    games = profile.games_with(request.user, other) if chosen.games else None
    mine = request.user.pk == other.pk
    facts = {
        "other": other,
        "chosen": chosen,
        "mine": mine,
        "games": None if games is None else games[: profile.GAMES],
        "ratings": profile.ratings(request.user, other) if chosen.ratings else (),
        "hours": profile.usual_hours(other, timezone.get_current_timezone(), now) if chosen.hours else (),
        "times": [label for _hour, label in profile.TIMES],
        "to_fill": inviting.games_to_fill(request.user, other) if request.user.is_authenticated else (),
        "known": not mine
        and request.user.is_authenticated
        and conduct.find_acquaintance(request.user, other.pk) is not None,
    }
    return render(request, "features/people/page.html", facts)


def _invite(request: HttpRequest, other: Any) -> HttpResponse:
    try:
        inviting.invite(request.user, other, request.POST.get("game", ""), clocks.now())
        messages.success(request, _("%(name)s has been invited.") % {"name": name_of(other)})
    except ValidationError as refused:
        messages.error(request, refused.messages[0])
    return redirect(sight.address_of(other))


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def choices(request: HttpRequest) -> HttpResponse:
    """Show the form for the user's own page."""
    if not sight.has_page(request.user):
        raise Http404
    row = sight.portrait_of(request.user)
    form = PortraitForm(request.POST or None, instance=row)
    if request.method == "POST" and form.is_valid():
        form.save()
        messages.success(request, _("Saved."))
        return redirect("my-page")
    facts = {"form": form, "address": sight.address_of(request.user)}
    return render(request, "features/people/choices.html", facts, status=422 if form.errors else 200)
