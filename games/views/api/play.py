"""The API for programs, as JSON: what a seat may know, and what it does (docs/api.md). The whole game and a
scenario as files stand with the pages that offer them."""

from __future__ import annotations

from dataclasses import fields
from typing import Any
from uuid import UUID

from django.core.exceptions import RequestDataTooBig
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from engine import documents
from engine.dice import BadFace, DiceNeeded
from engine.game import (
    Choice,
    Field,
    IllegalAction,
    InvalidAction,
    Many,
    Path,
    Pick,
    Refusal,
    Share,
    StaleAction,
)
from engine.journal import Opening
from engine.record import throw_json
from games import access, pages, services
from games.forms import act_id
from games.generic import form_text
from games.models import Game
from games.refusals import worded
from games.views.errors import too_large

ACTION_LIMIT = 200_000  # bytes of an action as JSON


@never_cache
@require_safe
def state(request: HttpRequest, pk: UUID) -> JsonResponse:
    """The game as JSON, as the caller's seat may know it."""
    found = access.get_game_for(request.user, pk)
    at = pages.scene(request.user, found, request.GET.get("seat", ""))
    outcome = at.table.outcome()
    return JsonResponse(
        {
            "game": str(found.pk),
            "system": found.system,
            "status": found.status,
            "seq": found.seq,
            "version": found.version,
            "seat": at.seat,
            "view": at.view,
            "choices": [choice_json(choice) for choice in at.choices],
            "waits": [
                {
                    "seat": w.place.key,
                    "power": w.power.id if w.power else "",
                    "due_at": w.due_at,
                    "rule": w.rule,
                }
                for w in at.waits
            ],
            "outcome": outcome and outcome.written(),
        },
        json_dumps_params={"ensure_ascii": False},
    )


def choice_json(choice: Choice) -> dict[str, object]:
    """A choice as JSON, with what each of its fields admits."""
    return {
        "id": act_id(choice),
        "kind": choice.kind,
        "fixed": dict(choice.fixed),
        "fields": [_field(one) for one in choice.fields],
        "rule": choice.rule,
        "decision": choice.decision,
    }


def _field(one: Field) -> dict[str, object]:
    """A field as JSON: its type and what it admits."""
    facts = {f.name: vars(one)[f.name] for f in fields(one) if f.name != "options"}
    if isinstance(one, Path):
        facts["legs"] = [{**vars(leg), "facts": dict(leg.facts)} for leg in one.legs]
        facts |= {"halts": sorted(one.halts), "not_in": sorted(one.not_in)}
    if isinstance(one, Pick | Many | Share):
        facts["options"] = [{**vars(o), "facts": dict(o.facts)} for o in one.options]
    return {"type": type(one).__name__.lower(), **facts}


def log_in_first() -> JsonResponse:
    """Nobody is logged in: whether there is such a game is not told."""
    return JsonResponse({"code": "log_in", "text": _("Log in first.")}, status=401)


def act(request: HttpRequest, pk: UUID) -> HttpResponse:
    """Carry out an action: {"seat", "seq", "key", "action", "faces"}."""
    try:
        data = documents.read(request.body, ACTION_LIMIT)
    except (documents.TooBig, RequestDataTooBig):
        access.get_game_for(request.user, pk)
        return too_large(request, ACTION_LIMIT)
    except documents.NoDocument:
        access.get_game_for(request.user, pk)
        return mistakes([("$", "not_json")])
    found = _body_mistakes(data)
    if found:
        access.get_game_for(request.user, pk)  # a stranger does not learn that there is such a game
        return mistakes(found)
    try:
        done = services.submit(
            pk,
            data["seat"],
            data["action"],
            drawn_seq=data["seq"],
            key=data["key"],
            user=request.user,
            now=timezone.now(),
            faces=data.get("faces"),
        )
    except (Refusal, DiceNeeded, BadFace) as reason:
        return refused(access.get_game_for(request.user, pk), reason)
    opened, sent = services.opening_of(done.game), done.entry.events
    events = [seen for event in sent if (seen := as_seen(opened, event, data["seat"])) is not None]
    return JsonResponse({"seq": done.entry.seq, "events": events, "repeated": done.repeated})


def refused(game: Game, reason: Exception) -> JsonResponse:
    """The answer to what was not done."""
    if isinstance(reason, DiceNeeded):
        return JsonResponse({"dice": [throw_json(throw) for throw in reason.throws]}, status=428)
    if isinstance(reason, BadFace):
        return mistakes([("$.faces", "not_one_of")])
    if isinstance(reason, InvalidAction):
        path = str(reason.facts.get("path", "$")).replace("$", "$.action", 1)
        return mistakes([(path, reason.code)], worded(reason, game))
    if isinstance(reason, StaleAction):
        return JsonResponse({"code": reason.code, "text": worded(reason, game), "seq": game.seq}, status=409)
    if isinstance(reason, IllegalAction):
        facts = {"rule": reason.rule, "code": reason.code, "text": worded(reason, game)}
        return JsonResponse(facts, status=422)
    raise reason


def as_seen(opened: Opening, event: Any, seat: str) -> Any:
    """A stored event as that seat may know it; None where it may not."""
    codec = opened.system.codec
    seen = opened.rules.sees(codec.read(event), seat)
    return None if seen is None else codec.write(seen)


def _body_mistakes(data: Any) -> list[tuple[str, str]]:
    """What is wrong with the body, before any rule is asked."""
    if not isinstance(data, dict):
        return [("$", "not_an_object")]
    shapes: dict[str, type] = {"seat": str, "seq": int, "key": str, "action": dict}
    found = [
        (f"$.{name}", "missing_field" if name not in data else "wrong_type")
        for name, kind in shapes.items()
        if type(data.get(name)) is not kind
    ]
    faces = data.get("faces")
    if faces is not None and not (isinstance(faces, list) and all(type(f) is int for f in faces)):
        found.append(("$.faces", "wrong_type"))
    found.extend((f"$.{name}", "unknown_field") for name in sorted(set(data) - {*shapes, "faces"}))
    return found


def mistakes(found: list[tuple[str, str]], text: str = "") -> JsonResponse:
    """The answer to what was not understood: every mistake with its place."""
    rows = [{"path": path, "code": code, "text": text or form_text(code, {}) or code} for path, code in found]
    return JsonResponse({"mistakes": rows}, status=400)
