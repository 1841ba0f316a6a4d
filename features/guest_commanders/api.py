"""Guest commanders as JSON: who commands which seat in a battle, and the links by which players
appoint them.
"""

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
from features.guest_commanders import services
from games import access, plugins
from games.models import Command, Game
from games.services.people.commands import commanders_by_seat
from games.views.api.actions import NOTHING, ApiAction, bodies, requested_action, require_empty_body
from games.views.api.authentication import api_view, limit_guesses, logged_in, need
from games.views.api.play import LEAD, PLAIN, PLAY, READ
from games.views.api.problems import refusal_response
from games.views.api.shapes import FLAG, ID, TEXT, TIME, Operation, describe_view, many, maybe, obj


def _link(user: Any, game: Game, now: datetime, seat: str) -> str:
    return _page(services.make_link(game.pk, user, seat, now))


def _relieve(user: Any, game: Game, now: datetime, seat: str) -> str:
    services.relieve(game.pk, user, seat, now)
    return ""


_SEAT = {"seat": TEXT}
ACTIONS: Final[Mapping[str, ApiAction]] = {
    "link": ApiAction(_link, _SEAT),
    "relieve": ApiAction(_relieve, _SEAT),
}


@describe_view(
    get=Operation(
        "List the guest commanders of a battle, and the seats for which you may appoint one",
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
        "Create a link to command a seat, or revoke the link or the command",
        obj(
            {
                "game": ID,
                "seat": TEXT,
                "page": {**TEXT, "description": "URL of the new link; empty after a revocation"},
            }
        ),
        takes=bodies(ACTIONS),
    ),
)
@api_view(GET=READ, POST=PLAY)
def command(request: HttpRequest, pk: UUID) -> JsonResponse:
    """Show, appoint or dismiss a battle's guest commanders. Only the battle's players, people who have lent
    a seat in it, and its game master can use this URL.
    """
    user, game = logged_in(request), access.get_game_for(request.user, pk)
    own, lends = access.seats_of(user, game), access.lends(user, game)
    if not plugins.is_battle(game.system) or game.tryout:
        raise Http404
    if not (access.takes_part(user, game) or lends):
        raise Http404
    now = clocks.now()
    if request.method == "POST":
        _do, action, fields = requested_action(request, ACTIONS)
        lender = any(one.lender_id == user.pk for one in game.seats.all() if one.key == fields["seat"])
        if access.is_gm(user, game) and fields["seat"] not in own and not lender:
            need(request, LEAD)
        try:
            page = action.run(user, game, now, **fields)
        except Refusal as reason:
            return refusal_response(game, reason, "$")
        return JsonResponse({"game": str(pk), "seat": fields["seat"], "page": page})
    seen = {seat.key: seat.seen_at for seat in game.seats.all()}
    links = services.links_of(game, now)
    answer = {
        "game": str(pk),
        "commandable": services.commandable(game),
        "commanded": [
            {
                "seat": seat,
                "who": name_of(row.user),
                "for": name_of(row.for_user),
                "since": row.taken_at,
                "seen_at": seen.get(seat),
                "mine": row.user_id == user.pk,
            }
            for seat, row in commanders_by_seat(game).items()
        ],
        "may": [_link_json(user, seat, links.get(seat)) for seat in services.may_let(user, game)],
    }
    return JsonResponse(answer, json_dumps_params=PLAIN)


def _link_json(user: Any, seat: str, row: Command | None) -> dict[str, Any]:
    """Describe a seat for which the caller may appoint a commander. Only the person who created the link
    sees it.
    """
    page = _page(row) if row is not None and row.giver_id == user.pk else ""
    return {"seat": seat, "page": page, "expires_at": None if row is None else row.expires_at}


def _page(row: Command) -> str:
    return settings.SITE_URL + reverse("command-link", args=[row.token])


@describe_view(
    get=Operation(
        "Show what a command link offers",
        obj({"game": ID, "name": TEXT, "system": TEXT, "seat": TEXT, "for": TEXT, "expires_at": TIME}),
    ),
    post=Operation("Accept the command; the link works once", obj({"game": ID, "seat": TEXT}), takes=NOTHING),
)
@api_view(GET=READ, POST=PLAY)
def link(request: HttpRequest, token: str) -> JsonResponse:
    """Show what a guest commander's link offers, or take the command."""
    now = clocks.now()
    with limit_guesses(request):
        if request.method == "POST":
            require_empty_body(request)
        row = services.open_link(token, now)
        if request.method == "POST":
            row = services.accept(token, logged_in(request), now)
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
