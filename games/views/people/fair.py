"""Fair play: a game master who also plays asks the other players for consent before using certain powers."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts import clocks
from engine.game import Refusal
from games import access, pages
from games.models import Game, PowerRequest, Reserve
from games.services.clock.deadlines import resume
from games.services.fairplay import asking, guard
from games.services.fighting.battles import UNSETTLED, battle_name
from games.views.frame import frame
from games.wording.numbers import whole
from games.wording.refusal_text import word_refusal

Power = PowerRequest.Power
BATTLE_SEATS = {Power.RELIEVE}
NEEDS_BATTLE = Power.RULE


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def fair(request: HttpRequest, pk: UUID) -> HttpResponse:
    """Show the requests for consent to everybody at the table, and let the user make or answer them."""
    game = access.get_game_for(request.user, pk)
    if not (access.takes_part(request.user, game) or access.lends(request.user, game)):
        raise Http404
    if request.method == "POST":
        try:
            _do(request, game)
        except Refusal as refused:
            messages.error(request, word_refusal(refused, game))
        return redirect("game-fair", pk)
    return render(request, "games/fair.html", _context(request, game))


def _do(request: HttpRequest, game: Game) -> None:
    posted, user, now = request.POST, request.user, clocks.now()
    number = whole(posted.get("request"), 1) or 0
    match posted.get("do"):
        case "ask":
            asking.ask(
                game.pk,
                user,
                power=posted.get("power", ""),
                seat=posted.get("seat", ""),
                terms={"to": posted.get("to", "").strip(), "battle": posted.get("battle", "")},
                why=posted.get("why", ""),
                now=now,
            )
            messages.success(request, _("Request sent. Everybody at the table has been notified."))
        case "agree":
            asking.answer(game.pk, number, user, agree=True, now=now)
            messages.success(request, _("You have agreed."))
        case "decline":
            asking.answer(game.pk, number, user, agree=False, now=now)
            messages.success(request, _("You have declined."))
        case "resume":
            resume(game.pk, user, now=now)
            messages.success(
                request, _("The game resumes; every deadline moves back by the length of the pause.")
            )
        case "withdraw":
            asking.withdraw(game.pk, number, user, now=now)
            messages.success(request, _("Withdrawn."))
        case _:
            messages.error(request, _("There is no such button."))


def _context(request: HttpRequest, game: Game) -> dict[str, Any]:
    at, now, user = pages.scene(request.user, game, bare=True), clocks.now(), request.user
    waits = {one.pk for one in asking.awaiting(user, game)}
    rows = [
        (one, at.by_key.get(one.seat), describe_terms(game, one), one.pk in waits, one.user_id == user.pk)
        for one in asking.requests_of(game)
    ]
    free = guard.free_ground(user, game) is not None if at.is_gm else False
    return {
        **frame(at, "fair"),
        "requests": rows,
        "free": free,
        "may_ask": at.is_gm and not free and not game.is_over,
        "powers": Power.choices,
        "others": [place for place in at.places if place.user is not None and not place.mine],
        "reserves": [
            one.user.get_username() for one in Reserve.objects.filter(game=game).select_related("user")
        ],
        "battles": [
            (link.pk, battle_name(link, game) or str(link.pk))
            for link in game.battle_links.filter(status__in=UNSETTLED).select_related("battle")
        ],
        "absent": [(at.place(key), since) for key, since in absences(game, now).items()],
        "days": guard.ABSENT_DAYS,
        "announced_days": guard.ABSENT_ANNOUNCED_DAYS,
    }


def absences(game: Game, now: Any) -> dict[str, Any]:
    """Return the start of each absent player's absence, by seat."""
    seats = game.seats.select_related("user__profile", "lender__profile")
    return guard.absences(game, seats, now)


def describe_terms(game: Game, request: PowerRequest) -> str:
    """Return the purpose of a request: the battle to rule on, the substitute or the new game master, or "" if
    the request names none.
    """
    if request.power == Power.RULE:
        link = game.battle_links.filter(pk=request.terms.get("battle") or 0).select_related("battle").first()
        return "" if link is None else battle_name(link, game)
    if request.power == Power.LEND and not request.terms.get("to"):
        return _("the bot")
    return str(request.terms.get("to", ""))
