"""A game's seats as JSON, and some of its game master's actions."""

from __future__ import annotations

from typing import Any, Final
from uuid import UUID

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.urls import reverse

from accounts import clocks
from accounts.limits import network_of
from accounts.names import name_of
from games import access, limits, pages, services
from games.models import Invitation
from games.page_facts import matches
from games.services import viewers
from games.views.api.authentication import (
    ANY_KEY,
    api_view,
    body_mistakes,
    logged_in,
    need,
    number,
    read_body,
    requested_seat,
)
from games.views.api.cross_origin import SAFE
from games.views.api.mine import SMALL
from games.views.api.play import LEAD, PLAIN, PLAY, READ
from games.views.api.problems import Problem, mistakes
from games.views.chronicle import export_text

LAST: Final = 10**15


@api_view(GET=READ)
def game(request: HttpRequest, pk: UUID) -> JsonResponse:
    """Return the game's settings, its progress and its seats."""
    found = access.get_game_for(request.user, pk)
    at = pages.scene(request.user, found, requested_seat(request, found))
    answer = {
        "game": str(found.pk),
        "name": found.title,
        "system": found.system,
        "rules_version": found.rules_version,
        "scenario": found.scenario_name,
        "options": found.options,
        "status": found.status,
        "paused": found.is_paused,
        "dice": found.dice_mode,
        "public": found.public,
        "seq": found.seq,
        "version": found.version,
        "seat": at.seat,
        "mine": list(at.my_seats),
        "leads": at.is_gm,
        "game_master": name_of(found.gm),
        "seats": [_seat_json(place) for place in at.places],
        "letters_unread": pages.letters_unread(found),
        "match": None if at.game.as_was is not None else _match_json(matches.match_for(request.user, found)),
        "page": settings.SITE_URL + found.get_absolute_url(),
    }
    return JsonResponse(answer, json_dumps_params=PLAIN)


def _seat_json(place: pages.Place) -> dict[str, Any]:
    return {
        "seat": place.key,
        "name": str(place.name),
        "player": name_of(place.user) if place.user else None,
        "program": place.is_bot,
        "free": place.free,
        "mine": place.mine,
        "owes": place.owes,
        "powers": [{"power": power.id, "name": str(power.name)} for power in place.powers],
    }


def _match_json(found: matches.Match | None) -> dict[str, Any] | None:
    """Describe the match that a game belongs to, or return None if it belongs to none."""
    if found is None:
        return None
    return {
        "games": [str(leg.game.pk) for leg in found.legs],
        "second": found.second,
        "over": found.over,
        "abandoned": found.is_abandoned,
        "drawn": found.is_draw,
        "sides": [
            {
                "seat": side.seat,
                "points": list(side.points),
                "total": side.total,
                "won": side.won,
                "wins": side.wins,
            }
            for side in found.sides
        ],
    }


# --- for the game master ------------------------------------------------------------------------------------


@api_view(POST=ANY_KEY)
def pause(request: HttpRequest, pk: UUID) -> JsonResponse:
    """Pause or resume the deadlines. The body is {"paused"}. The game master needs the scope ``lead``. If
    the game master also plays, any player can end a pause after two weeks, with the scope ``play``.
    """
    leads = access.is_gm(logged_in(request), access.get_game_for(request.user, pk))
    need(request, LEAD if leads else PLAY)
    data = read_body(request, SMALL)
    found = body_mistakes(data, {"paused": bool})
    if found:
        return mistakes(found)
    change = services.pause if data["paused"] else services.resume
    done = change(pk, request.user, now=clocks.now())
    return JsonResponse({"game": str(done.pk), "paused": done.is_paused})


@api_view(GET=LEAD, POST=LEAD, DELETE=LEAD)
def invite(request: HttpRequest, pk: UUID) -> JsonResponse:
    """List the valid invitation links, create one for a named seat or for any free seat ({"seat", "uses",
    "days"}), or revoke one.
    """
    found = access.led_by(request.user, pk)
    open_now = found.invitations.filter(uses_left__gt=0, expires_at__gt=clocks.now())
    if request.method in SAFE:
        return JsonResponse({"invitations": [_link_json(one) for one in open_now]})
    if request.method == "DELETE":
        one = open_now.filter(pk=number(request, "invitation", 1, LAST, 0)).first()
        if one is None:
            raise Http404
        answer = _link_json(one)
        services.revoke(one.pk, request.user)
        return JsonResponse(answer)
    data = read_body(request, SMALL)
    wrong = body_mistakes(data, {}, {"seat": str, "uses": int, "days": int})
    if not wrong:
        bounds = {"uses": services.MOST_USES, "days": services.MOST_DAYS}
        wrong = [(f"$.{n}", "not_one_of") for n, most in bounds.items() if not 1 <= data.get(n, 1) <= most]
    if wrong:
        return mistakes(wrong)
    return JsonResponse(_link_json(services.invite(pk, request.user, **data, now=clocks.now())))


def _link_json(one: Invitation) -> dict[str, Any]:
    address = settings.SITE_URL + reverse("join", args=[one.token])
    facts = {"invitation": one.pk, "token": one.token, "page": address, "seat": one.seat}
    return {**facts, "uses": one.uses_left, "expires_at": one.expires_at}


@api_view(GET=READ)
def export(request: HttpRequest, pk: UUID) -> HttpResponse:
    """Send the complete game as a file. While the game is running, only a game master who does not play may
    download it.
    """
    found = access.get_game_for(request.user, pk)
    if not found.is_over:
        need(request, LEAD)
    if not viewers.may_download(request.user, found):
        raise Problem("forbidden")
    part = access.takes_part(request.user, found)
    if not part and not limits.FILES.take(network_of(request)):
        raise Problem("too_often", headers={"Retry-After": str(limits.FILES.seconds)})
    return HttpResponse(export_text(found, request.user), content_type="application/json")
