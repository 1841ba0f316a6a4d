"""The plan of a seat as JSON, for its player alone (docs/api.md)."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.core.exceptions import RequestDataTooBig
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from engine import documents
from engine.game import InvalidAction, Refusal
from engine.record import throw_json
from engine.rehearsal import Rehearsal, Stop
from games import access, pages, planned, services
from games.models import Game, Plan
from games.refusals import StepRefused, worded
from games.services import plans
from games.views.api import play
from games.views.errors import too_large


@never_cache
@require_http_methods(["GET", "HEAD", "PUT", "DELETE"])
def plan_json(request: HttpRequest, pk: UUID) -> HttpResponse:
    if not request.user.is_authenticated:
        return play.log_in_first()
    game = access.get_game_for(request.user, pk)
    if request.method == "PUT":
        return _put(request, game)
    seat = request.GET.get("seat", "") or next(iter(access.seats_of(request.user, game)), "")
    if request.method == "DELETE":
        try:
            services.drop_plan(pk, request.user, seat)
        except Refusal as refused:
            return play.refused(game, refused)
        return JsonResponse({"seat": seat, "status": None, "steps": []})
    services.plan_for(request.user, game, seat)  # raises NotYourSeat
    return JsonResponse(_written(pages.scene(request.user, game, seat)))


def _put(request: HttpRequest, game: Game) -> HttpResponse:
    """Keep a plan, and carry it out when it is sent: {"seat", "steps", "send", "seq", "key"}."""
    try:
        data = documents.read(request.body, play.ACTION_LIMIT)
    except (documents.TooBig, RequestDataTooBig):
        return too_large(request, play.ACTION_LIMIT)
    except documents.NoDocument:
        return play.mistakes([("$", "not_json")])
    found = _body_mistakes(data)
    if found:
        return play.mistakes(found)
    now, seat = timezone.now(), data["seat"]
    try:
        if not data.get("send"):
            services.write_plan(game.pk, request.user, seat, data["steps"], now=now)
            return JsonResponse(_of(request, game, seat))
        sent = services.send_plan(
            game.pk,
            request.user,
            seat,
            data["steps"],
            drawn_seq=data["seq"],
            key=data["key"],
            now=now,
        )
    except InvalidAction as refused:
        return play.mistakes([(str(refused.facts.get("path", "$")), refused.code)], worded(refused, game))
    except StepRefused as refused:
        facts = {"rule": refused.rule, "code": refused.code, "text": worded(refused, game)}
        return JsonResponse({**facts, "step": refused.number}, status=422)
    except Refusal as refused:
        return play.refused(access.get_game_for(request.user, game.pk), refused)
    opened = services.opening_of(sent.game)
    told = [event for entry in sent.entries for event in entry.events]
    events = [seen for event in told if (seen := play.as_seen(opened, event, seat)) is not None]
    return JsonResponse({**_of(request, sent.game, seat), "events": events, "repeated": sent.repeated})


def _of(request: HttpRequest, game: Game, seat: str) -> dict[str, Any]:
    return _written(pages.scene(request.user, access.get_game_for(request.user, game.pk), seat))


def _written(at: pages.Scene) -> dict[str, Any]:
    """The plan, what stopped it, and what its steps would lead to."""
    plan, trial = services.plan_for(at.user, at.game, str(at.seat)), planned.trial_of(at)
    steps = [] if plan is None else plan.steps
    return {
        "seat": at.seat,
        "seq": at.game.seq,
        "status": None if plan is None else plan.status,
        "steps": [
            {"action": step["action"], "rule": step["rule"], "text": planned.in_words(at.game, step)}
            for step in steps
        ],
        "done": 0 if plan is None else plan.done,
        "stopped": _stopped(at, plan),
        "trial": None if trial is None else _trial(at, trial),
    }


def _stopped(at: pages.Scene, plan: Plan | None) -> dict[str, Any] | None:
    refusal = None if plan is None else plans.why_stopped(plan)
    if plan is None or refusal is None:
        return None
    return {"rule": refusal.rule, "code": refusal.code, "text": planned.why(at.game, plan)}


def _trial(at: pages.Scene, trial: Rehearsal[Any]) -> dict[str, Any]:
    rules, seat = at.table.rules, str(at.seat)
    choices = rules.choices(trial.state, seat) if trial.stop is None else ()
    return {
        "steps": len(trial.taken),
        "view": rules.view(trial.state, seat),
        "choices": [play.choice_json(choice) for choice in choices],
        "stop": None if trial.stop is None else _stop(at, trial.stop),
    }


def _stop(at: pages.Scene, stop: Stop) -> dict[str, Any]:
    refusal = stop.refusal
    return {
        "why": stop.why,
        "text": planned.why_no_farther(at, stop),
        "dice": [throw_json(throw) for throw in stop.throws if not throw.secret],
        "seats": list(stop.seats),
        "rule": "" if refusal is None else refusal.rule,
        "code": "" if refusal is None else refusal.code,
    }


def _body_mistakes(data: Any) -> list[tuple[str, str]]:
    """What is wrong with the body, before any rule is asked."""
    if not isinstance(data, dict):
        return [("$", "not_an_object")]
    shapes: dict[str, type] = {"seat": str, "steps": list}
    if data.get("send"):
        shapes |= {"seq": int, "key": str}
    known = {"seat", "steps", "send", "seq", "key"}
    found = [
        (f"$.{name}", "missing_field" if name not in data else "wrong_type")
        for name, kind in shapes.items()
        if type(data.get(name)) is not kind
    ]
    if type(data.get("send", False)) is not bool:
        found.append(("$.send", "wrong_type"))
    found.extend((f"$.{name}", "unknown_field") for name in sorted(set(data) - known))
    return found
