"""Letters between the players of a game, as JSON."""

from __future__ import annotations

from typing import Any, Final
from uuid import UUID

from django.http import Http404, HttpRequest, JsonResponse

from accounts import clocks
from accounts.models import Key
from accounts.names import name_of
from features.letters import services as service
from games import access, services
from games.models import Letter
from games.models.letter import LONGEST
from games.views.api.authentication import api_view, body_mistakes, limit_messages, number, read_body
from games.views.api.play import PLAIN
from games.views.api.problems import mistakes
from games.views.api.shapes import (
    FLAG,
    KEY,
    TEXT,
    TIME,
    WHOLE,
    Operation,
    body,
    describe_view,
    many,
    obj,
    query,
)

LETTERS: Final = Key.Scope.LETTERS
LONG: Final = 30_000  # the maximum size of a letter as JSON, in bytes
PAGE: Final = 100
LAST: Final = 10**15

LETTER: Final = obj(
    {"letter": WHOLE, "seat": TEXT, "to": TEXT, "who": TEXT, "text": TEXT, "at": TIME, "deleted": FLAG}
)


@describe_view(
    get=Operation(
        "List the letters that you may read, oldest first",
        obj({"letters": many(LETTER), "cursor": WHOLE, "more": FLAG}),
        asked=(
            query(
                "after",
                {"type": "integer", "minimum": 0, "maximum": LAST},
                "the cursor of the last response",
            ),
        ),
    ),
    post=Operation(
        "Send a letter; an empty “to” sends it to everybody",
        LETTER,
        takes=body(
            {"seat": TEXT, "to": TEXT, "text": {**TEXT, "minLength": 1, "maxLength": LONGEST}, "key": KEY}
        ),
    ),
)
@api_view(GET=LETTERS, POST=LETTERS)
def letters(request: HttpRequest, pk: UUID) -> JsonResponse:
    """List the letters that the caller may read, oldest first, at most PAGE after the one numbered ``after``.
    A POST writes a letter; its body is {"seat", "to", "text", "key"}.
    """
    found = access.get_game_for(request.user, pk)
    if not access.voices_of(request.user, found):
        raise Http404
    if request.method == "POST":
        return _write(request, pk)
    after = number(request, "after", 0, LAST, 0)
    rows = list(services.letters_for(request.user, found).filter(pk__gt=after).order_by("pk")[: PAGE + 1])
    answer = {
        "letters": [_letter_json(one) for one in rows[:PAGE]],
        "cursor": rows[:PAGE][-1].pk if rows else after,
        "more": len(rows) > PAGE,
    }
    return JsonResponse(answer, json_dumps_params=PLAIN)


def _letter_json(one: Letter) -> dict[str, Any]:
    facts = {"letter": one.pk, "seat": one.seat, "to": one.to, "who": name_of(one.author), "text": one.text}
    return {**facts, "at": one.created_at, "deleted": one.deleted_at is not None}


def _write(request: HttpRequest, pk: UUID) -> JsonResponse:
    data = read_body(request, LONG)
    found = body_mistakes(data, {"seat": str, "to": str, "text": str, "key": str})
    if found:
        return mistakes(found)
    with limit_messages(request.user):
        one = service.write(pk, request.user, **data, now=clocks.now())
    return JsonResponse(_letter_json(one), json_dumps_params=PLAIN)
