"""Guest commanders as JSON: who commands for whom in a battle; links created, used, revoked."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any, Final
from uuid import UUID

from django.conf import settings
from django.http import Http404, HttpRequest, JsonResponse
from django.urls import reverse

from accounts import clocks
from accounts.names import name_of
from engine.game import Refusal
from games import access, plugins
from games.models import Command, Game
from games.services.people import guest_commanders as service
from games.views.api.asking import against_guessing, logged_in, need, programs
from games.views.api.deeds import NOTHING, Deed, asked_plainly, bodies, requested_deed
from games.views.api.play import LEAD, PLAIN, PLAY, READ
from games.views.api.problems import refusal_response
from games.views.api.shapes import FLAG, ID, TEXT, TIME, Operation, describe_view, many, maybe, obj


def _link(user: Any, game: Game, now: datetime, seat: str) -> str:
    return _page(service.make_link(game.pk, user, seat, now))


def _relieve(user: Any, game: Game, now: datetime, seat: str) -> str:
    service.relieve(game.pk, user, seat, now)
    return ""


_SEAT = {"seat": TEXT}
DEEDS: Final[Mapping[str, Deed]] = {"link": Deed(_link, _SEAT), "relieve": Deed(_relieve, _SEAT)}


@describe_view(
    get=Operation(
        "Who commands for whom in a battle, and for which seats you may let somebody command",
        obj(
            {
                "game": ID,
                "commandable": FLAG,
                "commanded": many(
                    obj(
                        {
                            "seat": TEXT,
                            "who": TEXT,
                            "for": TEXT,
                            "since": TIME,
                            "seen_at": maybe(TIME),
                            "mine": FLAG,
                        }
                    )
                ),
                "may": many(obj({"seat": TEXT, "page": TEXT, "expires_at": maybe(TIME)})),
            }
        ),
        login=True,
    ),
    post=Operation(
        "Make a link to command a seat; or take the command, or the link, back",
        obj({"game": ID, "seat": TEXT, "page": {**TEXT, "description": "of the link; empty"}}),
        takes=bodies(DEEDS),
    ),
)
@programs(GET=READ, POST=PLAY)
def command(request: HttpRequest, pk: UUID) -> JsonResponse:
    """Show and change the guest commanders of a battle. Open to its players, lenders and game masters."""
    user, game = logged_in(request), access.get_game_for(request.user, pk)
    own, lends = access.seats_of(user, game), access.lends(user, game)
    if not plugins.is_battle(game.system) or game.tryout:
        raise Http404
    if not (access.takes_part(user, game) or lends):
        raise Http404
    now = clocks.now()
    if request.method == "POST":
        _do, deed, fields = requested_deed(request, DEEDS)
        lender = any(one.lender_id == user.pk for one in game.seats.all() if one.key == fields["seat"])
        if access.is_gm(user, game) and fields["seat"] not in own and not lender:
            need(request, LEAD)
        try:
            page = deed.run(user, game, now, **fields)
        except Refusal as reason:
            return refusal_response(game, reason, "$")
        return JsonResponse({"game": str(pk), "seat": fields["seat"], "page": page})
    seen = {seat.key: seat.seen_at for seat in game.seats.all()}
    links = service.links_of(game, now)
    answer = {
        "game": str(pk),
        "commandable": service.commandable(game),
        "commanded": [
            {
                "seat": seat,
                "who": name_of(row.user),
                "for": name_of(row.for_user),
                "since": row.taken_at,
                "seen_at": seen.get(seat),
                "mine": row.user_id == user.pk,
            }
            for seat, row in service.standing(game).items()
        ],
        "may": [_may(user, seat, links.get(seat)) for seat in service.may_let(user, game)],
    }
    return JsonResponse(answer, json_dumps_params=PLAIN)


def _may(user: Any, seat: str, row: Command | None) -> dict[str, Any]:
    """The link to a seat's command, which only the person who created it sees."""
    page = _page(row) if row is not None and row.giver_id == user.pk else ""
    return {"seat": seat, "page": page, "expires_at": None if row is None else row.expires_at}


def _page(row: Command) -> str:
    return settings.SITE_URL + reverse("command-link", args=[row.token])


@describe_view(
    get=Operation(
        "What a link to command offers",
        obj({"game": ID, "name": TEXT, "system": TEXT, "seat": TEXT, "for": TEXT, "expires_at": TIME}),
    ),
    post=Operation("Take the command; the link is used up", obj({"game": ID, "seat": TEXT}), takes=NOTHING),
)
@programs(GET=READ, POST=PLAY)
def link(request: HttpRequest, token: str) -> JsonResponse:
    """Show what a guest commander's link offers, or use it."""
    now = clocks.now()
    with against_guessing(request):
        if request.method == "POST":
            asked_plainly(request)
        row = service.open_link(token, now)
        if request.method == "POST":
            row = service.accept(token, logged_in(request), now)
            return JsonResponse({"game": str(row.game_id), "seat": row.seat})
    answer = {
        "game": str(row.game_id),
        "name": row.game.title,
        "system": row.game.system,
        "seat": row.seat,
        "for": name_of(row.for_user),
        "expires_at": row.expires_at,
    }
    return JsonResponse(answer, json_dumps_params=PLAIN)
