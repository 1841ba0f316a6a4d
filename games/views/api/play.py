"""A seat's view and actions as JSON (docs/api.md). Downloads are in games.views.chronicle and
games.views.new.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields
from typing import Any, Final
from uuid import UUID

from django.core.exceptions import RequestDataTooBig
from django.http import HttpRequest, JsonResponse

from accounts import clocks
from accounts.models import Key
from engine.dice import BadFace, DiceNeeded
from engine.documents import NoDocument
from engine.game import GM, Choice, Field, Many, Path, Pick, Refusal, Share
from engine.journal import Opening
from games import access, pages, services
from games.forms import act_id
from games.page_facts.breaches import breaches_of_choices
from games.views.api.authentication import api_view, body_mistakes, need, read_body, requested_seat
from games.views.api.problems import Problem, mistakes, refusal_response

READ, PLAY, LEAD = Key.Scope.READ, Key.Scope.PLAY, Key.Scope.LEAD
PLAIN: Final = {"ensure_ascii": False}
ACTION_LIMIT = 200_000  # the maximum size of an action as JSON, in bytes


@api_view(GET=READ)
def state(request: HttpRequest, pk: UUID) -> JsonResponse:
    """Return the game as the caller's seat may see it."""
    return JsonResponse(state_json(requested_scene(request, pk)), json_dumps_params=PLAIN)


@api_view(GET=READ)
def choices(request: HttpRequest, pk: UUID) -> JsonResponse:
    """Return the actions that the caller's seat can take, with the values that each field accepts."""
    at = requested_scene(request, pk)
    found = choices_json(at, at.choices)
    return JsonResponse({"seat": at.seat, "seq": at.game.seq, "choices": found}, json_dumps_params=PLAIN)


def requested_scene(request: HttpRequest, pk: UUID) -> pages.Scene:
    """Return the scene of a game for the requested seat."""
    found = access.get_game_for(request.user, pk)
    return pages.scene(request.user, found, requested_seat(request, found))


def state_json(at: pages.Scene) -> dict[str, Any]:
    outcome = at.table.outcome()
    return {
        "game": str(at.game.pk),
        "system": at.game.system,
        "status": at.game.status,
        "void": at.game.void,
        "seq": at.game.seq,
        "version": at.game.version,
        "seat": at.seat,
        "view": at.view,
        "choices": choices_json(at, at.choices),
        "waits": [
            {
                "seat": w.place.key,
                "power": w.power.id if w.power else "",
                "due_at": w.due_at,
                "rule": w.rule,
            }
            for w in at.waits
        ],
        "outcome": outcome and outcome.to_json(),
    }


def choices_json(at: pages.Scene, choices: Sequence[Choice], state: Any = None) -> list[dict[str, object]]:
    """Return the choices of the caller's seat as JSON, each with the treaties that it would break."""
    breaches = breaches_of_choices(at, choices, state)
    return [{**choice_json(one), "breaks": broken} for one, broken in zip(choices, breaches, strict=True)]


def choice_json(choice: Choice) -> dict[str, object]:
    """Convert a choice to JSON, with the values that each of its fields accepts."""
    return {
        "id": act_id(choice),
        "kind": choice.kind,
        "fixed": dict(choice.fixed),
        "fields": [field_json(one) for one in choice.fields],
        "rule": choice.rule,
        "decision": choice.decision,
    }


def field_json(one: Field) -> dict[str, object]:
    """Convert a field to JSON: its type and the values it accepts."""
    facts = {f.name: vars(one)[f.name] for f in fields(one) if f.name != "options"}
    if isinstance(one, Path):
        facts["legs"] = [{**vars(leg), "facts": dict(leg.facts)} for leg in one.legs]
        facts |= {"halts": sorted(one.halts), "not_in": sorted(one.not_in)}
    if isinstance(one, Pick | Many | Share):
        facts["options"] = [{**vars(o), "facts": dict(o.facts)} for o in one.options]
    return {"type": type(one).__name__.lower(), **facts}


@api_view(POST=PLAY)
def act(request: HttpRequest, pk: UUID) -> JsonResponse:
    """Carry out an action. The body is {"seat", "seq", "key", "action", "faces"}."""
    try:
        data = _read_act(request)
    except (Problem, NoDocument, InvalidBody, RequestDataTooBig) as wrong:
        # checked first, so that errors in the body do not tell strangers that the game exists
        access.get_game_for(request.user, pk)
        if isinstance(wrong, InvalidBody):
            return mistakes(wrong.found)
        raise
    try:
        done = services.submit(
            pk,
            data["seat"],
            data["action"],
            drawn_seq=data["seq"],
            key=data["key"],
            user=request.user,
            now=clocks.now(),
            faces=data.get("faces"),
        )
    except (Refusal, DiceNeeded, BadFace) as reason:
        return refusal_response(access.get_game_for(request.user, pk), reason)
    opened, told = services.opening_of(done.game), done.entry.events
    events = [seen for event in told if (seen := redact_event(opened, event, data["seat"])) is not None]
    answer = {"seq": done.entry.seq, "events": events, "repeated": done.repeated}
    return JsonResponse(answer, json_dumps_params=PLAIN)


def redact_event(opened: Opening, event: Any, seat: str) -> Any:
    """Return a stored event as a seat may see it, or None if the event is hidden from the seat."""
    codec = opened.system.codec
    seen = opened.rules.sees(codec.read(event), seat)
    return None if seen is None else codec.write(seen)


class InvalidBody(Exception):
    """Raised when a request body has the wrong form. It carries each mistake with its path."""

    def __init__(self, found: list[tuple[str, str]]) -> None:
        super().__init__(found)
        self.found = found


def _read_act(request: HttpRequest) -> Any:
    """Read the submitted action. Raises Problem if the caller may not act for the game master, NoDocument if
    the body is not JSON, and InvalidBody if a field is invalid.
    """
    data = read_body(request, ACTION_LIMIT)
    found = _body_mistakes(data)
    if found:
        raise InvalidBody(found)
    if data["seat"] == GM:
        need(request, LEAD)
    return data


def _body_mistakes(data: Any) -> list[tuple[str, str]]:
    found = body_mistakes(data, {"seat": str, "seq": int, "key": str, "action": dict}, {"faces": list})
    if not found and not all(type(face) is int for face in data.get("faces", [])):
        found.append(("$.faces", "wrong_type"))
    return found
