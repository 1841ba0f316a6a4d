"""The game master's tools as JSON: response times, more time, reminders, answers on a player's behalf,
substitutes, and handing over the game.
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
from games import access, pages, services
from games.models import Game, Reserve
from games.refusals import illegal
from games.services.clock.rhythm import MOST_HOURS
from games.services.people import answering, gm_tools, reserves, substitutes
from games.views.api.asking import lacking, logged_in, programs, read_body
from games.views.api.deeds import NOTHING, Deed, asked_plainly, bodies, requested_deed
from games.views.api.mine import SMALL
from games.views.api.play import LEAD, PLAIN, PLAY, READ, choice_json
from games.views.api.problems import Mistaken, refusal_response
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
from games.views.people.desk import Person, heirs_of, people_of

DAY: Final = {**TEXT, "format": "date"}
SECOND: Final = timedelta(seconds=1)
HOURS: Final = {**WHOLE, "minimum": 1, "maximum": MOST_HOURS}


def _day(text: str) -> date:
    """Read a date. Raises IllegalAction if the text is not one."""
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise illegal("lend_until", most=substitutes.LONGEST) from None


def _more_time(
    user: Any, game: Game, now: datetime, seat: str, hours: int = gm_tools.GIVEN, exact: bool = False
) -> dict[str, Any]:
    return {"count": services.more_time(game.pk, user, seat, hours=hours, now=now, exact=exact)}


def _extend(
    user: Any, game: Game, now: datetime, hours: int | None = None, exact: bool = False
) -> dict[str, Any]:
    return {"count": services.extend_deadline(game.pk, user, hours=hours, now=now, exact=exact)}


def _nudge(user: Any, game: Game, now: datetime, seat: str) -> dict[str, Any]:
    services.nudge(game.pk, user, seat, now=now)
    return {"count": 1}


def _answer(
    user: Any, game: Game, now: datetime, seat: str, seq: int, key: str, action: Json | None = None
) -> dict[str, Any]:
    """Answer for a seat, by the bot if no action is given."""
    meant = None if action is None else lambda _at: action
    services.answer_for(game.pk, user, seat, drawn_seq=seq, key=key, now=now, action=meant)
    return {"count": 1}


def _lend(user: Any, game: Game, now: datetime, seat: str, until: str, to: str = "") -> dict[str, Any]:
    lent = services.lend(game.pk, user, seat, until=_day(until), to=to, now=now)
    return {"count": 1, "back_at": lent.back_at}


def _hand_over(user: Any, game: Game, now: datetime, to: str) -> dict[str, Any]:
    services.hand_over(game.pk, user, to, now=now)
    return {"count": 1}


def _call(user: Any, game: Game, now: datetime, seat: str) -> dict[str, Any]:
    return {"count": reserves.call(game.pk, user, seat, now=now)}


EXACT: Final = {**FLAG, "description": "not moved on to the fixed hour of the game's rhythm"}
_SEAT = {"seat": TEXT}
DEEDS: Final[Mapping[str, Deed]] = {
    "more_time": Deed(_more_time, _SEAT, {"hours": HOURS, "exact": EXACT}),
    "extend": Deed(_extend, {}, {"hours": HOURS, "exact": EXACT}),
    "nudge": Deed(_nudge, _SEAT),
    "answer": Deed(_answer, {**_SEAT, "seq": SEQ, "key": KEY}, {"action": {"type": "object"}}),
    "lend": Deed(_lend, {**_SEAT, "until": DAY}, {"to": TEXT}),
    "call": Deed(_call, _SEAT),
    "hand_over": Deed(_hand_over, {"to": TEXT}),
}

PERSON: Final = obj(
    {
        "seat": TEXT,
        "player": maybe(TEXT),
        "program": FLAG,
        "free": FLAG,
        "owes": FLAG,
        "seen_at": maybe(TIME),
        "usual_seconds": {**maybe(WHOLE), "description": "how long an answer usually takes them"},
        "answered": WHOLE,
        "missed": WHOLE,
        "ordered": {**WHOLE, "description": "answers by standing order"},
        "away_until": maybe(DAY),
        "reach": {"enum": ["", "mail", "digest", "muted", "mail_off", "unconfirmed", "no_address"]},
        "device": {**FLAG, "description": "one of theirs shows it by itself"},
        "nudged_at": maybe(TIME),
        "may_nudge": FLAG,
        "may_give_time": FLAG,
        "lent_by": maybe(TEXT),
        "back_at": maybe(TIME),
    }
)


@describe_view(
    get=Operation(
        "Who plays and how they answer, what is awaited, who sits on the bench",
        obj(
            {
                "game": ID,
                "seq": SEQ,
                "people": many(PERSON),
                "waits": many(obj({"seat": TEXT, "due_at": maybe(TIME), "about": TEXT})),
                "may_choose": {**FLAG, "description": "whether you may choose an answer for somebody"},
                "heirs": {**many(TEXT), "description": "who may lead the game instead of you"},
                "bench": many(TEXT),
                "bench_page": {**TEXT, "description": "the link for who would sit there"},
            }
        ),
    ),
    post=Operation(
        "More time for one or all, a nudge, an answer for somebody, a stand-in, a call, another leader",
        obj({"game": ID, "seq": SEQ, "count": WHOLE}, {"back_at": TIME}),
        takes=bodies(DEEDS),
        more={"409": "somebody has moved", "422": "not now, or not for this seat; the code says why"},
    ),
)
@programs(GET=LEAD, POST=LEAD)
def desk(request: HttpRequest, pk: UUID) -> JsonResponse:
    """Show response times, or act on players' behalf, as the game master."""
    user, game = request.user, access.led_by(request.user, pk)
    if request.method == "POST":
        _do, deed, fields = requested_deed(request, DEEDS)
        try:
            done = deed.run(user, game, clocks.now(), **fields)
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
        "people": [_person(one) for one in people_of(at, clocks.now())],
        "waits": [{"seat": one.place.key, "due_at": one.due_at, "about": one.about} for one in at.waits],
        "may_choose": answering.may_choose(user, game),
        "heirs": heirs_of(at),
        "bench": [one.get_username() for one in substitutes.candidates(game)] if not game.is_over else [],
        "bench_page": settings.SITE_URL + page,
    }
    return JsonResponse(answer, json_dumps_params=PLAIN)


def _person(one: Person) -> dict[str, Any]:
    place, habits = one.place, one.habits
    return {
        "seat": place.key,
        "player": name_of(place.user) if place.user else None,
        "program": place.is_bot,
        "free": place.free,
        "owes": place.owes,
        "seen_at": habits.seen_at,
        "usual_seconds": None if habits.usual is None else habits.usual // SECOND,
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
        "What a game master who does not play may answer for somebody",
        obj({"game": ID, "seat": TEXT, "seq": SEQ, "choices": many(ref("Choice"))}),
        asked=(query("seat", TEXT, "whose answer it is"),),
        more={"422": "nothing is owed there"},
    )
)
@programs(GET=LEAD)
def answer(request: HttpRequest, pk: UUID) -> JsonResponse:
    """The possible answers for a seat. The action "answer" of the desk submits one."""
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
        "Take your seat back earlier",
        obj({"game": ID, "seat": TEXT, "back_at": maybe(TIME)}),
        asked=(query("seat", TEXT, "the seat that is lent"),),
    ),
)
@programs(POST=PLAY, DELETE=PLAY)
def lend(request: HttpRequest, pk: UUID) -> JsonResponse:
    """Lend the caller's own seat, or end the loan: {"seat", "until", "to", "letters"}."""
    game, user, now = access.get_game_for(request.user, pk), request.user, clocks.now()
    if request.method == "DELETE":
        seat = request.GET.get("seat", "")
        services.take_home(pk, user, seat, now=now)
        return JsonResponse({"game": str(pk), "seat": seat, "back_at": None})
    data = read_body(request, SMALL)
    found = lacking(data, {"seat": str, "until": str}, {"to": str, "letters": bool})
    if found:
        raise Mistaken(found)
    if data["seat"] not in access.seats_of(user, game):
        raise access.NotYourSeat
    try:
        lent = services.lend(pk, user, **{**data, "until": _day(data["until"])}, now=now)
    except Refusal as reason:
        return refusal_response(game, reason)
    return JsonResponse({"game": str(pk), "seat": lent.key, "back_at": lent.back_at})


_BENCH = obj({"game": ID, "name": TEXT, "mine": FLAG, "free": many(TEXT)})
_KEY = (query("key", TEXT, "of the link, for who may not see the game"),)


@describe_view(
    get=Operation("Whether you sit on the bench of a game, and which seats are free", _BENCH, asked=_KEY),
    post=Operation("Offer yourself as a substitute", _BENCH, takes=NOTHING, asked=_KEY),
    delete=Operation("Offer yourself no more", _BENCH, asked=_KEY),
)
@programs(GET=READ, POST=PLAY, DELETE=PLAY)
def reserve(request: HttpRequest, pk: UUID) -> JsonResponse:
    """Show, join or leave a game's reserve list. Open to anyone who sees the game or has its reserve link."""
    user = request.user
    game = Game.objects.select_related("gm").prefetch_related(access.with_people()).filter(pk=pk).first()
    key = request.GET.get("key", "")
    if game is None or not (access.can_see(user, game) or reserves.opens(game, key)):
        raise Http404
    try:
        if request.method == "POST":
            asked_plainly(request)
            reserves.offer(game, logged_in(request), clocks.now())
        elif request.method == "DELETE":
            reserves.withdraw(game, logged_in(request))
    except Refusal as reason:
        return refusal_response(game, reason)
    mine = user.is_authenticated and Reserve.objects.filter(game=game, user=user).exists()
    free = [] if game.is_over else [seat.key for seat in game.seats.all() if seat.free]
    told = {"game": str(pk), "name": game.title, "mine": mine, "free": free}
    return JsonResponse(told, json_dumps_params=PLAIN)
