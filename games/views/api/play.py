"""A seat's view and actions as JSON (docs/api.md). Downloads of games and scenarios are with their pages."""

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
from games.breaches import of_choices
from games.forms import act_id
from games.views.api.asking import lacking, need, programs, read_body, seat_asked
from games.views.api.problems import Problem, mistakes, refusal_response

READ, PLAY, LEAD = Key.Scope.READ, Key.Scope.PLAY, Key.Scope.LEAD
PLAIN: Final = {"ensure_ascii": False}
ACTION_LIMIT = 200_000  # the largest action as JSON, in bytes


@programs(GET=READ)
def state(request: HttpRequest, pk: UUID) -> JsonResponse:
    """The game as the caller's seat may know it."""
    return JsonResponse(state_json(asked_scene(request, pk)), json_dumps_params=PLAIN)


@programs(GET=READ)
def choices(request: HttpRequest, pk: UUID) -> JsonResponse:
    """The actions the caller's seat can take, and what each field admits."""
    at = asked_scene(request, pk)
    found = choices_json(at, at.choices)
    return JsonResponse({"seat": at.seat, "seq": at.game.seq, "choices": found}, json_dumps_params=PLAIN)


def asked_scene(request: HttpRequest, pk: UUID) -> pages.Scene:
    """The scene of a game for the requested seat."""
    found = access.get_game_for(request.user, pk)
    return pages.scene(request.user, found, seat_asked(request, found))


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
    """The choices of the caller's seat as JSON, each with the treaties it would break."""
    breaches = of_choices(at, choices, state)
    return [{**choice_json(one), "breaks": broken} for one, broken in zip(choices, breaches, strict=True)]


def choice_json(choice: Choice) -> dict[str, object]:
    """Convert a choice to JSON, with what each of its fields admits."""
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


@programs(POST=PLAY)
def act(request: HttpRequest, pk: UUID) -> JsonResponse:
    """Carry out an action: {"seat", "seq", "key", "action", "faces"}."""
    try:
        data = _act_sent(request)
    except (Problem, NoDocument, Mistaken, RequestDataTooBig) as wrong:
        access.get_game_for(
            request.user, pk
        )  # a stranger must not learn from errors in the body that the game exists
        if isinstance(wrong, Mistaken):
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
    events = [seen for event in told if (seen := as_seen(opened, event, data["seat"])) is not None]
    answer = {"seq": done.entry.seq, "events": events, "repeated": done.repeated}
    return JsonResponse(answer, json_dumps_params=PLAIN)


def as_seen(opened: Opening, event: Any, seat: str) -> Any:
    """A stored event as a seat may see it; None if it is hidden from the seat."""
    codec = opened.system.codec
    seen = opened.rules.sees(codec.read(event), seat)
    return None if seen is None else codec.write(seen)


class Mistaken(Exception):
    """Raised when the request body has the wrong form."""

    def __init__(self, found: list[tuple[str, str]]) -> None:
        super().__init__(found)
        self.found = found


def _act_sent(request: HttpRequest) -> Any:
    """Read the submitted action and require the scope for it. Raises Problem, NoDocument, Mistaken."""
    data = read_body(request, ACTION_LIMIT)
    found = _body_mistakes(data)
    if found:
        raise Mistaken(found)
    if data["seat"] == GM:
        need(request, LEAD)
    return data


def _body_mistakes(data: Any) -> list[tuple[str, str]]:
    found = lacking(data, {"seat": str, "seq": int, "key": str, "action": dict}, {"faces": list})
    if not found and not all(type(face) is int for face in data.get("faces", [])):
        found.append(("$.faces", "wrong_type"))
    return found
