"""The JSON API for rewinds: undo recent moves, rewind without consent, or ask the others to consent."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from functools import partial
from typing import Any, Final
from uuid import UUID

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, JsonResponse

from accounts import clocks
from accounts.names import name_of
from engine.game import Refusal
from games import access, services
from games.models import Game
from games.page_facts.discarding import Discards, RewindLosses
from games.services.going_back import consent
from games.services.going_back.requests import LONGEST, game_with_request
from games.services.going_back.rewinding import can_be_rewound
from games.views.api.actions import NUMBER, ApiAction, bodies, requested_action
from games.views.api.authentication import ANY_KEY, api_view, logged_in, need
from games.views.api.play import LEAD, PLAIN, PLAY, READ
from games.views.api.problems import refusal_response
from games.views.api.shapes import (
    FLAG,
    ID,
    KEY,
    SEQ,
    TEXT,
    TIME,
    WHOLE,
    Operation,
    describe_view,
    many,
    maybe,
    obj,
)
from games.views.rewinds import MOMENTS

Done = dict[str, Any]


def _take_back(user: Any, game: Game, now: datetime, seq: int, key: str, steps: int = 1) -> Done:
    done = services.undo_moves(game.pk, user, steps=steps, drawn_seq=seq, key=key, now=now)
    return {"repeated": done.repeated}


def _undo_to(user: Any, game: Game, now: datetime, to: int, seq: int, key: str, why: str = "") -> Done:
    done = services.rewind(game.pk, user, to_seq=to, drawn_seq=seq, key=key, why=why[:LONGEST], now=now)
    return {"repeated": done.repeated}


def _ask(user: Any, game: Game, now: datetime, to: int, seq: int, why: str = "") -> Done:
    return {"request": services.ask_back(game.pk, user, to_seq=to, drawn_seq=seq, why=why, now=now).pk}


def _answer(agree: bool, user: Any, game: Game, now: datetime, request: int, why: str = "") -> Done:
    services.answer_back(game.pk, request, user, agree=agree, why=why, now=now)
    return {"request": request}


def _withdraw(user: Any, game: Game, now: datetime, request: int) -> Done:
    services.withdraw_back(game.pk, request, user, now=now)
    return {"request": request}


_WHY, _REQUEST = {"why": {**TEXT, "maxLength": LONGEST}}, {"request": NUMBER}
ACTIONS: Final[Mapping[str, ApiAction]] = {
    "take_back": ApiAction(
        _take_back, {"seq": SEQ, "key": KEY}, {"steps": {**WHOLE, "minimum": 1, "maximum": 100}}
    ),
    "back": ApiAction(_undo_to, {"to": SEQ, "seq": SEQ, "key": KEY}, _WHY),
    "ask": ApiAction(_ask, {"to": SEQ, "seq": SEQ}, _WHY),
    "agree": ApiAction(partial(_answer, True), _REQUEST),
    "decline": ApiAction(partial(_answer, False), _REQUEST, _WHY),
    "withdraw": ApiAction(_withdraw, _REQUEST),
}


DISCARDS: Final = {
    **obj(
        {
            "battles": many(obj({"battle": WHOLE, "name": TEXT, "result": TEXT, "kept": FLAG})),
            "treaties": many(TEXT),
            "corrections": WHOLE,
        }
    ),
    "description": "what else would be discarded; a kept battle is offered again if it comes up once more",
}


def _discards_json(what: RewindLosses) -> Done:
    return {
        "battles": [
            {"battle": one.pk, "name": one.name, "result": one.result, "kept": one.kept}
            for one in what.battles
        ],
        "treaties": list(what.treaties),
        "corrections": what.corrections,
    }


@describe_view(
    get=Operation(
        "Show how far you can undo alone, and the open request to rewind",
        obj(
            {
                "game": ID,
                "seq": SEQ,
                "own_steps": {**WHOLE, "description": "how many of your own last moves you can undo"},
                "moments": {
                    **many(obj({"seq": WHOLE, "alone": FLAG, "dice": WHOLE, "discards": DISCARDS})),
                    "description": "latest first; dice: how many rolls would be lost",
                },
                "request": maybe(
                    obj(
                        {
                            "request": WHOLE,
                            "seat": TEXT,
                            "who": TEXT,
                            "to": WHOLE,
                            "why": TEXT,
                            "at": TIME,
                            "steps": WHOLE,
                            "dice": WHOLE,
                            "discards": DISCARDS,
                            "may": many(TEXT),
                        }
                    )
                ),
            }
        ),
        login=True,
    ),
    post=Operation(
        "Undo your own moves, rewind alone, or request, approve, decline or withdraw a rewind",
        obj({"game": ID, "seq": SEQ}, {"request": WHOLE, "repeated": FLAG}),
        takes=bodies(ACTIONS),
        more={"409": "somebody has moved", "422": "too far, not without consent, or no longer open"},
    ),
)
@api_view(GET=READ, POST=ANY_KEY)
def go_back(request: HttpRequest, pk: UUID) -> JsonResponse:
    """Show what the caller can undo, undo it, or answer a request to rewind. Players, the game master, and
    anyone asked to consent can use this URL. A game master who does not play needs the scope ``lead``.
    """
    user, now = logged_in(request), clocks.now()
    game = game_with_request(user, pk)
    if game.seq < 0:
        raise Http404
    at, standing = services.table(game), consent.request_of(game)
    undone = None if standing is None else consent.collect_undone(at, standing.to_seq)
    asked_for = (
        standing is not None
        and undone is not None
        and user.pk not in (standing.user_id, *standing.answers)
        and consent.required_consents(at, standing.user, undone).name(user) is not None
    )
    takes_part = access.takes_part(user, game)
    if not takes_part and not asked_for:
        raise PermissionDenied
    if request.method == "POST":
        leads = access.is_gm(user, game) and not access.seats_of(user, game)
        need(request, LEAD if leads else PLAY)
        _do, action, fields = requested_action(request, ACTIONS)
        try:
            done = action.run(user, game, now, **fields)
        except Refusal as reason:
            game.refresh_from_db(fields=["seq"])
            return refusal_response(game, reason, "$")
        game.refresh_from_db(fields=["seq"])
        return JsonResponse({"game": str(pk), "seq": game.seq, **done}, json_dumps_params=PLAIN)
    goes = takes_part and can_be_rewound(game)
    seqs = services.rewind_points(game)[-MOMENTS:] if goes else []
    discards = Discards(game, user)
    answer = {
        "game": str(pk),
        "seq": game.seq,
        "own_steps": services.own_steps(at, user, now) if takes_part else 0,
        "moments": [
            {
                "seq": one.seq,
                "alone": one.way is not None,
                "dice": one.dice,
                "discards": _discards_json(discards.of(one.back)),
            }
            for one in consent.points(at, user, seqs[::-1], now)
        ],
        "request": None
        if standing is None or undone is None
        else {
            "request": standing.pk,
            "seat": standing.seat,
            "who": name_of(standing.user),
            "to": standing.to_seq,
            "why": standing.why,
            "at": standing.created_at,
            "steps": len(undone.entries),
            "dice": undone.dice,
            "discards": _discards_json(discards.of(undone)),
            "may": ["agree", "decline"] if asked_for else ["withdraw"] if standing.user_id == user.pk else [],
        },
    }
    return JsonResponse(answer, json_dumps_params=PLAIN)
