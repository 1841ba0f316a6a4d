"""The page shown when a device changes hands: who is to answer, and a button for each seat."""

from __future__ import annotations

from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from games import access, pages, services
from games.narration import fold_lines
from games.services import curtain
from games.views.button import button_of_game
from games.views.frame import frame


def page(request: HttpRequest, at: pages.Scene, notice: pages.Said | None = None) -> HttpResponse:
    """Show the page between two hands: only public facts, and a button for each seat on this device, those
    that owe an answer first. It replaces an open page, so that nothing of a hand stays in memory.
    """
    if getattr(request, "htmx", False):
        return HttpResponse(status=204, headers={"HX-Redirect": at.game.get_absolute_url()})
    asked = [place for place in at.places if place.mine and place.owes]
    others = [place for place in at.places if place.mine and not place.owes]
    lines = fold_lines(pages.describe_entries(at, services.chronicle(at.table, None, limit=6)))
    context = {
        **frame(at, "curtain"),
        "asked": asked,
        "others": others,
        "waits": at.waits,
        "lines": lines,
        "newest": lines[0].lines[-1] if lines and lines[0].lines else "",
        "notice": notice,
        "version_url": pages.version_url(at.game),
        "both": curtain.BOTH,
    }
    return render(request, "games/curtain.html", context)


@button_of_game
def hand(request: HttpRequest, pk: UUID) -> HttpResponse:
    """Open the hand of a seat on this device, or close the open one."""
    user = request.user
    if not user.is_authenticated:
        return redirect("game", pk)
    curtain.open_hand(user, pk, request.POST.get("seat", ""))
    hands = curtain.hands_of(user)
    if hands is None:
        raise access.NotYourSeat
    request.session[curtain.IN_SESSION] = dict(hands.opened)
    return redirect("game", pk)
