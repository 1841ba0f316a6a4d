"""Web hooks as JSON: for the caller's messages, or for a game they lead."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any, Final

from django.http import Http404, HttpRequest, JsonResponse

from accounts import clocks
from engine.game import Refusal
from features.hooks import services as service
from games import limits
from games.models import Hook
from games.views.api.asking import ANY_KEY, logged_in, may, need, programs
from games.views.api.deeds import NUMBER, Deed, bodies, requested_deed
from games.views.api.play import LEAD, PLAIN, PLAY
from games.views.api.problems import Problem, refusal_response
from games.views.api.shapes import FLAG, ID, TEXT, TIME, WHOLE, Operation, describe_view, many, maybe, obj


def _make(user: Any, now: datetime, url: str, game: str = "") -> Hook:
    hook = service.make(user, url.strip(), game, now)
    service.switch_on(user, hook.pk, now)
    return hook


def _try(user: Any, now: datetime, hook: int) -> Hook:
    service.switch_on(user, hook, now)
    return service.hooks_of(user).get(pk=hook)


def _delete(user: Any, now: datetime, hook: int) -> Hook:
    found = service.hooks_of(user).get(pk=hook)
    service.give_up(user, hook)
    return found


_HOOK = {"hook": NUMBER}
DEEDS: Final[Mapping[str, Deed]] = {
    "make": Deed(_make, {"url": {**TEXT, "maxLength": 500}}, {"game": ID}),
    "try": Deed(_try, _HOOK),
    "delete": Deed(_delete, _HOOK),
}
HOOK: Final = obj(
    {
        "hook": WHOLE,
        "game": {**maybe(ID), "description": "null: your own messages"},
        "name": {**TEXT, "description": "of the game"},
        "url": TEXT,
        "discord": FLAG,
        "secret": {**TEXT, "description": "signs what is sent; empty for Discord, which reads no signature"},
        "off_at": {**maybe(TIME), "description": "it failed too often: try it to switch it on again"},
        "failures": {**WHOLE, "description": "in a row"},
        "trouble": {"enum": list(Hook.Trouble.values)},
        "told_at": {**maybe(TIME), "description": "when it last took something"},
    }
)


@describe_view(
    get=Operation(
        "Your web hooks, as far as your key may see to them",
        obj({"hooks": many(HOOK), "most": WHOLE}),
        login=True,
    ),
    post=Operation(
        "Make a hook, try one (which switches it on again), delete one; the answer is that hook",
        HOOK,
        takes=bodies(DEEDS),
        more={"422": "there are as many as may be"},
    ),
)
@programs(GET=ANY_KEY, POST=ANY_KEY)
def hooks(request: HttpRequest) -> JsonResponse:
    """Show and change web hooks. The caller's own need the scope ``play``, those of a game ``lead``. The
    scope ``read`` shows none, because anyone who knows a Discord URL can post to it.
    """
    user = logged_in(request)
    if not may(request, LEAD):
        need(request, PLAY)
    if request.method != "POST":
        rows = [one for one in service.hooks_of(user) if may(request, _scope(one.game_id))]
        found = {"hooks": [_hook(one) for one in rows], "most": service.MOST}
        return JsonResponse(found, json_dumps_params=PLAIN)
    do, deed, fields = requested_deed(request, DEEDS)
    game = fields.get("game")
    if "hook" in fields:
        known = service.hooks_of(user).filter(pk=fields["hook"]).first()
        if known is None:
            raise Http404
        game = known.game_id
    need(request, _scope(game))
    if do != "delete" and not limits.HOOKS.take(str(user.pk)):
        raise Problem("too_often", headers={"Retry-After": str(limits.HOOKS.seconds)})
    try:
        done = deed.run(user, clocks.now(), **fields)
    except Refusal as reason:
        return refusal_response(None, reason, "$.url")
    return JsonResponse(_hook(done), json_dumps_params=PLAIN)


def _scope(game: Any) -> str:
    return LEAD if game else PLAY


def _hook(one: Hook) -> dict[str, Any]:
    discord = service.is_discord(one.url)
    return {
        "hook": one.pk,
        "game": None if one.game is None else str(one.game.pk),
        "name": "" if one.game is None else one.game.title,
        "url": one.url,
        "discord": discord,
        "secret": "" if discord else one.secret,
        "off_at": one.off_at,
        "failures": one.failures,
        "trouble": one.trouble,
        "told_at": one.told_at,
    }
