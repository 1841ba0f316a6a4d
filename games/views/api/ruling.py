"""Rulings on battles as JSON: the game master's decision and the sides' objections."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any, Final
from uuid import UUID

from django.http import Http404, HttpRequest, JsonResponse

from accounts import clocks
from accounts.names import name_of
from engine.game import Refusal
from games import access
from games.models import BattleLink
from games.services import rulings
from games.views.api.asking import logged_in, programs
from games.views.api.deeds import Deed, bodies, one_of, requested_deed
from games.views.api.play import PLAIN, PLAY, READ
from games.views.api.problems import refusal_response
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
)


def _dispute(user: Any, link: BattleLink, now: datetime, *, words: str) -> None:
    rulings.dispute_ruling(link.pk, user, words, now=now)


DEEDS: Final[Mapping[str, Deed]] = {
    "dispute": Deed(_dispute, {"words": {**TEXT, "maxLength": rulings.LONGEST_OBJECTION}}),
}
RULING: Final = obj(
    {
        "game": ID,
        "battle": WHOLE,
        "status": one_of(*BattleLink.Status.values),
        "ruled": {**FLAG, "description": "the game master ruled how it ended"},
        "report": {**maybe(FREE), "description": "winner, losses, fates, as ruled or reported"},
        "may_dispute": {**FLAG, "description": "you play a side of it, and have not disputed the ruling yet"},
        "disputes": many(obj({"seat": TEXT, "who": TEXT, "words": TEXT, "at": TIME})),
    }
)


@describe_view(
    get=Operation(
        "How a battle of a campaign was ruled, and what its sides say against it", RULING, login=True
    ),
    post=Operation(
        "Dispute the ruling of a battle in which you play a side, once", RULING, takes=bodies(DEEDS)
    ),
)
@programs(GET=READ, POST=PLAY)
def ruling(request: HttpRequest, pk: UUID, link: int) -> JsonResponse:
    """Show a ruling to everyone who sees the campaign; the two sides can dispute it."""
    user, game = logged_in(request), access.get_game_for(request.user, pk)
    found = rulings.link_for(user, link)
    if found.campaign_id != game.pk:
        raise Http404
    if request.method == "POST":
        _do, deed, fields = requested_deed(request, DEEDS)
        try:
            deed.run(user, found, clocks.now(), **fields)
        except Refusal as reason:
            return refusal_response(game, reason, "$")
        found = rulings.link_for(user, link)
    said = rulings.disputes(found)
    answer = {
        "game": str(pk),
        "battle": found.pk,
        "status": found.status,
        "ruled": found.status == BattleLink.Status.RULED,
        "report": found.report,
        "may_dispute": rulings.may_dispute(found, user),
        "disputes": [
            {"seat": one.seat, "who": name_of(one.user), "words": one.words, "at": one.created_at}
            for one in said
        ],
    }
    return JsonResponse(answer, json_dumps_params=PLAIN)
