"""The observer's view of a game, as JSON."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.http import Http404, HttpRequest, JsonResponse

from accounts import clocks
from accounts.names import name_of
from games import services
from games.models import Game, Observer
from games.services.going_back.rewinding import table_at
from games.services.people import observers as service
from games.views.api.authentication import api_view, logged_in, number
from games.views.api.log import LAST, MOST, USUAL, entries_of
from games.views.api.play import PLAIN, PLAY, READ
from games.views.api.problems import Problem
from games.views.api.shapes import (
    FLAG,
    FREE,
    ID,
    LIMIT,
    SEQ,
    STATUS,
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
from games.views.people.observing import scene_of


def _departure_json(row: Observer) -> dict[str, Any] | None:
    gone = row.departure
    if gone is None:
        return None
    by = name_of(gone.by) if gone.by else ""
    return {"seq": gone.seq, "at": gone.left_at, "by": by, "ground": gone.ground, "why": gone.why}


@describe_view(
    get=Operation(
        "Show the game and its past as an observer may see them",
        obj(
            {
                "game": ID,
                "observer": {**maybe(WHOLE), "description": "null if you were removed from your seat"},
                "left": {
                    **maybe(obj({"seq": SEQ, "at": TIME, "by": TEXT, "ground": TEXT, "why": TEXT})),
                    "description": "a removed player's last entry, and who removed them and why",
                },
                "seat": TEXT,
                "delay": WHOLE,
                "waiting": {**FLAG, "description": "nothing can be shown before the delay is over"},
                "status": STATUS,
                "seq": SEQ,
                "turn": maybe(WHOLE),
                "view": FREE,
                "outcome": maybe(ref("Outcome")),
                "entries": {**many(ref("Entry")), "description": "newest first"},
                "before": maybe(WHOLE),
            }
        ),
        asked=(
            query("eyes", TEXT, "the seat to observe, if your permission is for any"),
            query(
                "at",
                {"type": "integer", "minimum": 0, "maximum": LAST},
                "the game after this entry instead of now",
            ),
            query(
                "before", {"type": "integer", "minimum": 0, "maximum": LAST}, "only entries before this one"
            ),
            LIMIT,
        ),
        login=True,
    ),
    delete=Operation("Stop observing", obj({"game": ID, "observer": WHOLE})),
)
@api_view(GET=READ, DELETE=PLAY)
def observe(request: HttpRequest, pk: UUID) -> JsonResponse:
    """Show an observer's view, delayed by as much as the permission says, or end the permission."""
    row = service.permission_for(logged_in(request), pk)
    if request.method == "DELETE":
        if row.departure is not None:
            raise Http404
        service.end_permission(pk, request.user, row.pk, clocks.now())
        return JsonResponse({"game": str(pk), "observer": row.pk})
    late = service.late_view(row, request.GET.get("eyes", ""))
    head = {
        "game": str(pk),
        "observer": row.pk,
        "left": _departure_json(row),
        "seat": late.eyes,
        "delay": row.delay,
    }
    if late.game is None:
        nothing = {"status": Game.Status.RUNNING, "seq": -1, "turn": None, "view": {}, "outcome": None}
        told = {**head, "waiting": True, **nothing, "entries": [], "before": None}
        return JsonResponse(told, json_dumps_params=PLAIN)
    at, newest = scene_of(late), late.game.seq
    seq, most = number(request, "at", 0, LAST, newest), number(request, "limit", 1, MOST, USUAL)
    if seq > newest:
        raise Problem("not_found", path="at")
    before = min(number(request, "before", 0, LAST, LAST), seq + 1)
    then = table_at(at.table, seq)
    lines, outcome = services.chronicle(at.table, at.eyes, most, before_seq=before), then.outcome()
    answer = {
        **head,
        "waiting": False,
        "status": late.game.status,
        "seq": seq,
        "turn": then.turn,
        "view": then.view(at.eyes),
        "outcome": outcome and outcome.to_json(),
        "entries": entries_of(at, lines),
        "before": lines[-1].seq if len(lines) == most and lines[-1].seq > 0 else None,
    }
    return JsonResponse(answer, json_dumps_params=PLAIN)
