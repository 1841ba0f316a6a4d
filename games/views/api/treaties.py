"""Treaties between players as JSON."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from functools import partial
from typing import Any, Final
from uuid import UUID

from django.http import Http404, HttpRequest, JsonResponse

from accounts import clocks
from engine.game import Refusal
from games import access, pages
from games.models import Game, Promise, Treaty
from games.services.people import treaties as service
from games.views.api.actions import NUMBER, ApiAction, bodies, requested_action
from games.views.api.authentication import api_view, limit_messages, number, requested_seat
from games.views.api.play import PLAIN, PLAY, READ, choice_json
from games.views.api.problems import InvalidRequest, Problem, refusal_response
from games.views.api.shapes import (
    FLAG,
    FREE,
    ID,
    KEY,
    SEAT,
    TEXT,
    TIME,
    WHOLE,
    Operation,
    describe_view,
    many,
    maybe,
    obj,
    query,
    ref,
)
from games.views.people.treaties import Row, TreatyView, treaty_view

PAGE: Final = 50
MARKS: Final = ("kept", "broken", "open")


def _propose(user: Any, game: Game, now: datetime, promises: list[Any], **fields: Any) -> int:
    wrong = [
        (f"$.promises[{n}]", "wrong_type")
        for n, one in enumerate(promises)
        if not isinstance(one, dict) or type(one.get("by")) is not str or type(one.get("kind")) is not str
    ]
    if wrong:
        raise InvalidRequest(wrong)
    wanted = [
        service.ProposedPromise(one["by"], {name: value for name, value in one.items() if name != "by"})
        for one in promises
    ]
    with limit_messages(user):
        made = service.propose(game.pk, user, wanted=wanted, now=now, **{"public": False, **fields})
    return made.pk


def _answer(do: Any, user: Any, game: Game, now: datetime, treaty: int) -> int:
    do(game.pk, user, treaty, now)
    return treaty


def _withdraw(user: Any, game: Game, now: datetime, treaty: int) -> int:
    service.withdraw(game.pk, user, treaty)
    return treaty


def _mark(status: str, user: Any, game: Game, now: datetime, promise: int) -> int:
    service.mark(game.pk, user, promise, status, now)
    return _treaty_of(game, promise)


def _dispute(on: bool, user: Any, game: Game, now: datetime, promise: int) -> int:
    service.dispute(game.pk, user, promise, on, now)
    return _treaty_of(game, promise)


def _treaty_of(game: Game, promise: int) -> int:
    return Promise.objects.get(pk=promise, treaty__game=game).treaty_id


_TREATY, _PROMISE = {"treaty": NUMBER}, {"promise": NUMBER}
ACTIONS: Final[Mapping[str, ApiAction]] = {
    "propose": ApiAction(
        _propose,
        {
            "seat": TEXT,
            "to": TEXT,
            "promises": {
                **many({**obj({"by": TEXT, "kind": TEXT}), "description": "and the fields of the promise"}),
                "maxItems": service.MOST,
            },
            "key": KEY,
        },
        {"public": FLAG},
    ),
    "accept": ApiAction(partial(_answer, service.accept), _TREATY),
    "decline": ApiAction(partial(_answer, service.decline), _TREATY),
    "withdraw": ApiAction(_withdraw, _TREATY),
    "reveal": ApiAction(partial(_answer, service.reveal), _TREATY),
    **{status: ApiAction(partial(_mark, status), _PROMISE) for status in MARKS},
    "dispute": ApiAction(partial(_dispute, True), _PROMISE),
    "agree": ApiAction(partial(_dispute, False), _PROMISE),
}

PROMISE: Final = obj(
    {
        "promise": WHOLE,
        "by": TEXT,
        "to": TEXT,
        "kind": TEXT,
        "terms": FREE,
        "text": TEXT,
        "status": {"enum": list(Promise.Status.values)},
        "settled_by": {**TEXT, "description": "the seat that marked it; empty if the log decides"},
        "settled_turn": maybe(WHOLE),
        "disputed": FLAG,
        "by_log": {**FLAG, "description": "whether the log decides instead of the two players"},
        "may": many(TEXT),
    }
)
TREATY: Final = obj(
    {
        "treaty": WHOLE,
        "seat": TEXT,
        "to": TEXT,
        "status": {"enum": list(Treaty.Status.values)},
        "cause": {**TEXT, "description": "why the treaty is void"},
        "public": FLAG,
        "revealed_by": TEXT,
        "made_turn": maybe(WHOLE),
        "created_at": TIME,
        "promises": many(PROMISE),
        "may": many(TEXT),
    }
)


@describe_view(
    get=Operation(
        "List the treaties that you may read, newest first; with “seat” and “to” also the possible promises",
        obj(
            {
                "game": ID,
                "seat": maybe(TEXT),
                "partners": many(TEXT),
                "treaties": many(TREATY),
                "more": FLAG,
                "offers": maybe(obj({"give": many(ref("Choice")), "ask": many(ref("Choice"))})),
            }
        ),
        asked=(
            SEAT,
            query("to", TEXT, "the other seat of a new treaty"),
            query(
                "page",
                {"type": "integer", "minimum": 1, "maximum": 10_000},
                "page number, 50 treaties a page",
            ),
        ),
    ),
    post=Operation(
        "Propose or answer a treaty, or mark a promise as kept or broken", TREATY, takes=bodies(ACTIONS)
    ),
)
@api_view(GET=READ, POST=PLAY)
def treaties(request: HttpRequest, pk: UUID) -> JsonResponse:
    """List one page of the treaties, propose or answer a treaty, or mark its promises."""
    game = access.get_game_for(request.user, pk)
    if game.seq < 0:
        raise Http404
    if request.method == "POST":
        return _do_action(request, game)
    page = number(request, "page", 1, 10_000, 1)
    at = pages.scene(request.user, game, requested_seat(request, game), bare=True)
    found = list(service.treaties_for(request.user, game)[(page - 1) * PAGE : page * PAGE + 1])
    mine = at.seat if at.seat in at.my_seats else None
    partners = service.partners(game, mine) if mine and game.running else []
    to, rules, state = request.GET.get("to", ""), at.table.rules, at.table.state
    offers = None
    if mine and to in partners:
        sides = {"give": (mine, to), "ask": (to, mine)}
        offers = {
            side: [choice_json(one) for one in rules.promises(state, *pair)] for side, pair in sides.items()
        }
    answer = {
        "game": str(game.pk),
        "seat": at.seat,
        "partners": partners,
        "treaties": [_treaty(treaty_view(at, one)) for one in found[:PAGE]],
        "more": len(found) > PAGE,
        "offers": offers,
    }
    return JsonResponse(answer, json_dumps_params=PLAIN)


def _do_action(request: HttpRequest, game: Game) -> JsonResponse:
    if not access.seats_of(request.user, game):
        raise Problem("forbidden")
    _do, action, fields = requested_action(request, ACTIONS)
    try:
        number_of = action.run(request.user, game, clocks.now(), **fields)
    except Refusal as reason:
        return refusal_response(game, reason, "$")
    fresh = access.get_game_for(request.user, game.pk)
    at = pages.scene(request.user, fresh, bare=True)
    one = service.treaties_for(request.user, fresh).get(pk=number_of)
    return JsonResponse(_treaty(treaty_view(at, one)), json_dumps_params=PLAIN)


def _treaty(shown: TreatyView) -> dict[str, Any]:
    one = shown.treaty
    may = {
        "accept": shown.may_answer,
        "decline": shown.may_answer,
        "withdraw": shown.may_withdraw,
        "reveal": shown.may_reveal,
    }
    return {
        "treaty": one.pk,
        "seat": one.seat,
        "to": one.to,
        "status": one.status,
        "cause": one.cause,
        "public": one.public,
        "revealed_by": one.revealed_by,
        "made_turn": one.made_turn,
        "created_at": one.created_at,
        "promises": [_promise(row) for row in shown.rows],
        "may": [do for do, allowed in may.items() if allowed],
    }


def _promise(row: Row) -> dict[str, Any]:
    one = row.promise
    may = {
        "kept": row.may_mark,
        "broken": row.may_mark,
        "open": row.may_undo,
        "dispute": row.may_dispute and not one.disputed,
        "agree": row.may_dispute and one.disputed,
    }
    return {
        "promise": one.pk,
        "by": one.by,
        "to": one.to,
        "kind": one.kind,
        "terms": one.terms,
        "text": row.text,
        "status": one.status,
        "settled_by": one.settled_by,
        "settled_turn": one.settled_turn,
        "disputed": one.disputed,
        "by_log": row.by_log,
        "may": [do for do, allowed in may.items() if allowed],
    }
