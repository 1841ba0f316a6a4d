"""Web hooks as JSON, for the caller's own messages or for a game the caller leads."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any, Final

from django.http import Http404, HttpRequest, JsonResponse

from accounts import clocks
from engine.game import Refusal
from features.hooks import limits
from features.hooks import services as service
from games.models import Hook
from games.views.api.actions import NUMBER, ApiAction, bodies, requested_action
from games.views.api.authentication import ANY_KEY, api_view, logged_in, may, need
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
    service.delete_hook(user, hook)
    return found


_HOOK = {"hook": NUMBER}
ACTIONS: Final[Mapping[str, ApiAction]] = {
    "make": ApiAction(_make, {"url": {**TEXT, "maxLength": 500}}, {"game": ID}),
    "try": ApiAction(_try, _HOOK),
    "delete": ApiAction(_delete, _HOOK),
}
HOOK: Final = obj(
    {
        "hook": WHOLE,
        "game": {**maybe(ID), "description": "null if it receives your own notifications"},
        "name": {**TEXT, "description": "name of the game"},
        "url": TEXT,
        "discord": FLAG,
        "secret": {
            **TEXT,
            "description": "signs each delivery; empty for Discord, which checks no signature",
        },
        "off_at": {
            **maybe(TIME),
            "description": "when it was switched off after too many failures; a test switches it on again",
        },
        "failures": {**WHOLE, "description": "consecutive failures"},
        "trouble": {"enum": list(Hook.Trouble.values)},
        "told_at": {**maybe(TIME), "description": "last successful delivery"},
    }
)


@describe_view(
    get=Operation(
        "List the web hooks that your key may manage",
        obj({"hooks": many(HOOK), "most": WHOLE}),
        login=True,
    ),
    post=Operation(
        "Create, test or delete a hook; a test switches it on again",
        HOOK,
        takes=bodies(ACTIONS),
        more={"422": "you have reached the limit of hooks"},
    ),
)
@api_view(GET=ANY_KEY, POST=ANY_KEY)
def hooks(request: HttpRequest) -> JsonResponse:
    """Show and change web hooks. The caller's own hooks need the scope ``play``, and the hooks of a game
    ``lead``. The scope ``read`` shows none, because anyone who knows a Discord URL can post to it.
    """
    user = logged_in(request)
    if not may(request, LEAD):
        need(request, PLAY)
    if request.method != "POST":
        rows = [one for one in service.hooks_of(user) if may(request, _needed_scope(one.game_id))]
        found = {"hooks": [_hook_json(one) for one in rows], "most": service.MOST}
        return JsonResponse(found, json_dumps_params=PLAIN)
    do, action, fields = requested_action(request, ACTIONS)
    game = fields.get("game")
    if "hook" in fields:
        known = service.hooks_of(user).filter(pk=fields["hook"]).first()
        if known is None:
            raise Http404
        game = known.game_id
    need(request, _needed_scope(game))
    if do != "delete" and not limits.HOOKS.take(str(user.pk)):
        raise Problem("too_often", headers={"Retry-After": str(limits.HOOKS.seconds)})
    try:
        done = action.run(user, clocks.now(), **fields)
    except Refusal as reason:
        return refusal_response(None, reason, "$.url")
    return JsonResponse(_hook_json(done), json_dumps_params=PLAIN)


def _needed_scope(game: Any) -> str:
    return LEAD if game else PLAY


def _hook_json(one: Hook) -> dict[str, Any]:
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
