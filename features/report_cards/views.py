"""The card of a game, as a picture and on a page with links to share it."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.cache import get_conditional_response
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control, never_cache
from django.views.decorators.http import require_http_methods, require_safe

from accounts import clocks
from accounts.limits import network_of, too_often
from engine.game import Refusal
from features.report_cards import contents, drawing, limits, picture
from features.report_cards.sharing import share_context
from games import access, pages, services
from games.models import BattleLink, Game
from games.services.people import naming
from games.views.frame import frame
from games.wording.refusal_text import word_refusal


@cache_control(private=True, no_cache=True)
@require_safe
def svg(request: HttpRequest, pk: UUID, link: int | None = None) -> HttpResponse:
    """Send the card as a standalone SVG."""
    card = _card(request, pk, link)
    known = get_conditional_response(request, etag=f'"{card.mark}"')
    if known is not None:
        return known
    return _picture(card.svg().encode(), card, "svg", "image/svg+xml")


@cache_control(private=True, no_cache=True)
@require_safe
def png(request: HttpRequest, pk: UUID, link: int | None = None) -> HttpResponse:
    """Send the card as a PNG, or redirect to the SVG if the server cannot draw PNGs."""
    card = _card(request, pk, link)
    known = get_conditional_response(request, etag=f'"{card.mark}"')
    if known is not None:
        return known
    if picture.painter() is None:
        return redirect(f"{request.path.removesuffix('png')}svg?{request.GET.urlencode()}")
    if card.kept_png() is None:
        place = network_of(request)
        if not limits.CARDS.take(place):
            return HttpResponse(too_often(limits.CARDS).message, "text/plain; charset=utf-8", 429)
    try:
        return _picture(card.png(), card, "png", "image/png")
    except picture.Busy:
        return HttpResponse(
            _("Too many pictures are being drawn. Try again in a moment."),
            "text/plain; charset=utf-8",
            503,
            headers={"Retry-After": "5"},
        )


def _picture(drawn: bytes, card: picture.Card, kind: str, of: str) -> HttpResponse:
    name = f"vexillum-{card.game.pk}-{card.shape.name}.{kind}"
    headers = {"ETag": f'"{card.mark}"', "Content-Disposition": f'inline; filename="{name}"'}
    return HttpResponse(drawn, content_type=of, headers=headers)


def _card(request: HttpRequest, pk: UUID, number: int | None) -> picture.Card:
    """Return the card of a game that has begun and that the user may see. Raises Http404 for any other game.
    For a game of a duplicate, it also raises Http404 while the card could give something away to players at
    another table.
    """
    game = access.get_game_for(request.user, pk)
    if game.seq < 0 or game.sealed:
        raise Http404
    link = None if number is None else _link(request, game, number)
    if link is not None and link.battle is not None and access.can_see(request.user, link.battle):
        game, link = link.battle, None
    shape = drawing.SHAPES.get(request.GET.get("shape", ""), drawing.WIDE)
    return picture.Card(game, shape, picture.card_language(request.GET.get("lang", "")), link)


def _link(request: HttpRequest, game: Game, number: int) -> BattleLink:
    found = services.link_for(request.user, number)
    if found.campaign_id != game.pk or found.status == BattleLink.Status.VOID:
        raise Http404
    return found


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def page(request: HttpRequest, pk: UUID) -> HttpResponse:
    """Show the card with a description of its contents and with links to share it. A POST gives the battle a
    name.
    """
    game = access.get_game_for(request.user, pk)
    if game.seq < 0 or game.sealed:
        return redirect("game", pk)
    refusal = ""
    if request.method == "POST":
        name, place = request.POST.get("name", ""), request.POST.get("place", "")
        try:
            naming.name_battle(pk, request.user, name, place, now=clocks.now())
            return redirect("game-card", pk)
        except Refusal as refused:
            refusal = word_refusal(refused)
    at = pages.scene(request.user, game, bare=True)
    context = {**frame(at, "card"), **_card_context(request, game), "refusal": refusal, "sent": request.POST}
    return render(request, "features/report_cards/card.html", context, status=422 if refusal else 200)


def _card_context(request: HttpRequest, game: Game) -> dict[str, Any]:
    told = contents.card_of(game)
    battle = told if contents.is_battle(game) else None
    return {
        "told": told,
        "battle": battle,
        **share_context(request, game),
        "may_name": naming.may_name(request.user, game),
        "named": game.namings.select_related("user").last() if battle else None,
        "LONGEST_NAME": naming.LONGEST_NAME,
        "LONGEST_PLACE": naming.LONGEST_PLACE,
    }
