"""The page shown when a shared device changes hands. It names the players who must answer."""

from __future__ import annotations

from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from games import access, pages, services
from games.services import curtain
from games.views.button import require_button
from games.views.frame import frame
from games.wording.narration import fold_lines


def page(request: HttpRequest, at: pages.Scene, notice: pages.Said | None = None) -> HttpResponse:
    """Show the page that separates two players who share a device. It has only public facts and a button for
    each seat on this device, with the seats that owe an answer first. An htmx request is redirected, so
    that the browser keeps nothing of the previous player's view.
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


@require_button
def hand(request: HttpRequest, pk: UUID) -> HttpResponse:
    """Reveal a seat's secrets on this device, or hide those currently shown."""
    user = request.user
    if not user.is_authenticated:
        return redirect("game", pk)
    curtain.open_hand(user, pk, request.POST.get("seat", ""))
    hands = curtain.hands_of(user)
    if hands is None:
        raise access.NotYourSeat
    request.session[curtain.IN_SESSION] = dict(hands.opened)
    return redirect("game", pk)
