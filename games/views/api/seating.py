"""Seats, start, end, pace and standing orders of a game as JSON."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from functools import partial
from typing import Any, Final
from uuid import UUID

from django.http import HttpRequest, JsonResponse

from accounts import clocks
from engine.game import Refusal
from games import access, plugins, services
from games.models import Game, Seat
from games.refusals import invalid
from games.services import curtain
from games.services.clock.pace import MOST_WEEKS
from games.services.clock.rhythm import MOST_HOURS
from games.services.seating import REASON_LENGTH
from games.views.api.asking import ANY_KEY, lacking, logged_in, need, programs, read_body
from games.views.api.deeds import MOST, Deed, bodies, requested_deed
from games.views.api.play import LEAD, PLAIN, PLAY, READ, field_json
from games.views.api.problems import Mistaken, Problem, refusal_response
from games.views.api.schemas import Schema
from games.views.api.shapes import (
    FLAG,
    FREE,
    ID,
    SEQ,
    STATUS,
    TEXT,
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
from games.views.people.pace import timed_kinds

# --- seats, start and end -----------------------------------------------------------------------------------


def _take(user: Any, game: Game, now: datetime, seat: str) -> None:
    services.take_seat(game.pk, user, seat, now=now)


def _leave(user: Any, game: Game, now: datetime, seat: str, letters: bool = False, why: str = "") -> None:
    services.leave_seat(game.pk, user, seat, letters=letters, now=now, why=why)


def _program(on: bool, user: Any, game: Game, now: datetime, seat: str) -> None:
    services.set_bot(game.pk, user, seat, on, now=now)


def _start(user: Any, game: Game, now: datetime) -> None:
    services.start(game.pk, user, now=now)


def _abandon(user: Any, game: Game, now: datetime) -> None:
    services.abandon(game.pk, user, now=now)


_SEAT = {"seat": TEXT}
WHY: Final[Schema] = {
    **TEXT,
    "maxLength": REASON_LENGTH,
    "description": "the reason, for who leads and removes a player, who reads it",
}
LEAVE: Final = "leave"
DEEDS: Final[Mapping[str, Deed]] = {
    LEAVE: Deed(_leave, _SEAT, {"letters": FLAG, "why": WHY}),
    "take": Deed(_take, _SEAT, scope=LEAD),
    "program": Deed(partial(_program, True), _SEAT, scope=LEAD),
    "free": Deed(partial(_program, False), _SEAT, scope=LEAD),
    "start": Deed(_start, scope=LEAD),
    "abandon": Deed(_abandon, scope=LEAD),
}


@describe_view(
    post=Operation(
        "Leave your seat; for the game master: seat yourself, the bot or nobody, start the game, end it",
        obj({"game": ID, "status": STATUS, "seq": SEQ}),
        takes=bodies(DEEDS),
    )
)
@programs(POST=ANY_KEY)
def seats(request: HttpRequest, pk: UUID) -> JsonResponse:
    """Leave a seat (scope ``play``), or act on seats and the game as its game master."""
    user, game = logged_in(request), access.get_game_for(request.user, pk)
    do, deed, fields = requested_deed(request, DEEDS)
    if do == LEAVE:
        need(request, PLAY if fields["seat"] in access.seats_of(user, game) else LEAD)
    try:
        deed.run(user, game, clocks.now(), **fields)
    except Refusal as reason:
        return refusal_response(game, reason, "$")
    game.refresh_from_db(fields=["status", "seq"])  # a player who left may have lost access to the game
    return JsonResponse({"game": str(pk), "status": game.status, "seq": game.seq})


# --- the pace -----------------------------------------------------------------------------------------------


_PACE = obj(
    {
        "game": ID,
        "hours": {**maybe(WHOLE), "description": "for an answer; null: as long as it takes"},
        "rhythm": {**FREE, "description": "empty: hours alone, on any day"},
        "weeks": {**maybe(WHOLE), "description": "how long it may take"},
        "hard": {**FREE, "description": "how hard each seat is: 0 not said, 1 easy, 2 middling, 3 hard"},
        "kinds": {**many(TEXT), "description": "questions that may have hours of their own"},
    }
)
_RHYTHM = body(
    {"zone": TEXT},
    {
        "at": {**TEXT, "description": "21:00; empty: no fixed hour"},
        "days": many({"type": "integer", "minimum": 0, "maximum": 6}),
        "closed": many({**many({**TEXT, "format": "date"}), "minItems": 2, "maxItems": 2}),
        "kinds": {
            "type": "object",
            "additionalProperties": {**WHOLE, "minimum": 1, "maximum": MOST_HOURS},
        },
    },
)
_LEVEL = {"type": "integer", "enum": list(Seat.Hard.values)}


@describe_view(
    get=Operation("When deadlines fall, how long the game may take, how hard its seats are", _PACE),
    put=Operation(
        "Set all of that anew; deadlines that stand are left as they are",
        _PACE,
        takes=body(
            {
                "hours": maybe({"type": "integer", "minimum": 1, "maximum": MOST_HOURS}),
                "rhythm": {"anyOf": [_RHYTHM, body({})]},
                "weeks": maybe({"type": "integer", "minimum": 1, "maximum": MOST_WEEKS}),
            },
            {"hard": {"type": "object", "additionalProperties": _LEVEL}},
        ),
    ),
)
@programs(GET=READ, PUT=LEAD)
def pace(request: HttpRequest, pk: UUID) -> JsonResponse:
    """Show or set the rhythm of a game's deadlines: {"hours", "rhythm", "weeks", "hard"}."""
    if request.method == "PUT":
        game = access.led_by(request.user, pk)
        fields = _pace_sent(read_body(request, MOST))
        try:
            if not set(fields["written"].get("kinds", {})) <= set(timed_kinds(game)):
                raise invalid("rhythm_bad")
            services.set_pace(pk, request.user, now=clocks.now(), **fields)
        except Refusal as reason:
            return refusal_response(game, reason, "$.rhythm")
    game = access.get_game_for(request.user, pk)
    answer = {
        "game": str(pk),
        "hours": game.hours_per_decision,
        "rhythm": game.rhythm,
        "weeks": game.weeks,
        "hard": {seat.key: seat.hard for seat in game.seats.all()},
        "kinds": list(timed_kinds(game)),
    }
    return JsonResponse(answer, json_dumps_params=PLAIN)


def _pace_sent(data: Any) -> dict[str, Any]:
    """Read the fields of a request to change the pace. Raises Mistaken."""
    told = {**data, **{n: 1 for n in ("hours", "weeks") if data.get(n, 1) is None}} if _obj(data) else data
    found = lacking(told, {"hours": int, "rhythm": dict, "weeks": int}, {"hard": dict})
    if not found:
        known = ("zone", "at", "days", "closed", "kinds")
        found = [(f"$.rhythm.{name[:60]}", "unknown_field") for name in told["rhythm"] if name not in known]
        found += [
            (f"$.{name}", "not_one_of")
            for name, most in (("hours", MOST_HOURS), ("weeks", MOST_WEEKS))
            if not 1 <= told[name] <= most
        ]
        hard = told.get("hard", {})
        found += [
            (f"$.hard.{key[:60]}", "wrong_type") for key, level in hard.items() if type(level) is not int
        ]
        if not _obj(told["rhythm"].get("kinds", {})):
            found.append(("$.rhythm.kinds", "wrong_type"))
    if found:
        raise Mistaken(found)
    chosen = {"hours": data["hours"], "written": data["rhythm"], "weeks": data["weeks"]}
    return {**chosen, "hard": data.get("hard")}


def _obj(data: Any) -> bool:
    return isinstance(data, dict)


# --- standing orders ----------------------------------------------------------------------------------------


_ORDERS = obj(
    {
        "game": ID,
        "seat": TEXT,
        "orders": {**FREE, "description": "by the key of their kind, a value for each field"},
        "at_once": {**FLAG, "description": "answered at once; else when the time is over"},
        "kinds": many(
            obj(
                {
                    "key": TEXT,
                    "decision": {**TEXT, "description": "the kind of question that it answers"},
                    "power": TEXT,
                    "rule": TEXT,
                    "text": TEXT,
                    "covert": {**FLAG, "description": "may also be {“ask_me”: true}"},
                    "fields": many(ref("Field")),
                }
            )
        ),
    }
)


@describe_view(
    get=Operation(
        "The standing orders of a seat of yours, and which it may write",
        _ORDERS,
        asked=(query("seat", TEXT, "one of your own seats; else the first"),),
    ),
    put=Operation("Write them anew", _ORDERS, takes=body({"seat": TEXT, "orders": FREE}, {"at_once": FLAG})),
)
@programs(GET=PLAY, PUT=PLAY)
def orders(request: HttpRequest, pk: UUID) -> JsonResponse:
    """Show or set the standing orders of a seat: {"seat", "orders", "at_once"}. Only its player may read
    them.
    """
    user, game = request.user, access.get_game_for(request.user, pk)
    mine = access.seats_of(user, game)
    if not mine:
        raise Problem("forbidden")
    seat = request.GET.get("seat", mine[0])
    if request.method == "PUT":
        data = read_body(request, MOST)
        found = lacking(data, {"seat": str, "orders": dict}, {"at_once": bool})
        if found:
            raise Mistaken(found)
        seat = data["seat"]
    if seat not in mine:
        raise access.NotYourSeat
    curtain.require_shown(user, game, seat)
    if request.method == "PUT":
        try:
            at_once = data.get("at_once", False)
            services.write_orders(pk, user, seat, data["orders"], at_once, now=clocks.now())
        except Refusal as reason:
            return refusal_response(game, reason, "$.orders")
        game = access.get_game_for(user, pk)
    wording = plugins.wording(game)
    stored = next(one for one in game.seats.all() if one.key == seat)
    answer = {
        "game": str(pk),
        "seat": seat,
        "orders": stored.orders,
        "at_once": stored.orders_at_once,
        "kinds": [
            {
                "key": kind.key,
                "decision": kind.decision,
                "power": kind.power,
                "rule": kind.rule,
                "text": str(wording.order(kind)),
                "covert": kind.covert,
                "fields": [field_json(one) for one in kind.fields],
            }
            for kind in services.opening_of(game).rules.order_kinds(seat)
        ],
    }
    return JsonResponse(answer, json_dumps_params=PLAIN)
