"""Permissions to observe a game and the links that grant them, as JSON."""

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
from features.observers import services as service
from games import access
from games.models import Game, Observer
from games.services.people import observers as core
from games.views.api.actions import NOTHING, NUMBER, ApiAction, bodies, requested_action, require_empty_body
from games.views.api.authentication import api_view, limit_guesses, logged_in, may, need
from games.views.api.play import LEAD, PLAIN, PLAY, READ
from games.views.api.problems import refusal_response
from games.views.api.shapes import ID, TEXT, TIME, WHOLE, Operation, describe_view, many, maybe, obj

OBSERVER: Final = obj(
    {
        "observer": WHOLE,
        "seat": {**TEXT, "description": "the seat observed; empty for any"},
        "name": {**maybe(TEXT), "description": "null until somebody accepts the link"},
        "by": TEXT,
        "delay": WHOLE,
        "since": maybe(TIME),
        "page": {**TEXT, "description": "the unused link, shown only to its giver"},
    }
)


def _give(user: Any, game: Game, now: datetime, *, seat: str, name: str = "", delay: int = 0) -> Observer:
    return service.invite(game.pk, user, seat=seat, name=name.strip(), delay=delay, now=now)


def _end(user: Any, game: Game, now: datetime, *, observer: int) -> Observer:
    core.end_permission(game.pk, user, observer, now)
    return Observer.objects.select_related("user", "leave_of").get(pk=observer)


ACTIONS: Final[Mapping[str, ApiAction]] = {
    "give": ApiAction(
        _give,
        {"seat": TEXT},
        {"name": TEXT, "delay": {**WHOLE, "minimum": 0, "maximum": service.MOST_DELAY}},
    ),
    "end": ApiAction(_end, {"observer": NUMBER}),
}


@describe_view(
    get=Operation(
        "List the observers that you may manage",
        obj({"game": ID, "may_give": many(TEXT), "observers": many(OBSERVER)}),
        login=True,
    ),
    post=Operation("Permit someone to observe, or end a permission", OBSERVER, takes=bodies(ACTIONS)),
)
@api_view(GET=READ, POST=PLAY)
def observers(request: HttpRequest, pk: UUID) -> JsonResponse:
    """Show and change the permissions to observe that the caller has given. A game master sees every
    permission; with an API key this needs the scope ``lead``.
    """
    user, game = logged_in(request), access.get_game_for(request.user, pk)
    if not access.takes_part(user, game):
        raise Http404
    own = (*access.own_seats(user, game), *access.seats_of(user, game))
    if request.method == "POST":
        _do, action, fields = requested_action(request, ACTIONS)
        row = Observer.objects.filter(game=game, pk=fields.get("observer", 0)).first()
        theirs = fields.get("seat") in own if row is None else user.pk == row.leave_of_id or row.seat in own
        if access.is_gm(user, game) and not theirs:
            need(request, LEAD)
        try:
            done = action.run(user, game, clocks.now(), **fields)
        except Refusal as reason:
            return refusal_response(game, reason, "$")
        return JsonResponse(_observer(user, done), json_dumps_params=PLAIN)
    leads = access.is_gm(user, game) and may(request, LEAD)
    rows = [
        row for row in core.open_permissions(game) if leads or row.leave_of_id == user.pk or row.seat in own
    ]
    answer = {
        "game": str(game.pk),
        "may_give": [seat for seat in service.may_give(user, game) if seat or leads],
        "observers": [_observer(user, row) for row in rows],
    }
    return JsonResponse(answer, json_dumps_params=PLAIN)


def _observer(user: Any, row: Observer) -> dict[str, Any]:
    free = row.user_id is None and row.ended_at is None and row.leave_of_id == user.pk
    return {
        "observer": row.pk,
        "seat": row.seat,
        "name": None if row.user is None else name_of(row.user),
        "by": name_of(row.leave_of),
        "delay": row.delay,
        "since": row.accepted_at,
        "page": settings.SITE_URL + reverse("observe-link", args=[row.token]) if free else "",
    }


@describe_view(
    get=Operation(
        "Show what an observer link offers",
        obj({"game": ID, "name": TEXT, "seat": TEXT, "delay": WHOLE, "by": TEXT, "page": TEXT}),
    ),
    post=Operation(
        "Accept an observer link; the link works once",
        obj({"game": ID, "seat": TEXT, "delay": WHOLE}),
        takes=NOTHING,
    ),
)
@api_view(GET=READ, POST=PLAY)
def link(request: HttpRequest, token: str) -> JsonResponse:
    """Show what an observer's link offers, or accept it."""
    now = clocks.now()
    with limit_guesses(request):
        if request.method == "POST":
            require_empty_body(request)
        row = service.open_link(token, now)
        if request.method == "POST":
            row = service.accept(token, logged_in(request), now)
            told = {"game": str(row.game_id), "seat": row.seat, "delay": row.delay}
            return JsonResponse(told, json_dumps_params=PLAIN)
    answer = {
        "game": str(row.game_id),
        "name": row.game.title,
        "seat": row.seat,
        "delay": row.delay,
        "by": name_of(row.leave_of),
        "page": settings.SITE_URL + reverse("observe-link", args=[token]),
    }
    return JsonResponse(answer, json_dumps_params=PLAIN)
