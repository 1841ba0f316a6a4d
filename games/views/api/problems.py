"""Errors as JSON: one format for every error of the API, with codes that do not change (docs/api.md)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from django.http import HttpRequest, JsonResponse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from engine.dice import BadFace, DiceNeeded
from engine.dice_record import throw_json
from engine.game import IllegalAction, InvalidAction, Json, Refusal, StaleAction
from games.models import Game
from games.refusals import BadInvitation, Busy, SystemMissing
from games.wording.generic import form_text
from games.wording.refusal_text import word_refusal

ROOM: Final = "/api/"  # prefix of all API URLs

# code: status, message, advice. Refusals by the rules (422) and invalid values (400) have codes of their own.
CODES: Final[Mapping[str, tuple[int, str | Promise, str | Promise]]] = {
    "bad_request": (
        400,
        _("The request could not be understood."),
        _("See the description of this address."),
    ),
    "bad_query": (
        400,
        _("This must be a whole number from %(low)s to %(high)s."),
        _("See the description of this address."),
    ),
    "log_in": (
        401,
        _("Log in first."),
        _("Send a key in the header “Authorization: Bearer …”; you can create one under “API keys”."),
    ),
    "key_unknown": (
        401,
        _("There is no such key, or it has been revoked."),
        _("Create another one under “API keys”."),
    ),
    "key_expired": (401, _("This key has expired."), _("Create another one under “API keys”.")),
    "scope_missing": (
        403,
        _("This key can't do that: it lacks the scope “%(scope)s”."),
        _("Create a key that has it under “API keys”."),
    ),
    "csrf": (
        403,
        _("The request did not come from a page of this site."),
        _("Send the cookie csrftoken in the header X-CSRFToken as well, or use a key."),
    ),
    "forbidden": (
        403,
        _("You don't have access to this."),
        _("Only the player in the seat or the game master can do that."),
    ),
    "not_found": (404, _("Not found."), _("Check that the address is complete.")),
    "not_allowed": (
        405,
        _("This address doesn't accept that method."),
        _("The header Allow lists the methods it accepts."),
    ),
    "cursor_ahead": (
        409,
        _("The log is shorter than where you have read to: it was restored from an earlier copy."),
        _("Start again with after=-1."),
    ),
    "invitation": (410, _("This invitation is not valid."), _("Ask the game master for a new link.")),
    "too_big": (413, _("This is too big."), _("Send less at a time.")),
    "not_json_type": (
        415,
        _("Only JSON is accepted here."),
        _("Send it with the header “Content-Type: application/json”."),
    ),
    "dice_needed": (
        428,
        _("Dice are rolled by hand here."),
        _("Send the same request again with one face for each of these dice in “faces”."),
    ),
    "too_often": (429, _("Too many requests."), _("Wait for the number of seconds in Retry-After.")),
    "error": (500, _("Something went wrong here."), _("Nothing was changed. Try again later.")),
    "read_only": (
        503,
        _("The site is under maintenance: nothing was changed."),
        _("Try again after the number of seconds in Retry-After."),
    ),
    "unavailable": (
        503,
        _("The site can't reach its data right now."),
        _("Send the same request again after the number of seconds in Retry-After."),
    ),
    "busy": (503, _("Someone is moving in this game right now."), _("Try again in a few seconds.")),
}
VALUES: Final = (  # codes of invalid values
    "bad_orders",
    "bad_text",
    "bad_value",
    "hook_address",
    "hook_private",
    "hook_silent",
    "key_reused",
    "letter_empty",
    "letter_too_long",
    "meet_length",
    "meet_none",
    "meet_text",
    "meet_where",
    "missing_field",
    "no_key",
    "no_such_fact",
    "no_such_value",
    "not_a_choice",
    "not_a_list",
    "not_an_object",
    "not_json",
    "not_one_of",
    "plan_too_long",
    "promise_empty",
    "rhythm_bad",
    "rhythm_far",
    "rhythm_gap",
    "rhythm_hour",
    "rhythm_no_day",
    "rhythm_span",
    "rhythm_zone",
    "too_deep",
    "treaty_empty",
    "treaty_too_long",
    "twice_in_a_set",
    "unknown_field",
    "unknown_kind",
    "weeks_bad",
    "wrong_key",
    "wrong_length",
    "wrong_type",
)


class Problem(Exception):
    """Raised to answer with an error. It carries a code from CODES and the facts for the code's message."""

    def __init__(self, code: str, *, path: str = "", headers: Mapping[str, str] | None = None, **facts: Any):
        super().__init__(code)
        self.code, self.path, self.headers, self.facts = code, path, dict(headers or {}), facts


class InvalidRequest(Exception):
    """Raised when a request is invalid. It carries each mistake with its path."""

    def __init__(self, found: list[tuple[str, str]]):
        super().__init__(found)
        self.found = found


def concerns(request: HttpRequest) -> bool:
    """Whether the request is for the API, where errors are sent as JSON."""
    return request.path.startswith(ROOM)


def problem(
    status: int, code: str, text: str, *, rule: str = "", hint: str = "", path: str = "", **facts: Any
) -> JsonResponse:
    told = {"code": code, "text": text, "rule": rule, "hint": hint, "path": path}
    return JsonResponse({**told, **facts}, status=status, json_dumps_params={"ensure_ascii": False})


def problem_response(code: str, *, path: str = "", **facts: Any) -> JsonResponse:
    """Build the response for an error from CODES."""
    status, text, hint = CODES[code]
    said = str(text) % facts if facts and "%(" in str(text) else str(text)
    return problem(status, code, said, hint=str(hint), path=path, **facts)


def answer_problem(found: Problem) -> JsonResponse:
    response = problem_response(found.code, path=found.path, **found.facts)
    for name, value in found.headers.items():
        response.headers[name] = value
    return response


def mistakes(found: list[tuple[str, str]], text: str = "") -> JsonResponse:
    """Build the response to an invalid request, which lists every mistake with its path."""
    rows = [{"path": path, "code": code, "text": text or form_text(code, {}) or code} for path, code in found]
    first = rows[0]
    hint = str(CODES["bad_request"][2])
    return problem(400, first["code"], first["text"], hint=hint, path=first["path"], mistakes=rows)


def refusal_response(game: Game | None, reason: Exception, within: str = "$.action") -> JsonResponse:
    """Build the response to a refused action."""
    if isinstance(reason, DiceNeeded):
        return problem_response("dice_needed", dice=[throw_json(throw) for throw in reason.throws])
    if isinstance(reason, BadFace):
        return mistakes([("$.faces", "not_one_of")])
    if isinstance(reason, BadInvitation):
        return problem(
            410, "invitation", word_refusal(reason), hint=str(CODES["invitation"][2]), why=reason.code
        )
    if isinstance(reason, InvalidAction):
        path = str(reason.facts.get("path", "$")).replace("$", within, 1)
        return mistakes([(path, reason.code)], word_refusal(reason, game))
    if isinstance(reason, StaleAction):
        seq = game.seq if game is not None else reason.facts.get("seq")
        return problem(409, reason.code, word_refusal(reason, game), seq=seq)
    if isinstance(reason, SystemMissing | Busy):
        return problem(503, reason.code, word_refusal(reason, game), hint=str(CODES["busy"][2]))
    if isinstance(reason, IllegalAction):
        hint: Json = reason.facts.get("hint", "")
        hint = hint if isinstance(hint, str) else ""
        return problem(422, reason.code, word_refusal(reason, game), rule=reason.rule, hint=hint)
    if isinstance(reason, Refusal):
        return problem(422, reason.code, word_refusal(reason, game), rule=reason.rule)
    raise reason
