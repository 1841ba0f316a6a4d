"""A game's log as its reader may know it: the newest events, the chronicle, and earlier positions."""

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
from games.narration import EntryText
from games.prepared_sql import PreparedQuery
from games.services.going_back.rewinding import table_at
from games.services.history import Line
from games.views.api.asking import may, number, programs, seat_asked
from games.views.api.play import LEAD, PLAIN, READ
from games.views.api.problems import Problem

LAST: Final = 10**8  # more entries than any game has
MOST: Final = 200  # maximum number of entries in one response
USUAL: Final = 100
AGAIN: Final = 15  # seconds to wait before polling again

_VERSION = PreparedQuery(lambda pk: Game.objects.only("pk", "version").filter(pk=pk), UUID)


@programs(GET=READ)
def events(request: HttpRequest, pk: UUID) -> HttpResponse:
    """The entries after ``after``, oldest first. For a caller who is up to date this takes two queries and
    opens no game.
    """
    mark = _mark(request, pk)
    known = get_conditional_response(request, etag=mark) if mark else None
    response = known or JsonResponse(_events(request, pk), json_dumps_params=PLAIN)
    response.headers["ETag"] = mark
    response.headers["Retry-After"] = str(AGAIN)
    patch_cache_control(response, private=True, max_age=0, must_revalidate=True)
    return response


def _mark(request: HttpRequest, pk: UUID) -> str:
    """The ETag of this reader's response, which changes with the game's version. It is signed, so a caller
    who sends it back has seen the game at that version.
    """
    game = _VERSION.one(pk)
    version = None if game is None else game.version
    asked = [request.user.pk, may(request, LEAD), version, get_language(), request.get_full_path()]
    return f'"{salted_hmac("api.events", repr(asked), algorithm="sha256").hexdigest()[:40]}"'


def _events(request: HttpRequest, pk: UUID) -> dict[str, Any]:
    game = access.get_game_for(request.user, pk)
    after, most = number(request, "after", -1, LAST, -1), number(request, "limit", 1, MOST, USUAL)
    if after > game.seq:
        raise Problem("cursor_ahead", path="after", seq=game.seq)
    at = pages.scene(request.user, game, seat_asked(request, game), bare=True)
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


@programs(GET=READ)
def chronicle(request: HttpRequest, pk: UUID) -> HttpResponse:
    """The chronicle, newest entries first."""
    game = access.get_game_for(request.user, pk)
    before, most = number(request, "before", 0, LAST, LAST), number(request, "limit", 1, MOST, USUAL)
    at = pages.scene(request.user, game, seat_asked(request, game), bare=True)
    lines = [] if game.seq < 0 else services.chronicle(at.table, at.eyes, most, before_seq=before)
    older = lines[-1].seq if len(lines) == most and lines[-1].seq > 0 else None
    answer = {"game": str(game.pk), "seat": at.seat, "entries": entries_of(at, lines), "before": older}
    return JsonResponse(answer, json_dumps_params=PLAIN)


@programs(GET=READ)
def moment(request: HttpRequest, pk: UUID) -> HttpResponse:
    """The game right after an entry, for the caller's present seat."""
    game = access.get_game_for(request.user, pk)
    seq = number(request, "seq", 0, LAST, max(game.seq, 0))
    if not 0 <= seq <= game.seq:
        raise Problem("not_found", path="seq")
    at = pages.scene(request.user, game, seat_asked(request, game), bare=True)
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
    return [_entry(line, told) for line, told in zip(lines, pages.describe_entries(at, lines), strict=True)]


def _entry(line: Line, told: EntryText) -> dict[str, Any]:
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
