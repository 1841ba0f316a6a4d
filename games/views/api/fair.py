"""The JSON API for fair play: a game master who also plays asks the other players for consent to use a power,
and they answer.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any, Final
from uuid import UUID

from django.http import Http404, HttpRequest, JsonResponse

from accounts import clocks
from accounts.names import name_of
from engine.game import Refusal
from games import access
from games.models import Game, PowerRequest
from games.services.fairplay import asking, guard
from games.views.api.actions import NUMBER, ApiAction, bodies, one_of, requested_action
from games.views.api.authentication import api_view, logged_in
from games.views.api.play import LEAD, PLAIN, PLAY, READ
from games.views.api.problems import refusal_response
from games.views.api.shapes import FLAG, ID, TEXT, TIME, WHOLE, Operation, describe_view, many, obj
from games.views.people.fair import absences

Power = PowerRequest.Power


def _ask(
    user: Any,
    game: Game,
    now: datetime,
    *,
    power: str,
    why: str,
    seat: str = "",
    to: str = "",
    battle: int | None = None,
) -> PowerRequest:
    terms = {"to": to, "battle": "" if battle is None else str(battle)}
    return asking.ask(game.pk, user, power=power, seat=seat, terms=terms, why=why, now=now)


def _answer(user: Any, game: Game, now: datetime, *, request: int, agree: bool) -> PowerRequest:
    return asking.answer(game.pk, request, user, agree=agree, now=now)


def _withdraw(user: Any, game: Game, now: datetime, *, request: int) -> PowerRequest:
    return asking.withdraw(game.pk, request, user, now=now)


ACTIONS: Final[Mapping[str, ApiAction]] = {
    "ask": ApiAction(
        _ask,
        {"power": one_of(*Power.values), "why": TEXT},
        {"seat": TEXT, "to": TEXT, "battle": NUMBER},
        scope=LEAD,
    ),
    "answer": ApiAction(_answer, {"request": NUMBER, "agree": FLAG}),
    "withdraw": ApiAction(_withdraw, {"request": NUMBER}, scope=LEAD),
}
REQUEST: Final = obj(
    {
        "request": WHOLE,
        "power": one_of(*Power.values),
        "seat": {**TEXT, "description": "empty for the whole table"},
        "to": TEXT,
        "battle": TEXT,
        "why": TEXT,
        "by": TEXT,
        "status": one_of(*PowerRequest.Status.values),
        "asked": {**FLAG, "description": "your decision is needed"},
        "at": TIME,
    }
)


@describe_view(
    get=Operation(
        "List the consent requests of a game master who plays, and the absent players",
        obj(
            {
                "game": ID,
                "free": {**FLAG, "description": "you are the game master and need nobody's consent"},
                "absent": many(obj({"seat": TEXT, "since": TIME})),
                "requests": many(REQUEST),
            }
        ),
        login=True,
    ),
    post=Operation(
        "Request consent, give or refuse it, or withdraw a request", REQUEST, takes=bodies(ACTIONS)
    ),
)
@api_view(GET=READ, POST=PLAY)
def fair(request: HttpRequest, pk: UUID) -> JsonResponse:
    """Show, make or answer requests for consent. Only the game's players, people who have lent a seat, and
    its game master can use this URL.
    """
    user, game = logged_in(request), access.get_game_for(request.user, pk)
    if not (access.takes_part(user, game) or access.lends(user, game)):
        raise Http404
    if request.method == "POST":
        _do, action, fields = requested_action(request, ACTIONS)
        try:
            row = action.run(user, game, clocks.now(), **fields)
        except Refusal as reason:
            return refusal_response(game, reason, "$")
        return JsonResponse(_request_json(user, game, row), json_dumps_params=PLAIN)
    answer = {
        "game": str(pk),
        "free": guard.free_ground(user, game) is not None,
        "absent": [{"seat": k, "since": since} for k, since in absences(game, clocks.now()).items()],
        "requests": [_request_json(user, game, one) for one in asking.requests_of(game)],
    }
    return JsonResponse(answer, json_dumps_params=PLAIN)


def _request_json(user: Any, game: Game, row: PowerRequest) -> dict[str, Any]:
    return {
        "request": row.pk,
        "power": row.power,
        "seat": row.seat,
        "to": str(row.terms.get("to", "")),
        "battle": str(row.terms.get("battle", "")),
        "why": row.why,
        "by": name_of(row.user),
        "status": row.status,
        "asked": any(one.pk == row.pk for one in asking.awaiting(user, game)),
        "at": row.created_at,
    }
