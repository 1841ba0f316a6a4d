"""A game's seats, start, end, pace and standing orders, as JSON."""

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
from games.views.api.actions import MOST, ApiAction, bodies, requested_action
from games.views.api.authentication import ANY_KEY, api_view, body_mistakes, logged_in, need, read_body
from games.views.api.play import LEAD, PLAIN, PLAY, READ, field_json
from games.views.api.problems import InvalidRequest, Problem, refusal_response
from games.views.api.shapes import (
    FLAG,
    FREE,
    ID,
    SEQ,
    STATUS,
    TEXT,
    WHOLE,
    Operation,
    Schema,
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
    "description": "the reason, for a game master who removes a player; the player reads it",
}
LEAVE: Final = "leave"
ACTIONS: Final[Mapping[str, ApiAction]] = {
    LEAVE: ApiAction(_leave, _SEAT, {"letters": FLAG, "why": WHY}),
    "take": ApiAction(_take, _SEAT, scope=LEAD),
    "program": ApiAction(partial(_program, True), _SEAT, scope=LEAD),
    "free": ApiAction(partial(_program, False), _SEAT, scope=LEAD),
    "start": ApiAction(_start, scope=LEAD),
    "abandon": ApiAction(_abandon, scope=LEAD),
}


@describe_view(
    post=Operation(
        "Leave your seat; as the game master, also take or free seats, seat the bot, start or end the game",
        obj({"game": ID, "status": STATUS, "seq": SEQ}),
        takes=bodies(ACTIONS),
    )
)
@api_view(POST=ANY_KEY)
def seats(request: HttpRequest, pk: UUID) -> JsonResponse:
    """Leave a seat (scope ``play``). The game master can also change seats, start the game or end it."""
    user, game = logged_in(request), access.get_game_for(request.user, pk)
    do, action, fields = requested_action(request, ACTIONS)
    if do == LEAVE:
        need(request, PLAY if fields["seat"] in access.seats_of(user, game) else LEAD)
    try:
        action.run(user, game, clocks.now(), **fields)
    except Refusal as reason:
        return refusal_response(game, reason, "$")
    game.refresh_from_db(fields=["status", "seq"])  # a player who left may no longer see the game
    return JsonResponse({"game": str(pk), "status": game.status, "seq": game.seq})


# --- the pace -----------------------------------------------------------------------------------------------


_PACE = obj(
    {
        "game": ID,
        "hours": {**maybe(WHOLE), "description": "hours to answer; null for no deadline"},
        "rhythm": {**FREE, "description": "empty if only the hours count, on any day"},
        "weeks": {**maybe(WHOLE), "description": "how many weeks the game may take"},
        "hard": {**FREE, "description": "how hard each seat is to play: 0 unknown, 1 easy, 2 medium, 3 hard"},
        "kinds": {**many(TEXT), "description": "kinds of decisions that may have separate hours"},
    }
)
_RHYTHM = body(
    {"zone": TEXT},
    {
        "at": {**TEXT, "description": "time of the daily deadline, such as 21:00; empty for none"},
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
    get=Operation("Show the game's deadlines, its length and how hard its seats are", _PACE),
    put=Operation(
        "Set the game's deadlines, length and difficulty; applies to new deadlines only",
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
@api_view(GET=READ, PUT=LEAD)
def pace(request: HttpRequest, pk: UUID) -> JsonResponse:
    """Show or set when a game's deadlines fall. The body is {"hours", "rhythm", "weeks", "hard"}."""
    if request.method == "PUT":
        game = access.led_by(request.user, pk)
        fields = _read_pace(read_body(request, MOST))
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


def _read_pace(data: Any) -> dict[str, Any]:
    """Read the body of a request to change the pace. Raises InvalidRequest if a field is invalid."""
    told = (
        {**data, **{n: 1 for n in ("hours", "weeks") if data.get(n, 1) is None}} if _is_dict(data) else data
    )
    found = body_mistakes(told, {"hours": int, "rhythm": dict, "weeks": int}, {"hard": dict})
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
        if not _is_dict(told["rhythm"].get("kinds", {})):
            found.append(("$.rhythm.kinds", "wrong_type"))
    if found:
        raise InvalidRequest(found)
    chosen = {"hours": data["hours"], "written": data["rhythm"], "weeks": data["weeks"]}
    return {**chosen, "hard": data.get("hard")}


def _is_dict(data: Any) -> bool:
    return isinstance(data, dict)


# --- standing orders ----------------------------------------------------------------------------------------


_ORDERS = obj(
    {
        "game": ID,
        "seat": TEXT,
        "orders": {**FREE, "description": "key of the order to the values of its fields"},
        "at_once": {**FLAG, "description": "answer at once instead of at the deadline"},
        "kinds": many(
            obj(
                {
                    "key": TEXT,
                    "decision": {**TEXT, "description": "the kind of decision that it answers"},
                    "power": TEXT,
                    "rule": TEXT,
                    "text": TEXT,
                    "covert": {**FLAG, "description": "{“ask_me”: true} is allowed too"},
                    "fields": many(ref("Field")),
                }
            )
        ),
    }
)


@describe_view(
    get=Operation(
        "Show the standing orders of one of your seats, and the orders it may have",
        _ORDERS,
        asked=(query("seat", TEXT, "one of your seats; by default the first"),),
    ),
    put=Operation(
        "Replace the standing orders", _ORDERS, takes=body({"seat": TEXT, "orders": FREE}, {"at_once": FLAG})
    ),
)
@api_view(GET=PLAY, PUT=PLAY)
def orders(request: HttpRequest, pk: UUID) -> JsonResponse:
    """Show or set the standing orders of a seat. The body is {"seat", "orders", "at_once"}. Only the seat's
    player may read its orders.
    """
    user, game = request.user, access.get_game_for(request.user, pk)
    mine = access.seats_of(user, game)
    if not mine:
        raise Problem("forbidden")
    seat = request.GET.get("seat", mine[0])
    if request.method == "PUT":
        data = read_body(request, MOST)
        found = body_mistakes(data, {"seat": str, "orders": dict}, {"at_once": bool})
        if found:
            raise InvalidRequest(found)
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
