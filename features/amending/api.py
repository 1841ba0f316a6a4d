"""Corrections as JSON: the facts, a preview, the correction or a request for it, consent, and objections."""

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
from engine.game import Field, Refusal
from engine.log import amending
from features.amending import corrections, facts, objecting
from features.amending.views import CLOSED, TOLD, may_object
from games import access, pages, plugins
from games.models import Amendment, Game
from games.refusals import illegal
from games.services import history
from games.services.going_back import consent
from games.services.proof.objections import LONGEST_OBJECTION
from games.views.api.actions import MOST, NUMBER, ApiAction, bodies, requested_action
from games.views.api.authentication import (
    ANY_KEY,
    api_view,
    body_mistakes,
    logged_in,
    number,
    read_body,
    requested_seat,
)
from games.views.api.play import LEAD, PLAIN, PLAY, READ, field_json
from games.views.api.problems import InvalidRequest, refusal_response
from games.views.api.shapes import (
    FLAG,
    ID,
    KEY,
    SEAT,
    SEQ,
    TEXT,
    TIME,
    WHOLE,
    Operation,
    body,
    describe_view,
    many,
    maybe,
    obj,
    query,
    ref,
)
from games.wording.narration import describe_change

PAGE: Final = 100  # maximum number of facts in one response


# --- actions ------------------------------------------------------------------------------------------------


def _read_changes(changes: list[Any]) -> facts.Wanted:
    """Read the requested changes. Raises InvalidRequest if one is malformed."""
    wrong = []
    for n, one in enumerate(changes):
        any_value = {"to": ""} if isinstance(one, dict) and "to" in one else {}
        found = body_mistakes({**one, **any_value} if any_value else one, {"path": str, "to": str})
        wrong += [(path.replace("$", f"$.changes[{n}]", 1), code) for path, code in found]
    if wrong:
        raise InvalidRequest(wrong)
    return facts.read_wanted(changes)


def _amend(
    user: Any, game: Game, now: datetime, changes: list[Any], why: str, seq: int, key: str
) -> dict[str, Any]:
    done = corrections.amend(game.pk, user, _read_changes(changes), why=why, drawn_seq=seq, key=key, now=now)
    return {"entry": done.entry.seq, "repeated": done.repeated}


def _ask(user: Any, game: Game, now: datetime, changes: list[Any], why: str, seq: int) -> dict[str, Any]:
    made = corrections.ask(game.pk, user, _read_changes(changes), why=why, drawn_seq=seq, now=now)
    return {"request": made.pk}


def _answer(agree: bool, user: Any, game: Game, now: datetime, request: int, why: str = "") -> dict[str, Any]:
    corrections.answer(game.pk, request, user, agree=agree, why=why, now=now)
    return {"request": request}


def _withdraw(user: Any, game: Game, now: datetime, request: int) -> dict[str, Any]:
    corrections.withdraw(game.pk, request, user, now=now)
    return {"request": request}


def _object(user: Any, game: Game, now: datetime, entry: int, words: str) -> dict[str, Any]:
    objecting.object_to(game.pk, entry, user, words, now=now)
    return {"entry": entry}


CHANGES: Final = {**many(body({"path": TEXT, "to": {}})), "maxItems": amending.MOST}
_WANTED = {"changes": CHANGES, "why": {**TEXT, "maxLength": corrections.LONGEST}, "seq": SEQ}
ACTIONS: Final[Mapping[str, ApiAction]] = {
    "amend": ApiAction(_amend, {**_WANTED, "key": KEY}, scope=LEAD),
    "ask": ApiAction(_ask, _WANTED, scope=LEAD),
    "withdraw": ApiAction(_withdraw, {"request": NUMBER}, scope=LEAD),
    "agree": ApiAction(partial(_answer, True), {"request": NUMBER}, scope=PLAY),
    "decline": ApiAction(
        partial(_answer, False),
        {"request": NUMBER},
        {"why": {**TEXT, "maxLength": corrections.LONGEST}},
        scope=PLAY,
    ),
    "object": ApiAction(
        _object, {"entry": SEQ, "words": {**TEXT, "maxLength": LONGEST_OBJECTION}}, scope=PLAY
    ),
}

CHANGE: Final = obj(
    {
        "path": TEXT,
        "from": {},
        "to": {},
        "text": TEXT,
        "hidden": {**FLAG, "description": "not everybody knows this fact"},
    }
)
_WORDS = obj({"seat": TEXT, "who": TEXT, "words": TEXT, "at": TIME})
AMENDMENT: Final = obj(
    {
        "entry": WHOLE,
        "seat": TEXT,
        "who": TEXT,
        "at": maybe(TIME),
        "changes": {**many(CHANGE), "description": "the changes that you may know"},
        "unknown": {**WHOLE, "description": "the number of changes that are hidden from you"},
        "why": TEXT,
        "undone": FLAG,
        "objections": many(_WORDS),
        "may_object": FLAG,
    }
)
REQUEST: Final = obj(
    {
        "request": WHOLE,
        "seat": TEXT,
        "who": TEXT,
        "at": TIME,
        "changes": many(CHANGE),
        "why": TEXT,
        "status": {"enum": list(Amendment.Status.values)},
        "answer": {**TEXT, "description": "why it was declined"},
        "may": many(TEXT),
    }
)


@describe_view(
    get=Operation(
        "List the corrections with their objections, and the open requests",
        obj(
            {
                "game": ID,
                "seq": SEQ,
                "request": maybe(REQUEST),
                "amendments": {**many(AMENDMENT), "description": "newest first"},
                "closed": {**many(REQUEST), "description": "earlier requests that were not granted"},
            }
        ),
        asked=(SEAT,),
        login=True,
    ),
    post=Operation(
        "Correct facts; request, approve, decline or withdraw a correction; object",
        obj({"game": ID, "seq": SEQ}, {"entry": WHOLE, "request": WHOLE, "repeated": FLAG}),
        takes=bodies(ACTIONS),
        more={
            "409": "somebody has moved: fetch again",
            "422": "not allowed, not now, or not without consent",
        },
    ),
)
@api_view(GET=READ, POST=ANY_KEY)
def amendments(request: HttpRequest, pk: UUID) -> JsonResponse:
    """Show a game's corrections, make one, object to one, or answer a request for one. Only players, the
    game master and anyone asked to consent can use this URL.
    """
    user, game = logged_in(request), access.get_game_for(request.user, pk)
    if game.seq < 0:
        raise Http404
    at = pages.scene(user, game, requested_seat(request, game), bare=True)
    standing = corrections.request_of(game)
    asked_for = standing is not None and corrections.may_answer(at.table, standing, user)
    if not access.takes_part(user, game) and not asked_for:
        raise PermissionDenied
    if request.method == "POST":
        _do, action, fields = requested_action(request, ACTIONS)
        try:
            done = action.run(user, game, clocks.now(), **fields)
        except Refusal as reason:
            game.refresh_from_db(fields=["seq"])
            return refusal_response(game, reason, "$.changes")
        game.refresh_from_db(fields=["seq"])
        return JsonResponse({"game": str(pk), "seq": game.seq, **done}, json_dumps_params=PLAIN)
    may = ["agree", "decline"] if asked_for else []
    if standing is not None and standing.user_id == user.pk:
        may = ["withdraw"]
    answer = {
        "game": str(pk),
        "seq": game.seq,
        "request": None if standing is None else _request_json(game, standing, may),
        "amendments": [_amendment_json(at, one) for one in history.amendments(at.table, at.eyes, TOLD)],
        "closed": [_request_json(game, one) for one in corrections.closed_requests(game)[:CLOSED]],
    }
    return JsonResponse(answer, json_dumps_params=PLAIN)


def _changes_json(game: Game, changes: Any) -> list[dict[str, Any]]:
    wording = plugins.wording(game)
    return [
        {
            "path": facts.SEPARATOR.join(one["path"]),
            "from": one["from"],
            "to": one["to"],
            "text": str(describe_change(wording, one)),
            "hidden": "seen_by" in one,
        }
        for one in changes
    ]


def _request_json(game: Game, one: Amendment, may: list[str] | None = None) -> dict[str, Any]:
    return {
        "request": one.pk,
        "seat": one.seat,
        "who": name_of(one.user),
        "at": one.created_at,
        "changes": _changes_json(game, one.changes),
        "why": one.why,
        "status": one.status,
        "answer": one.answer,
        "may": may or [],
    }


def _amendment_json(at: pages.Scene, line: history.Line) -> dict[str, Any]:
    kept = line.amended or history.AmendmentRecord(())
    return {
        "entry": line.seq,
        "seat": line.seat,
        "who": line.actor,
        "at": line.created_at,
        "changes": _changes_json(at.game, kept.changes),
        "unknown": kept.hidden,
        "why": kept.why,
        "undone": line.undone,
        "objections": [
            {"seat": one.seat, "who": one.name, "words": one.words, "at": one.created_at}
            for one in kept.objections
        ],
        "may_object": may_object(at, at.user, line),
    }


# --- for the game master: correctable facts and the effect of changes ---------------------------------------


FACT: Final = obj(
    {
        "path": TEXT,
        "name": TEXT,
        "value": {"description": "the current value"},
        "hidden": {**FLAG, "description": "not everybody knows this fact"},
        "field": ref("Field"),
    }
)
_WAY = {
    "enum": ["amend", "ask", ""],
    "description": "the action that you need; empty if nobody is there to agree",
}


@describe_view(
    get=Operation(
        "List the facts that you may correct, each with its possible values",
        obj({"game": ID, "seq": SEQ, "way": _WAY, "facts": many(FACT), "page": WHOLE, "more": FLAG}),
        asked=(
            query("q", {**TEXT, "maxLength": 80}, "only facts whose names contain all these words"),
            query(
                "page", {"type": "integer", "minimum": 1, "maximum": 10_000}, "page number, 100 facts a page"
            ),
        ),
    )
)
@api_view(GET=LEAD)
def amendable(request: HttpRequest, pk: UUID) -> JsonResponse:
    """List the facts that can be corrected. ``q`` searches for words in the facts' names."""
    user, game = request.user, access.led_by(request.user, pk)
    page = number(request, "page", 1, 10_000, 1)
    if not game.running:
        return refusal_response(game, illegal("not_running"))
    at = pages.scene(user, game, bare=True)
    wording, words = plugins.wording(game), request.GET.get("q", "").casefold().split()
    named = [
        (wording.fact(path, fact.about or {}), path, fact)
        for path, fact in facts.correctable_facts(at.table, user).items()
    ]
    found = [one for one in named if all(word in one[0].casefold() for word in words)]
    shown = found[(page - 1) * PAGE : page * PAGE]
    written = at.table.system.codec.write(facts.state_for(at.table, user)) if shown else {}
    answer = {
        "game": str(pk),
        "seq": game.seq,
        "way": _needed_action(at, user),
        "facts": [
            {
                "path": facts.SEPARATOR.join(path),
                "name": name,
                "value": amending.value_of(fact, written),
                "hidden": fact.seen_by is not None,
                "field": _field_json(fact.field),
            }
            for name, path, fact in shown
        ],
        "page": page,
        "more": len(found) > page * PAGE,
    }
    return JsonResponse(answer, json_dumps_params=PLAIN)


def _field_json(field: Field | None) -> dict[str, object]:
    assert field is not None  # facts without a field are not offered
    return field_json(field)


def _needed_action(at: pages.Scene, user: Any) -> str:
    if consent.freedom(at.game, user) is not None:
        return "amend"
    return "ask" if consent.required_consents(at.table, user, consent.UndoneMoves(at.table.seq, ())) else ""


_QUESTION = many(obj({"seat": TEXT, "kind": TEXT}))


@describe_view(
    post=Operation(
        "Preview a correction without making it",
        obj(
            {
                "game": ID,
                "seq": SEQ,
                "way": _WAY,
                "changes": many(CHANGE),
                "mistakes": {
                    **many(obj({"path": TEXT, "code": TEXT, "text": TEXT})),
                    "description": "the rules that it would break; it would be refused",
                },
                "closed": {**_QUESTION, "description": "decisions that it would close"},
                "opened": {**_QUESTION, "description": "decisions that it would open"},
                "battle": {**FLAG, "description": "the open battle would start again"},
                "ends": {**FLAG, "description": "the game would end"},
            }
        ),
        takes=body({"changes": CHANGES}),
        more={"422": "nothing would change, or there are too many changes"},
    )
)
@api_view(POST=LEAD)
def preview_changes(request: HttpRequest, pk: UUID) -> JsonResponse:
    """Preview the effect of changes without revealing anything that is hidden from this game master. The
    body is {"changes"}.
    """
    user, game = request.user, access.led_by(request.user, pk)
    data = read_body(request, MOST)
    found = body_mistakes(data, {"changes": list})
    if found:
        raise InvalidRequest(found)
    wanted = _read_changes(data["changes"])
    if not game.running:
        return refusal_response(game, illegal("not_running"))
    at = pages.scene(user, game, bare=True)
    try:
        seen = facts.preview(at.table, user, facts.changes_of(at.table, user, wanted))
    except Refusal as reason:
        return refusal_response(game, reason, "$.changes")
    wording = plugins.wording(game)
    answer = {
        "game": str(pk),
        "seq": game.seq,
        "way": _needed_action(at, user),
        "changes": _changes_json(game, seen.changes),
        "mistakes": [
            {"path": one.path, "code": one.code, "text": wording.unsound(one)} for one in seen.mistakes
        ],
        "closed": [{"seat": one.seat, "kind": one.kind} for one in seen.closed],
        "opened": [{"seat": one.seat, "kind": one.kind} for one in seen.opened],
        "battle": seen.battle,
        "ends": seen.ends,
    }
    return JsonResponse(answer, json_dumps_params=PLAIN)
