"""The game master's tools as JSON: response times, deadline extensions, reminders, answers on a player's
behalf, substitutes, and the transfer of the game.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, datetime, timedelta
from typing import Any, Final
from uuid import UUID

from django.conf import settings
from django.http import Http404, HttpRequest, JsonResponse
from django.urls import reverse

from accounts import clocks
from accounts.names import name_of
from engine.game import Json, Refusal
from features.desk import answering, helping, reserves, substitutes
from features.desk import helping as gm_tools
from features.desk.views import Person, people_of, possible_game_masters
from games import access, pages, services
from games.models import Game, Reserve
from games.refusals import illegal
from games.services.clock.rhythm import MOST_HOURS
from games.views.api.actions import NOTHING, ApiAction, bodies, requested_action, require_empty_body
from games.views.api.authentication import api_view, body_mistakes, logged_in, read_body
from games.views.api.mine import SMALL
from games.views.api.play import LEAD, PLAIN, PLAY, READ, choice_json
from games.views.api.problems import InvalidRequest, refusal_response
from games.views.api.shapes import (
    FLAG,
    ID,
    KEY,
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

DAY: Final = {**TEXT, "format": "date"}
SECOND: Final = timedelta(seconds=1)
HOURS: Final = {**WHOLE, "minimum": 1, "maximum": MOST_HOURS}


def _read_day(text: str) -> date:
    """Read a date in ISO format. Raises IllegalAction if the text is not a date."""
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise illegal("lend_until", most=substitutes.LONGEST) from None


def _more_time(
    user: Any, game: Game, now: datetime, seat: str, hours: int = gm_tools.GIVEN, exact: bool = False
) -> dict[str, Any]:
    return {"count": helping.more_time(game.pk, user, seat, hours=hours, now=now, exact=exact)}


def _extend(
    user: Any, game: Game, now: datetime, hours: int | None = None, exact: bool = False
) -> dict[str, Any]:
    return {"count": services.extend_deadline(game.pk, user, hours=hours, now=now, exact=exact)}


def _nudge(user: Any, game: Game, now: datetime, seat: str) -> dict[str, Any]:
    helping.nudge(game.pk, user, seat, now=now)
    return {"count": 1}


def _answer(
    user: Any, game: Game, now: datetime, seat: str, seq: int, key: str, action: Json | None = None
) -> dict[str, Any]:
    """Answer for a seat. If no action is given, the bot chooses one."""
    meant = None if action is None else lambda _at: action
    answering.answer_for(game.pk, user, seat, drawn_seq=seq, key=key, now=now, action=meant)
    return {"count": 1}


def _lend(user: Any, game: Game, now: datetime, seat: str, until: str, to: str = "") -> dict[str, Any]:
    lent = substitutes.lend(game.pk, user, seat, until=_read_day(until), to=to, now=now)
    return {"count": 1, "back_at": lent.back_at}


def _hand_over(user: Any, game: Game, now: datetime, to: str) -> dict[str, Any]:
    services.hand_over(game.pk, user, to, now=now)
    return {"count": 1}


def _call(user: Any, game: Game, now: datetime, seat: str) -> dict[str, Any]:
    return {"count": reserves.call(game.pk, user, seat, now=now)}


EXACT: Final = {**FLAG, "description": "keep the exact time instead of the game's daily deadline"}
_SEAT = {"seat": TEXT}
ACTIONS: Final[Mapping[str, ApiAction]] = {
    "more_time": ApiAction(_more_time, _SEAT, {"hours": HOURS, "exact": EXACT}),
    "extend": ApiAction(_extend, {}, {"hours": HOURS, "exact": EXACT}),
    "nudge": ApiAction(_nudge, _SEAT),
    "answer": ApiAction(_answer, {**_SEAT, "seq": SEQ, "key": KEY}, {"action": {"type": "object"}}),
    "lend": ApiAction(_lend, {**_SEAT, "until": DAY}, {"to": TEXT}),
    "call": ApiAction(_call, _SEAT),
    "hand_over": ApiAction(_hand_over, {"to": TEXT}),
}

PERSON: Final = obj(
    {
        "seat": TEXT,
        "player": maybe(TEXT),
        "program": FLAG,
        "free": FLAG,
        "owes": FLAG,
        "seen_at": maybe(TIME),
        "usual_seconds": {**maybe(WHOLE), "description": "how long they usually take to answer"},
        "answered": WHOLE,
        "missed": WHOLE,
        "ordered": {**WHOLE, "description": "answers by standing order"},
        "away_until": maybe(DAY),
        "reach": {"enum": ["", "mail", "digest", "muted", "mail_off", "unconfirmed", "no_address"]},
        "device": {**FLAG, "description": "one of their devices receives push notifications"},
        "nudged_at": maybe(TIME),
        "may_nudge": FLAG,
        "may_give_time": FLAG,
        "lent_by": maybe(TEXT),
        "back_at": maybe(TIME),
    }
)


@describe_view(
    get=Operation(
        "List the players with their response times, the pending decisions and the substitutes",
        obj(
            {
                "game": ID,
                "seq": SEQ,
                "people": many(PERSON),
                "waits": many(obj({"seat": TEXT, "due_at": maybe(TIME), "about": TEXT})),
                "may_choose": {**FLAG, "description": "whether you may choose an answer for somebody"},
                "heirs": {**many(TEXT), "description": "who can become the game master"},
                "bench": many(TEXT),
                "bench_page": {**TEXT, "description": "the link for people who would like to be substitutes"},
            }
        ),
    ),
    post=Operation(
        "Extend deadlines, remind or answer for a player, lend a seat, call substitutes, hand over the game",
        obj({"game": ID, "seq": SEQ, "count": WHOLE}, {"back_at": TIME}),
        takes=bodies(ACTIONS),
        more={"409": "somebody has moved", "422": "not now, or not for this seat; the code gives the reason"},
    ),
)
@api_view(GET=LEAD, POST=LEAD)
def desk(request: HttpRequest, pk: UUID) -> JsonResponse:
    """Show the players and their response times to the game master, or carry out one of the game master's
    actions.
    """
    user, game = request.user, access.led_by(request.user, pk)
    if request.method == "POST":
        _do, action, fields = requested_action(request, ACTIONS)
        try:
            done = action.run(user, game, clocks.now(), **fields)
        except Refusal as reason:
            game.refresh_from_db(fields=["seq"])
            return refusal_response(game, reason)
        game.refresh_from_db(fields=["seq"])
        return JsonResponse({"game": str(pk), "seq": game.seq, **done}, json_dumps_params=PLAIN)
    at = pages.scene(user, game)
    page = f"{reverse('game-bench', args=[pk])}?key={reserves.key_of(game)}"
    answer = {
        "game": str(pk),
        "seq": game.seq,
        "people": [_person_json(one) for one in people_of(at, clocks.now())],
        "waits": [{"seat": one.place.key, "due_at": one.due_at, "about": one.about} for one in at.waits],
        "may_choose": answering.may_choose(user, game),
        "heirs": possible_game_masters(at),
        "bench": [one.get_username() for one in substitutes.candidates(game)] if not game.is_over else [],
        "bench_page": settings.SITE_URL + page,
    }
    return JsonResponse(answer, json_dumps_params=PLAIN)


def _person_json(one: Person) -> dict[str, Any]:
    place, habits = one.place, one.habits
    return {
        "seat": place.key,
        "player": name_of(place.user) if place.user else None,
        "program": place.is_bot,
        "free": place.free,
        "owes": place.owes,
        "seen_at": habits.seen_at,
        "usual_seconds": None if habits.usual_time is None else habits.usual_time // SECOND,
        "answered": habits.answered,
        "missed": habits.missed,
        "ordered": habits.ordered,
        "away_until": place.away_until,
        "reach": one.reach.mail if one.reach is not None else "",
        "device": one.reach is not None and one.reach.device,
        "nudged_at": one.nudged_at,
        "may_nudge": one.may_nudge,
        "may_give_time": one.may_give_time,
        "lent_by": name_of(place.lender) if place.lender else None,
        "back_at": place.back_at,
    }


@describe_view(
    get=Operation(
        "List the answers that a game master who does not play may give for a seat",
        obj({"game": ID, "seat": TEXT, "seq": SEQ, "choices": many(ref("Choice"))}),
        asked=(query("seat", TEXT, "the seat to answer for"),),
        more={"422": "the seat owes no answer"},
    )
)
@api_view(GET=LEAD)
def answer(request: HttpRequest, pk: UUID) -> JsonResponse:
    """List the possible answers of a seat. The desk's action "answer" submits one of them."""
    game, seat = access.led_by(request.user, pk), request.GET.get("seat", "")
    if not answering.may_choose(request.user, game):
        return refusal_response(game, illegal("plays_too" if game.running else "not_running"))
    at = pages.scene(request.user, game)
    if not any(one.place.key == seat and one.place.user is not None for one in at.waits):
        return refusal_response(game, illegal("nothing_owed"))
    choices = [choice_json(choice) for choice in at.table.choices(seat)]
    told = {"game": str(pk), "seat": seat, "seq": game.seq, "choices": choices}
    return JsonResponse(told, json_dumps_params=PLAIN)


@describe_view(
    post=Operation(
        "Let the bot or a substitute play your seat until the end of a day",
        obj({"game": ID, "seat": TEXT, "back_at": maybe(TIME)}),
        takes=body({"seat": TEXT, "until": DAY}, {"to": TEXT, "letters": FLAG}),
    ),
    delete=Operation(
        "Take your seat back early",
        obj({"game": ID, "seat": TEXT, "back_at": maybe(TIME)}),
        asked=(query("seat", TEXT, "the lent seat"),),
    ),
)
@api_view(POST=PLAY, DELETE=PLAY)
def lend(request: HttpRequest, pk: UUID) -> JsonResponse:
    """Lend one of the caller's own seats, or end the loan. To lend a seat, the body is {"seat", "until",
    "to", "letters"}.
    """
    game, user, now = access.get_game_for(request.user, pk), request.user, clocks.now()
    if request.method == "DELETE":
        seat = request.GET.get("seat", "")
        substitutes.end_loan(pk, user, seat, now=now)
        return JsonResponse({"game": str(pk), "seat": seat, "back_at": None})
    data = read_body(request, SMALL)
    found = body_mistakes(data, {"seat": str, "until": str}, {"to": str, "letters": bool})
    if found:
        raise InvalidRequest(found)
    if data["seat"] not in access.seats_of(user, game):
        raise access.NotYourSeat
    try:
        lent = substitutes.lend(pk, user, **{**data, "until": _read_day(data["until"])}, now=now)
    except Refusal as reason:
        return refusal_response(game, reason)
    return JsonResponse({"game": str(pk), "seat": lent.key, "back_at": lent.back_at})


_BENCH = obj({"game": ID, "name": TEXT, "mine": FLAG, "free": many(TEXT)})
_KEY = (query("key", TEXT, "key of the substitutes' link, for anyone who can't see the game"),)


@describe_view(
    get=Operation("Show whether you are a substitute in this game, and its free seats", _BENCH, asked=_KEY),
    post=Operation("Offer yourself as a substitute", _BENCH, takes=NOTHING, asked=_KEY),
    delete=Operation("Withdraw as a substitute", _BENCH, asked=_KEY),
)
@api_view(GET=READ, POST=PLAY, DELETE=PLAY)
def reserve(request: HttpRequest, pk: UUID) -> JsonResponse:
    """Show, join or leave a game's reserve list. Anyone who can see the game or has its reserve link can use
    this URL.
    """
    user = request.user
    game = Game.objects.select_related("gm").prefetch_related(access.with_people()).filter(pk=pk).first()
    key = request.GET.get("key", "")
    if game is None or not (access.can_see(user, game) or reserves.is_key_of(game, key)):
        raise Http404
    try:
        if request.method == "POST":
            require_empty_body(request)
            reserves.offer(game, logged_in(request), clocks.now())
        elif request.method == "DELETE":
            reserves.withdraw(game, logged_in(request))
    except Refusal as reason:
        return refusal_response(game, reason)
    mine = user.is_authenticated and Reserve.objects.filter(game=game, user=user).exists()
    free = [] if game.is_over else [seat.key for seat in game.seats.all() if seat.free]
    told = {"game": str(pk), "name": game.title, "mine": mine, "free": free}
    return JsonResponse(told, json_dumps_params=PLAIN)
