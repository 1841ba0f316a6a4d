"""A game's log, limited to what the reader may know: the newest events, the chronicle, and earlier
positions.
"""

from __future__ import annotations

from typing import Any, Final
from uuid import UUID

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils.cache import get_conditional_response, patch_cache_control
from django.utils.crypto import salted_hmac
from django.utils.translation import get_language

from engine.journal import REWIND
from games import access, pages, services
from games.models import Game
from games.prepared_sql import PreparedQuery
from games.services.going_back.rewinding import table_at
from games.services.history import Line
from games.views.api.authentication import api_view, may, number, requested_seat
from games.views.api.play import LEAD, PLAIN, READ
from games.views.api.problems import Problem
from games.wording.narration import EntryText

LAST: Final = 10**8  # higher than any entry number
MOST: Final = 200  # maximum number of entries in one response
USUAL: Final = 100
AGAIN: Final = 15  # seconds to wait before polling again

_VERSION = PreparedQuery(lambda pk: Game.objects.only("pk", "version").filter(pk=pk), UUID)


@api_view(GET=READ)
def events(request: HttpRequest, pk: UUID) -> HttpResponse:
    """Return the entries after the one numbered ``after``, oldest first, at most ``limit`` of them. If the
    caller's ETag is still current, this takes two queries and does not open the game.
    """
    mark = _reader_etag(request, pk)
    known = get_conditional_response(request, etag=mark) if mark else None
    response = known or JsonResponse(_events_json(request, pk), json_dumps_params=PLAIN)
    response.headers["ETag"] = mark
    response.headers["Retry-After"] = str(AGAIN)
    patch_cache_control(response, private=True, max_age=0, must_revalidate=True)
    return response


def _reader_etag(request: HttpRequest, pk: UUID) -> str:
    """Return the ETag of this reader's response, which changes with the game's version. It is signed, so a
    caller who sends it back must have read that version of the game.
    """
    game = _VERSION.one(pk)
    version = None if game is None else game.version
    asked = [request.user.pk, may(request, LEAD), version, get_language(), request.get_full_path()]
    return f'"{salted_hmac("api.events", repr(asked), algorithm="sha256").hexdigest()[:40]}"'


def _events_json(request: HttpRequest, pk: UUID) -> dict[str, Any]:
    game = access.get_game_for(request.user, pk)
    after, most = number(request, "after", -1, LAST, -1), number(request, "limit", 1, MOST, USUAL)
    if after > game.seq:
        raise Problem("cursor_ahead", path="after", seq=game.seq)
    at = pages.scene(request.user, game, requested_seat(request, game), bare=True)
    cursor = min(after + most, game.seq)
    lines: list[Line] = []
    if cursor > after:
        lines = services.chronicle(at.table, at.eyes, most, before_seq=cursor + 1, after_seq=after)[::-1]
    back = [line.rewound.to for line in lines if line.rewound is not None]
    return {
        "game": str(game.pk),
        "status": game.status,
        "seat": at.seat,
        "seq": game.seq,
        "after": after,
        "cursor": cursor,
        "more": cursor < game.seq,
        "restored": game.restore_count,
        "back_to": min(back, default=None),
        "entries": entries_of(at, lines),
    }


@api_view(GET=READ)
def chronicle(request: HttpRequest, pk: UUID) -> HttpResponse:
    """Return the chronicle, newest entries first: at most ``limit`` entries before the one numbered
    ``before``.
    """
    game = access.get_game_for(request.user, pk)
    before, most = number(request, "before", 0, LAST, LAST), number(request, "limit", 1, MOST, USUAL)
    at = pages.scene(request.user, game, requested_seat(request, game), bare=True)
    lines = [] if game.seq < 0 else services.chronicle(at.table, at.eyes, most, before_seq=before)
    older = lines[-1].seq if len(lines) == most and lines[-1].seq > 0 else None
    answer = {"game": str(game.pk), "seat": at.seat, "entries": entries_of(at, lines), "before": older}
    return JsonResponse(answer, json_dumps_params=PLAIN)


@api_view(GET=READ)
def moment(request: HttpRequest, pk: UUID) -> HttpResponse:
    """Return the game as it was right after an entry, as far as the caller's present seat may see it."""
    game = access.get_game_for(request.user, pk)
    seq = number(request, "seq", 0, LAST, max(game.seq, 0))
    if not 0 <= seq <= game.seq:
        raise Problem("not_found", path="seq")
    at = pages.scene(request.user, game, requested_seat(request, game), bare=True)
    then = table_at(at.table, seq)
    outcome = then.outcome()
    answer = {
        "game": str(game.pk),
        "seat": at.seat,
        "seq": seq,
        "turn": then.turn,
        "view": then.view(at.eyes),
        "outcome": outcome and outcome.to_json(),
    }
    return JsonResponse(answer, json_dumps_params=PLAIN)


def entries_of(at: pages.Scene, lines: list[Line]) -> list[dict[str, Any]]:
    return [
        _entry_json(line, told) for line, told in zip(lines, pages.describe_entries(at, lines), strict=True)
    ]


def _entry_json(line: Line, told: EntryText) -> dict[str, Any]:
    return {
        "seq": line.seq,
        "turn": line.turn,
        "kind": line.kind,
        "seat": line.seat,
        "power": line.power,
        "reason": line.reason,
        "who": line.actor,
        "at": line.created_at,
        "events": list(line.events),
        "rolls": list(line.rolls),
        "text": [str(sentence) for sentence in told.lines],
        "undone": line.undone,
        "covert": line.covert,
        "back_to": line.rewound.to if line.kind == REWIND and line.rewound is not None else None,
    }
