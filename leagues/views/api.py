"""Leagues in the JSON API (docs/api.md)."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any, Final
from uuid import UUID

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.urls import reverse

from accounts import clocks
from accounts.names import name_of
from engine.game import Refusal
from games.views.api.actions import NOTHING, NUMBER, ApiAction, bodies, requested_action, require_empty_body
from games.views.api.authentication import api_view, limit_guesses, logged_in, may, number
from games.views.api.play import LEAD, PLAIN, PLAY, READ
from games.views.api.problems import Problem, problem, refusal_response
from games.views.api.shapes import (
    FLAG,
    FREE,
    ID,
    TEXT,
    TIME,
    WHOLE,
    Operation,
    describe_view,
    many,
    maybe,
    obj,
    query,
)
from leagues.models import MOST_ROUNDS, League
from leagues.refusals import LeagueRefused
from leagues.services import founding, rounds
from leagues.services.access import leads, league_for, league_of_link, leagues_of, member_of, public_leagues
from leagues.services.results import Season
from leagues.views.league_page import BoardView, LeaguePage, Line, ShownRound, member_name

PAGE: Final = 50

_HEAD: Final = {
    "league": ID,
    "name": TEXT,
    "kind": {"enum": list(League.Kind.values)},
    "system": TEXT,
    "scenario": TEXT,
    "status": {"enum": list(League.Status.values)},
    "public": FLAG,
    "rounds_planned": WHOLE,
    "led_by": TEXT,
    "leads": FLAG,
    "page": TEXT,
}
_ROUND: Final = obj(
    {
        "number": WHOLE,
        "begun_at": maybe(TIME),
        "boards": many(
            obj(
                {
                    "board": WHOLE,
                    "number": WHOLE,
                    "game": {**maybe(ID), "description": "null if you can't see the game"},
                    "decided": FLAG,
                    "deserted": {**FLAG, "description": "in progress, but without players"},
                    "state": TEXT,
                    "reason": {**TEXT, "description": "reason of the organiser's ruling, if there is one"},
                    "seats": many(
                        obj(
                            {
                                "seat": TEXT,
                                "chair": WHOLE,
                                "member": maybe(WHOLE),
                                "name": TEXT,
                                "free": {
                                    **FLAG,
                                    "description": "nobody plays this seat of a game in progress",
                                },
                                "rank": maybe(WHOLE),
                                "points": TEXT,
                                "score": maybe(WHOLE),
                                "margin": maybe(WHOLE),
                                "matchpoints": maybe({"type": "number"}),
                            }
                        )
                    ),
                }
            )
        ),
        "byes": many(TEXT),
    }
)
_LEAGUE: Final = obj(
    {
        **_HEAD,
        "options": FREE,
        "armies": {"enum": list(League.Armies.values), "description": "which armies players may bring"},
        "lists": {**many(TEXT), "description": "names of the club's lists"},
        "takes_part": FLAG,
        "link": {**TEXT, "description": "the link to join, shown only to the organiser"},
        "table": many(
            obj(
                {
                    "place": WHOLE,
                    "member": WHOLE,
                    "name": TEXT,
                    "mine": FLAG,
                    "left": FLAG,
                    "matchpoints": maybe({"type": "number"}),
                    "half_points": WHOLE,
                    "opponents_half_points": WHOLE,
                    "beaten_quarter_points": WHOLE,
                    "victories": WHOLE,
                    "games": WHOLE,
                    "byes": WHOLE,
                    "rating": maybe(WHOLE),
                }
            )
        ),
        "rounds": {**many(_ROUND), "description": "rounds that have begun, latest first"},
        "drawn": {
            **maybe(_ROUND),
            "description": "the drawn round that has not begun, shown only to the organiser",
        },
    }
)


def _rule(
    user: Any, league: UUID, now: datetime, board: int, reason: str, ranks: dict[str, Any] | None = None
) -> None:
    """Rule on a game. Without ranks the game does not count, and with empty ranks it counts as it ended."""
    if ranks and any(type(rank) is not int for rank in ranks.values()):
        raise LeagueRefused("ranks_unclear")
    rounds.rule(user, league, board, ranks, reason, now)


ACTIONS: Final[Mapping[str, ApiAction]] = {
    "add": ApiAction(lambda user, league, now, name: founding.add(user, league, name, now), {"name": TEXT}),
    "remove": ApiAction(
        lambda user, league, now, member: founding.remove(user, league, member, now), {"member": NUMBER}
    ),
    "new_link": ApiAction(lambda user, league, now: founding.new_link(user, league)),
    "plan": ApiAction(
        lambda user, league, now, rounds: founding.plan(user, league, rounds),
        {"rounds": {**WHOLE, "minimum": 1, "maximum": MOST_ROUNDS}},
    ),
    "close": ApiAction(lambda user, league, now: founding.close(user, league, now)),
    "draw": ApiAction(lambda user, league, now: rounds.draw(user, league)),
    "discard": ApiAction(lambda user, league, now: rounds.discard(user, league)),
    "exchange": ApiAction(
        lambda user, league, now, one, other: rounds.exchange(user, league, one, other),
        {"one": NUMBER, "other": NUMBER},
    ),
    "begin": ApiAction(lambda user, league, now: rounds.begin(user, league, now)),
    "replace": ApiAction(
        lambda user, league, now, chair, member: rounds.replace(user, league, chair, member, now),
        {"chair": NUMBER, "member": NUMBER},
    ),
    "break_off": ApiAction(
        lambda user, league, now, board: rounds.break_off(user, league, board, now), {"board": NUMBER}
    ),
    "rule": ApiAction(
        _rule,
        {"board": NUMBER, "reason": TEXT},
        {"ranks": {"type": "object", "additionalProperties": WHOLE}},
    ),
}


def _refusal_response(reason: Refusal | LeagueRefused) -> HttpResponse:
    if isinstance(reason, LeagueRefused):
        return problem(422, reason.code, reason.text)
    return refusal_response(None, reason, "$")


@describe_view(
    get=Operation(
        "List your leagues, then the public ones",
        obj({"leagues": many(obj(_HEAD)), "page": WHOLE, "more": FLAG}),
        asked=(
            query(
                "page", {"type": "integer", "minimum": 1, "maximum": 10_000}, "page number, 50 leagues a page"
            ),
        ),
    )
)
@api_view(GET=READ)
def leagues(request: HttpRequest) -> JsonResponse:
    """Return the leagues visible to the caller."""
    page, user = number(request, "page", 1, 10_000, 1), request.user
    mine = list(leagues_of(user)) if user.is_authenticated else []
    public = public_leagues().exclude(pk__in=[one.pk for one in mine])
    first, last = (page - 1) * PAGE, page * PAGE + 1
    found = mine[first:last]
    found += list(public[max(first - len(mine), 0) : max(last - len(mine), 0)])
    told = [_head(request, one) for one in found[:PAGE]]
    answer = {"leagues": told, "page": page, "more": len(found) > PAGE}
    return JsonResponse(answer, json_dumps_params=PLAIN)


@describe_view(
    get=Operation("Show a league: its table, rounds and results", _LEAGUE),
    post=Operation(
        "Organise the league: draw or begin a round, rule on a game, add or remove members",
        _LEAGUE,
        takes=bodies(ACTIONS),
    ),
    delete=Operation("Leave the league", obj({"league": ID})),
)
@api_view(GET=READ, POST=LEAD, DELETE=PLAY)
def league(request: HttpRequest, league: UUID) -> HttpResponse:
    """Return the season, carry out its organiser's actions, or let the caller leave it."""
    user, now = request.user, clocks.now()
    found = league_for(user, league)
    try:
        if request.method == "DELETE":
            founding.leave(logged_in(request), league, now)
            return JsonResponse({"league": str(league)})
        if request.method == "POST":
            if not leads(user, found):
                raise Problem("forbidden")
            _do, action, fields = requested_action(request, ACTIONS)
            action.run(user, league, now, **fields)
            found = league_for(user, league)
    except (LeagueRefused, Refusal) as reason:
        return _refusal_response(reason)
    return JsonResponse(_league_json(request, found), json_dumps_params=PLAIN)


@describe_view(
    get=Operation("Show the league of an invitation link", obj(_HEAD)),
    post=Operation("Join the league", obj({"league": ID}), takes=NOTHING),
)
@api_view(GET=READ, POST=PLAY)
def join(request: HttpRequest, token: str) -> HttpResponse:
    """Describe the league behind an invitation link, or join that league."""
    try:
        with limit_guesses(request):
            if request.method == "POST":
                require_empty_body(request)
            found = league_of_link(token)
            if request.method == "POST":
                founding.join(token, logged_in(request), clocks.now())
                return JsonResponse({"league": str(found.pk)})
    except LeagueRefused as reason:
        return _refusal_response(reason)
    return JsonResponse(_head(request, found), json_dumps_params=PLAIN)


def _head(request: HttpRequest, one: League) -> dict[str, Any]:
    return {
        "league": str(one.pk),
        "name": one.name,
        "kind": one.kind,
        "system": one.system,
        "scenario": one.scenario_name,
        "status": one.status,
        "public": one.public,
        "rounds_planned": one.rounds_planned,
        "led_by": name_of(one.gm),
        "leads": leads(request.user, one),
        "page": settings.SITE_URL + one.get_absolute_url(),
    }


def _league_json(request: HttpRequest, found: League) -> dict[str, Any]:
    season = Season(found)
    shower, member = LeaguePage(season, request.user), member_of(request.user, found)
    organises = shower.leads and may(request, LEAD)
    drawn = season.drawn_round if organises else None
    link = settings.SITE_URL + reverse("leagues:join", args=[found.token])
    return {
        **_head(request, found),
        "options": found.options,
        "armies": found.armies,
        "lists": [row.get("name", "") for row in found.lists],
        "takes_part": member is not None and member.left_at is None,
        "link": link if organises and not found.is_closed else "",
        "table": [_line(one) for one in shower.lines()],
        "rounds": [_round(one) for one in shower.rounds()],
        "drawn": None if drawn is None else _round(shower.round(drawn)),
    }


def _line(one: Line) -> dict[str, Any]:
    row = one.row
    return {
        "place": row.place,
        "member": row.person,
        "name": one.name,
        "mine": one.mine,
        "left": one.member.left_at is not None,
        "matchpoints": None if one.matched is None else float(one.matched.share),
        "half_points": row.points,
        "opponents_half_points": row.opponents,
        "beaten_quarter_points": row.beaten,
        "victories": row.victories,
        "games": row.games,
        "byes": row.byes,
        "rating": one.rating,
    }


def _round(one: ShownRound) -> dict[str, Any]:
    return {
        "number": one.round.number,
        "begun_at": one.round.begun_at,
        "boards": [_board(board) for board in one.boards],
        "byes": list(one.resting),
    }


def _board(one: BoardView) -> dict[str, Any]:
    ruling = one.counted.ruling
    return {
        "board": one.board.pk,
        "number": one.board.number,
        "game": str(one.board.game_id) if one.address else None,
        "decided": one.counted.is_decided,
        "deserted": one.is_deserted,
        "state": one.state,
        "reason": "" if ruling is None else ruling.reason,
        "seats": [
            {
                "seat": sat.chair.seat,
                "chair": sat.chair.pk,
                "member": sat.chair.member_id,
                "name": member_name(sat.chair.member),
                "free": sat.free,
                "rank": sat.rank,
                "points": sat.points,
                "score": sat.score,
                "margin": sat.margin,
                "matchpoints": None if sat.matched is None else float(sat.matched.share),
            }
            for sat in one.seats
        ],
    }
