"""Rulings on battles as JSON: the game master's ruling and the sides' objections to it."""

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
from games.services.fighting import rulings
from games.views.api.actions import ApiAction, bodies, one_of, requested_action
from games.views.api.authentication import api_view, logged_in
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


ACTIONS: Final[Mapping[str, ApiAction]] = {
    "dispute": ApiAction(_dispute, {"words": {**TEXT, "maxLength": rulings.LONGEST_OBJECTION}}),
}
RULING: Final = obj(
    {
        "game": ID,
        "battle": WHOLE,
        "status": one_of(*BattleLink.Status.values),
        "ruled": {**FLAG, "description": "the game master has ruled on the result"},
        "report": {**maybe(FREE), "description": "winner, losses and fates as ruled or reported"},
        "may_dispute": {
            **FLAG,
            "description": "you play one of the sides and have not disputed the ruling yet",
        },
        "disputes": many(obj({"seat": TEXT, "who": TEXT, "words": TEXT, "at": TIME})),
    }
)


@describe_view(
    get=Operation("Show the ruling on a campaign's battle and the sides' disputes", RULING, login=True),
    post=Operation(
        "Dispute the ruling on a battle in which you play a side; once only", RULING, takes=bodies(ACTIONS)
    ),
)
@api_view(GET=READ, POST=PLAY)
def ruling(request: HttpRequest, pk: UUID, link: int) -> JsonResponse:
    """Show the ruling on a battle to anyone who can see the campaign. Players of the battle's two sides can
    dispute the ruling.
    """
    user, game = logged_in(request), access.get_game_for(request.user, pk)
    found = rulings.link_for(user, link)
    if found.campaign_id != game.pk:
        raise Http404
    if request.method == "POST":
        _do, action, fields = requested_action(request, ACTIONS)
        try:
            action.run(user, found, clocks.now(), **fields)
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
