"""Corrections as JSON: the facts, a preview, the change or a request for it, consent and objections."""

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
from games.narration import describe_change
from games.refusals import illegal
from games.services import history
from games.services.going_back import consent
from games.services.proof.objections import LONGEST_OBJECTION
from games.views.api.asking import ANY_KEY, lacking, logged_in, number, programs, read_body, seat_asked
from games.views.api.deeds import MOST, NUMBER, Deed, bodies, requested_deed
from games.views.api.play import LEAD, PLAIN, PLAY, READ, field_json
from games.views.api.problems import Mistaken, refusal_response
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

PAGE: Final = 100  # maximum number of facts in one response


# --- actions ------------------------------------------------------------------------------------------------


def _read_changes(changes: list[Any]) -> facts.Wanted:
    """Read the requested changes. Raises Mistaken."""
    wrong = []
    for n, one in enumerate(changes):
        any_value = {"to": ""} if isinstance(one, dict) and "to" in one else {}
        found = lacking({**one, **any_value} if any_value else one, {"path": str, "to": str})
        wrong += [(path.replace("$", f"$.changes[{n}]", 1), code) for path, code in found]
    if wrong:
        raise Mistaken(wrong)
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
DEEDS: Final[Mapping[str, Deed]] = {
    "amend": Deed(_amend, {**_WANTED, "key": KEY}, scope=LEAD),
    "ask": Deed(_ask, _WANTED, scope=LEAD),
    "withdraw": Deed(_withdraw, {"request": NUMBER}, scope=LEAD),
    "agree": Deed(partial(_answer, True), {"request": NUMBER}, scope=PLAY),
    "decline": Deed(
        partial(_answer, False),
        {"request": NUMBER},
        {"why": {**TEXT, "maxLength": corrections.LONGEST}},
        scope=PLAY,
    ),
    "object": Deed(_object, {"entry": SEQ, "words": {**TEXT, "maxLength": LONGEST_OBJECTION}}, scope=PLAY),
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
        "changes": {**many(CHANGE), "description": "those that you may know"},
        "unknown": {**WHOLE, "description": "how many you may not"},
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
        "What was put right, with what was said against it; what a game master who plays asks for",
        obj(
            {
                "game": ID,
                "seq": SEQ,
                "request": maybe(REQUEST),
                "amendments": {**many(AMENDMENT), "description": "the newest first"},
                "closed": {**many(REQUEST), "description": "requests of before that came to nothing"},
            }
        ),
        asked=(SEAT,),
        login=True,
    ),
    post=Operation(
        "Put facts right, ask for it, agree, decline, withdraw, object",
        obj({"game": ID, "seq": SEQ}, {"entry": WHOLE, "request": WHOLE, "repeated": FLAG}),
        takes=bodies(DEEDS),
        more={"409": "somebody has moved: look again", "422": "not so, not now, or not alone"},
    ),
)
@programs(GET=READ, POST=ANY_KEY)
def amendments(request: HttpRequest, pk: UUID) -> JsonResponse:
    """Show a game's amendments, or correct, object and answer requests. Open to players, the game master, and
    anyone asked to agree.
    """
    user, game = logged_in(request), access.get_game_for(request.user, pk)
    if game.seq < 0:
        raise Http404
    at = pages.scene(user, game, seat_asked(request, game), bare=True)
    standing = corrections.request_of(game)
    asked_for = standing is not None and corrections.may_answer(at.table, standing, user)
    if not access.takes_part(user, game) and not asked_for:
        raise PermissionDenied
    if request.method == "POST":
        _do, deed, fields = requested_deed(request, DEEDS)
        try:
            done = deed.run(user, game, clocks.now(), **fields)
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
        "request": None if standing is None else _request(game, standing, may),
        "amendments": [_amendment(at, one) for one in history.amendments(at.table, at.eyes, TOLD)],
        "closed": [_request(game, one) for one in corrections.closed_requests(game)[:CLOSED]],
    }
    return JsonResponse(answer, json_dumps_params=PLAIN)


def _changes(game: Game, changes: Any) -> list[dict[str, Any]]:
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


def _request(game: Game, one: Amendment, may: list[str] | None = None) -> dict[str, Any]:
    return {
        "request": one.pk,
        "seat": one.seat,
        "who": name_of(one.user),
        "at": one.created_at,
        "changes": _changes(game, one.changes),
        "why": one.why,
        "status": one.status,
        "answer": one.answer,
        "may": may or [],
    }


def _amendment(at: pages.Scene, line: history.Line) -> dict[str, Any]:
    kept = line.amended or history.AmendmentRecord(())
    return {
        "entry": line.seq,
        "seat": line.seat,
        "who": line.actor,
        "at": line.created_at,
        "changes": _changes(at.game, kept.changes),
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
        "value": {"description": "what stands there now"},
        "hidden": {**FLAG, "description": "not everybody knows this fact"},
        "field": ref("Field"),
    }
)
_WAY = {"enum": ["amend", "ask", ""], "description": "by which deed; empty: nobody is there who could agree"}


@describe_view(
    get=Operation(
        "The facts that you may put right, each with what may stand there",
        obj({"game": ID, "seq": SEQ, "way": _WAY, "facts": many(FACT), "page": WHOLE, "more": FLAG}),
        asked=(
            query("q", {**TEXT, "maxLength": 80}, "only those in whose name every word of this stands"),
            query("page", {"type": "integer", "minimum": 1, "maximum": 10_000}, "100 facts each"),
        ),
    )
)
@programs(GET=LEAD)
def amendable(request: HttpRequest, pk: UUID) -> JsonResponse:
    """The facts that can be corrected, by path; ``q`` searches the words of their names."""
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
        "way": _way(at, user),
        "facts": [
            {
                "path": facts.SEPARATOR.join(path),
                "name": name,
                "value": amending.stands(fact, written),
                "hidden": fact.seen_by is not None,
                "field": _field(fact.field),
            }
            for name, path, fact in shown
        ],
        "page": page,
        "more": len(found) > page * PAGE,
    }
    return JsonResponse(answer, json_dumps_params=PLAIN)


def _field(field: Field | None) -> dict[str, object]:
    assert field is not None  # facts without a field are not offered
    return field_json(field)


def _way(at: pages.Scene, user: Any) -> str:
    if consent.freedom(at.game, user) is not None:
        return "amend"
    return "ask" if consent.required_consents(at.table, user, consent.UndoneMoves(at.table.seq, ())) else ""


_QUESTION = many(obj({"seat": TEXT, "kind": TEXT}))


@describe_view(
    post=Operation(
        "What putting facts right would change; nothing is changed",
        obj(
            {
                "game": ID,
                "seq": SEQ,
                "way": _WAY,
                "changes": many(CHANGE),
                "mistakes": {
                    **many(obj({"path": TEXT, "code": TEXT, "text": TEXT})),
                    "description": "what the rules have against it: it would be refused",
                },
                "closed": {**_QUESTION, "description": "questions that would not be asked any more"},
                "opened": {**_QUESTION, "description": "questions that would be asked"},
                "battle": {**FLAG, "description": "the battle that is waited for would begin anew"},
                "ends": {**FLAG, "description": "the game would be over"},
            }
        ),
        takes=body({"changes": CHANGES}),
        more={"422": "nothing would change, or there is too much"},
    )
)
@programs(POST=LEAD)
def preview_changes(request: HttpRequest, pk: UUID) -> JsonResponse:
    """Preview the effect of changes, without revealing anything hidden from this game master: {"changes"}."""
    user, game = request.user, access.led_by(request.user, pk)
    data = read_body(request, MOST)
    found = lacking(data, {"changes": list})
    if found:
        raise Mistaken(found)
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
        "way": _way(at, user),
        "changes": _changes(game, seen.changes),
        "mistakes": [
            {"path": one.path, "code": one.code, "text": wording.unsound(one)} for one in seen.mistakes
        ],
        "closed": [{"seat": one.seat, "kind": one.kind} for one in seen.closed],
        "opened": [{"seat": one.seat, "kind": one.kind} for one in seen.opened],
        "battle": seen.battle,
        "ends": seen.ends,
    }
    return JsonResponse(answer, json_dumps_params=PLAIN)
