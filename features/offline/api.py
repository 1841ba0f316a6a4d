"""Downloads of a game for offline play, and uploads of offline moves, as JSON (docs/api.md)."""

from __future__ import annotations

from typing import Any, Final
from uuid import UUID

from django.http import HttpRequest, JsonResponse
from django.urls import reverse

from accounts import clocks
from engine.game import IllegalAction
from engine.journal import ACTION, AMEND, REWIND
from features.offline import sync
from features.offline.export import FORMAT, export_for_offline
from features.offline.sync import UploadResult
from games import access, services
from games.access import NotYourSeat
from games.refusals import StepRefused, illegal
from games.views.api.authentication import api_view, body_mistakes, logged_in, read_body
from games.views.api.play import PLAIN, PLAY, READ
from games.views.api.problems import mistakes, problem
from games.wording.refusal_text import word_refusal

MOST_BYTES: Final = 1_000_000
MOST_DICE: Final = 60  # maximum number of dice in one move
FACES: Final = range(-1000, 1001)
STATUS: Final = {sync.WAITING: 202, sync.CONFLICT: 409, sync.REFUSED: 422}


@api_view(GET=READ, POST=PLAY)
def offline_json(request: HttpRequest, pk: UUID) -> JsonResponse:
    """Send a game for offline play, or receive moves that were made offline."""
    user = logged_in(request)
    game = access.get_game_for(user, pk)
    if request.method != "POST":
        try:
            return JsonResponse(export_for_offline(game, user), json_dumps_params=PLAIN)
        except NotYourSeat:
            return _no_seat_response()
    data = read_body(request, MOST_BYTES)
    found = _mistakes(data)
    if found:
        return mistakes(found[:20])
    if len(data["entries"]) > sync.MOST:
        return problem(413, "offline_too_many", word_refusal(illegal("offline_too_many", most=sync.MOST)))
    try:
        done = sync.import_moves(
            pk,
            user,
            device=UUID(data["device"]),
            base=data["base"]["seq"],
            base_digest=data["base"]["digest"],
            items=[_stored_item(one) for one in data["entries"]],
            now=clocks.now(),
        )
    except NotYourSeat:
        return _no_seat_response()
    except IllegalAction as refused:  # an error, since after a success the device deletes its moves
        return problem(400, refused.code, word_refusal(refused, game))
    return _upload_response(request, done)


def _no_seat_response() -> JsonResponse:
    return problem(403, "offline_no_seat", word_refusal(illegal("offline_no_seat")))


def _upload_response(request: HttpRequest, done: UploadResult) -> JsonResponse:
    at = services.table(done.game)
    head = at.head
    told: dict[str, Any] = {
        "result": done.result,
        "seq": at.seq,
        "digest": None if head is None else head.digest,
    }
    if done.branch is not None and done.result in STATUS:
        page = request.build_absolute_uri(reverse("game-branches", args=[done.game.pk]))
        told |= {"branch": done.branch.pk, "page": page}
    if done.why is not None:
        inner = done.why.refusal if isinstance(done.why, StepRefused) else done.why
        number = done.why.number if isinstance(done.why, StepRefused) else None
        told |= {
            "code": inner.code,
            "rule": inner.rule,
            "text": word_refusal(inner, done.game),
            "entry": number,
        }
    return JsonResponse(told, status=STATUS.get(done.result, 200), json_dumps_params=PLAIN)


# --- reading the upload -------------------------------------------------------------------------------------


def _stored_item(one: Any) -> dict[str, Any]:
    """Convert an uploaded move to the form in which it is stored."""
    kind = one.get("kind", ACTION)
    told = {"at": one["at"]} if "at" in one else {}
    if kind == REWIND:
        return {"kind": kind, "seat": one["seat"], "to": one["to"], **told}
    return {
        "kind": kind,
        "seat": one["seat"],
        "action": one["action"],
        "dice": one.get("dice", []),
        **told,
    }


def _mistakes(data: Any) -> list[tuple[str, str]]:
    shapes = {"format": int, "device": str, "base": dict, "entries": list}
    found = body_mistakes(data, shapes, {"game": str})
    if found:
        return found
    if data["format"] != FORMAT:
        found.append(("$.format", "not_one_of"))
    try:
        UUID(data["device"])
    except ValueError:
        found.append(("$.device", "wrong_type"))
    base = body_mistakes(data["base"], {"seq": int, "digest": str})
    found += [(path.replace("$", "$.base", 1), code) for path, code in base]
    if not base and not 0 <= data["base"]["seq"] < 10**8:
        found.append(("$.base.seq", "bad_value"))
    if not base and len(data["base"]["digest"]) != 64:
        found.append(("$.base.digest", "wrong_length"))
    for place, one in enumerate(data["entries"]):
        found += [(path.replace("$", f"$.entries[{place}]", 1), code) for path, code in _item_mistakes(one)]
    return found


def _item_mistakes(one: Any) -> list[tuple[str, str]]:
    back = isinstance(one, dict) and one.get("kind") == REWIND
    needed = {"seat": str, "to": int, "kind": str} if back else {"seat": str, "action": dict}
    found = body_mistakes(one, needed, {"at": str} if back else {"dice": list, "at": str, "kind": str})
    if found:
        return found
    if one.get("kind", ACTION) not in (ACTION, REWIND, AMEND):
        found.append(("$.kind", "not_one_of"))
    if len(one["seat"]) > 40:
        found.append(("$.seat", "wrong_length"))
    if len(one.get("at", "")) > 40:
        found.append(("$.at", "wrong_length"))
    if back and not 0 <= one["to"] < 10**8:
        found.append(("$.to", "bad_value"))
    dice = one.get("dice", [])
    if len(dice) > MOST_DICE:
        found.append(("$.dice", "wrong_length"))
    elif not all(type(face) is int and face in FACES for face in dice):
        found.append(("$.dice", "wrong_type"))
    return found
