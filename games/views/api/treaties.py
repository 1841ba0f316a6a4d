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
from games.views.api.asking import counting_messages, number, programs, seat_asked
from games.views.api.deeds import NUMBER, Deed, bodies, requested_deed
from games.views.api.play import PLAIN, PLAY, READ, choice_json
from games.views.api.problems import Mistaken, Problem, refusal_response
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
from games.views.people.treaties import Row, TreatyView, shown_of

PAGE: Final = 50
MARKS: Final = ("kept", "broken", "open")


def _propose(user: Any, game: Game, now: datetime, promises: list[Any], **fields: Any) -> int:
    wrong = [
        (f"$.promises[{n}]", "wrong_type")
        for n, one in enumerate(promises)
        if not isinstance(one, dict) or type(one.get("by")) is not str or type(one.get("kind")) is not str
    ]
    if wrong:
        raise Mistaken(wrong)
    wanted = [
        service.ProposedPromise(one["by"], {name: value for name, value in one.items() if name != "by"})
        for one in promises
    ]
    with counting_messages(user):
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
DEEDS: Final[Mapping[str, Deed]] = {
    "propose": Deed(
        _propose,
        {
            "seat": TEXT,
            "to": TEXT,
            "promises": {
                **many(
                    {**obj({"by": TEXT, "kind": TEXT}), "description": "and the fields of what is offered"}
                ),
                "maxItems": service.MOST,
            },
            "key": KEY,
        },
        {"public": FLAG},
    ),
    "accept": Deed(partial(_answer, service.accept), _TREATY),
    "decline": Deed(partial(_answer, service.decline), _TREATY),
    "withdraw": Deed(_withdraw, _TREATY),
    "reveal": Deed(partial(_answer, service.reveal), _TREATY),
    **{status: Deed(partial(_mark, status), _PROMISE) for status in MARKS},
    "dispute": Deed(partial(_dispute, True), _PROMISE),
    "agree": Deed(partial(_dispute, False), _PROMISE),
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
        "settled_by": {**TEXT, "description": "whose word it is; empty where the log tells"},
        "settled_turn": maybe(WHOLE),
        "disputed": FLAG,
        "by_log": {**FLAG, "description": "the log tells, not the two"},
        "may": many(TEXT),
    }
)
TREATY: Final = obj(
    {
        "treaty": WHOLE,
        "seat": TEXT,
        "to": TEXT,
        "status": {"enum": list(Treaty.Status.values)},
        "cause": {**TEXT, "description": "why one is void"},
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
        "The treaties that you may read, the newest first; what may be promised, with “seat” and “to”",
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
            query("to", TEXT, "the seat with which to make one"),
            query("page", {"type": "integer", "minimum": 1, "maximum": 10_000}, "50 treaties each"),
        ),
    ),
    post=Operation("Propose, answer, mark as kept or broken", TREATY, takes=bodies(DEEDS)),
)
@programs(GET=READ, POST=PLAY)
def treaties(request: HttpRequest, pk: UUID) -> JsonResponse:
    """List treaties; propose or answer one, or mark a promise."""
    game = access.get_game_for(request.user, pk)
    if game.seq < 0:
        raise Http404
    if request.method == "POST":
        return _do_deed(request, game)
    page = number(request, "page", 1, 10_000, 1)
    at = pages.scene(request.user, game, seat_asked(request, game), bare=True)
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
        "treaties": [_treaty(shown_of(at, one)) for one in found[:PAGE]],
        "more": len(found) > PAGE,
        "offers": offers,
    }
    return JsonResponse(answer, json_dumps_params=PLAIN)


def _do_deed(request: HttpRequest, game: Game) -> JsonResponse:
    if not access.seats_of(request.user, game):
        raise Problem("forbidden")
    _do, deed, fields = requested_deed(request, DEEDS)
    try:
        number_of = deed.run(request.user, game, clocks.now(), **fields)
    except Refusal as reason:
        return refusal_response(game, reason, "$")
    fresh = access.get_game_for(request.user, game.pk)
    at = pages.scene(request.user, fresh, bare=True)
    one = service.treaties_for(request.user, fresh).get(pk=number_of)
    return JsonResponse(_treaty(shown_of(at, one)), json_dumps_params=PLAIN)


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
