"""The page of a club's army lists, from which the members of its league build armies."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games.musters import Unfit
from games.wording.numbers import NoNumber, required_number
from leagues.models import League
from leagues.refusals import LeagueRefused
from leagues.services import armies
from leagues.services.access import leads, league_for, member_of


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def lists(request: HttpRequest, league: UUID) -> HttpResponse:
    """Show the club's lists. Members copy armies from them, and the organiser uploads them."""
    found = league_for(request.user, league)
    if found.armies in ("", League.Armies.LISTED):
        raise Http404
    mistakes: tuple[str, ...] = ()
    if request.method == "POST":
        try:
            return redirect(_press_button(request, found))
        except Unfit as unfit:
            mistakes = unfit.told
        except LeagueRefused as refused:
            mistakes = (refused.text,)
        except NoNumber:
            mistakes = (_("This must be a whole number."),)
        found.refresh_from_db()
    return render(
        request, "leagues/lists.html", _context(request, found, mistakes), status=422 if mistakes else 200
    )


def _press_button(request: HttpRequest, league: League) -> str:
    """Carry out a button's action and return the URL of the next page."""
    if request.POST.get("do") == "take":
        return armies.take_list(request.user, league.pk, required_number(request.POST.get("number")))
    sent, most = request.FILES.get("file"), armies.musters_of(league).most_bytes
    count = armies.load_lists(request.user, league.pk, b"" if sent is None else sent.read(most + 1))
    text = ngettext("%(count)s list of the club is loaded.", "%(count)s lists of the club are loaded.", count)
    messages.success(request, text % {"count": count})
    return request.path


def _context(request: HttpRequest, league: League, mistakes: tuple[str, ...]) -> dict[str, Any]:
    member, musters = member_of(request.user, league), armies.musters_of(league)
    return {
        "league": league,
        "names": [musters.list_name(row) for row in league.lists],
        "takes_part": leads(request.user, league) or (member is not None and member.left_at is None),
        "leads": leads(request.user, league),
        "mistakes": mistakes,
        "how_written": musters.how_written,
    }
