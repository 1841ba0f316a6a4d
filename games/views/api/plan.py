"""The plan of a seat as JSON, visible only to the seat's player (docs/api.md)."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.http import HttpRequest, JsonResponse

from accounts import clocks
from engine.dice_record import throw_json
from engine.dry_run import Rehearsal, Stop
from engine.game import Refusal
from games import access, pages, services
from games.models import Game, Plan
from games.page_facts import plan_view
from games.refusals import StepRefused
from games.services import plans
from games.views.api import play
from games.views.api.authentication import api_view, body_mistakes, read_body
from games.views.api.play import PLAY
from games.views.api.problems import mistakes, problem, refusal_response
from games.wording.refusal_text import word_refusal


@api_view(GET=PLAY, PUT=PLAY, DELETE=PLAY)
def plan_json(request: HttpRequest, pk: UUID) -> JsonResponse:
    """Show, replace or discard the plan of a seat."""
    game = access.get_game_for(request.user, pk)
    if request.method == "PUT":
        return _put(request, game)
    seat = request.GET.get("seat", "") or next(iter(access.seats_of(request.user, game)), "")
    if request.method == "DELETE":
        services.drop_plan(pk, request.user, seat)
        return JsonResponse({"seat": seat, "status": None, "steps": []})
    services.plan_for(request.user, game, seat)  # called for its check, which raises NotYourSeat
    return JsonResponse(_plan_json(pages.scene(request.user, game, seat)), json_dumps_params=play.PLAIN)


def _put(request: HttpRequest, game: Game) -> JsonResponse:
    """Store a plan and, if ``send`` is set, carry it out. The body is {"seat", "steps", "send", "seq",
    "key"}.
    """
    data = read_body(request, play.ACTION_LIMIT)
    found = _body_mistakes(data)
    if found:
        return mistakes(found)
    now, seat = clocks.now(), data["seat"]
    try:
        if not data.get("send"):
            services.write_plan(game.pk, request.user, seat, data["steps"], now=now)
            return JsonResponse(_plan_of(request, game, seat), json_dumps_params=play.PLAIN)
        done = services.send_plan(
            game.pk,
            request.user,
            seat,
            data["steps"],
            drawn_seq=data["seq"],
            key=data["key"],
            now=now,
        )
    except StepRefused as reason:
        return problem(422, reason.code, word_refusal(reason, game), rule=reason.rule, step=reason.number)
    except Refusal as reason:
        return refusal_response(access.get_game_for(request.user, game.pk), reason, "$")
    opened = services.opening_of(done.game)
    told = [event for entry in done.entries for event in entry.events]
    events = [seen for event in told if (seen := play.redact_event(opened, event, seat)) is not None]
    answer = {**_plan_of(request, done.game, seat), "events": events, "repeated": done.repeated}
    return JsonResponse(answer, json_dumps_params=play.PLAIN)


def _plan_of(request: HttpRequest, game: Game, seat: str) -> dict[str, Any]:
    return _plan_json(pages.scene(request.user, access.get_game_for(request.user, game.pk), seat))


def _plan_json(at: pages.Scene) -> dict[str, Any]:
    """Describe the plan as JSON, with the reason it stopped and the result of trying its steps."""
    plan, trial = services.plan_for(at.user, at.game, str(at.seat)), plan_view.trial_of(at)
    steps = [] if plan is None else plan.steps
    return {
        "seat": at.seat,
        "seq": at.game.seq,
        "status": None if plan is None else plan.status,
        "steps": [
            {"action": step["action"], "rule": step["rule"], "text": plan_view.in_words(at.game, step)}
            for step in steps
        ],
        "done": 0 if plan is None else plan.done,
        "stopped": _stop_json(at, plan),
        "trial": None if trial is None else _trial(at, trial),
    }


def _stop_json(at: pages.Scene, plan: Plan | None) -> dict[str, Any] | None:
    refusal = None if plan is None else plans.why_stopped(plan)
    if plan is None or refusal is None:
        return None
    return {"rule": refusal.rule, "code": refusal.code, "text": plan_view.why(at.game, plan)}


def _trial(at: pages.Scene, trial: Rehearsal[Any]) -> dict[str, Any]:
    rules, seat = at.table.rules, str(at.seat)
    choices = rules.choices(trial.state, seat) if trial.stop is None else ()
    return {
        "steps": len(trial.taken),
        "view": rules.view(trial.state, seat),
        "choices": play.choices_json(at, choices, trial.state),
        "stop": None if trial.stop is None else _stop(at, trial.stop),
    }


def _stop(at: pages.Scene, stop: Stop) -> dict[str, Any]:
    refusal = stop.refusal
    return {
        "why": stop.why,
        "text": plan_view.why_no_farther(at, stop),
        "dice": [throw_json(throw) for throw in stop.throws if not throw.secret],
        "seats": list(stop.seats),
        "rule": "" if refusal is None else refusal.rule,
        "code": "" if refusal is None else refusal.code,
    }


def _body_mistakes(data: Any) -> list[tuple[str, str]]:
    once: dict[str, type] = {"seq": int, "key": str}
    sending = isinstance(data, dict) and bool(data.get("send"))
    return body_mistakes(
        data, {"seat": str, "steps": list, **(once if sending else {})}, {"send": bool, **once}
    )
