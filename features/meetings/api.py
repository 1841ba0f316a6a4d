"""Appointments for battles, as JSON."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any, Final
from uuid import UUID

from django.conf import settings
from django.http import HttpRequest, JsonResponse

from accounts import clocks
from accounts.names import name_of
from engine.game import Refusal
from features.meetings import services
from features.meetings.views import Row, row_of
from games import limits
from games.forms.moments import FIRST, LAST
from games.models import Fit, Meeting, MeetingWord
from games.views.api.actions import NUMBER, ApiAction, bodies, requested_action
from games.views.api.authentication import api_view, body_mistakes, logged_in, need
from games.views.api.play import LEAD, PLAIN, PLAY, READ
from games.views.api.problems import InvalidRequest, Problem, refusal_response
from games.views.api.shapes import FLAG, ID, TEXT, TIME, WHOLE, Operation, describe_view, many, maybe, obj
from games.wording.numbers import whole

Battle = services.Battle


def _propose(battle: Battle, user: Any, now: datetime, times: list[Any]) -> None:
    wanted, wrong = [], []
    for n, one in enumerate(times):
        found = body_mistakes(one, {"at": str}, {"minutes": int, "where": str})
        at = None if found else _read_time(one["at"])
        wrong += [(path.replace("$", f"$.times[{n}]", 1), code) for path, code in found]
        if at is not None:
            wanted.append(
                services.ProposedTime(at, one.get("minutes", services.USUAL_MINUTES), one.get("where", ""))
            )
        elif not found:
            wrong.append((f"$.times[{n}].at", "bad_value"))
    if wrong:
        raise InvalidRequest(wrong)
    services.propose(battle, user, wanted, now)


def _read_time(text: str) -> datetime | None:
    """Read a time in ISO 8601 with a UTC offset. Return None for anything else."""
    try:
        found = datetime.fromisoformat(text)
    except ValueError:
        return None
    if found.tzinfo is None or not FIRST <= found.year <= LAST:
        return None
    return found.astimezone(UTC)


def _answer(battle: Battle, user: Any, now: datetime, answers: dict[str, Any]) -> None:
    said = {whole(name, 1): word for name, word in answers.items()}
    wrong = [(f"$.answers.{name[:20]}", "wrong_key") for name in answers if whole(name, 1) is None]
    wrong += [(f"$.answers.{name}", "not_one_of") for name, word in said.items() if word not in WORDS]
    if wrong:
        raise InvalidRequest(wrong)
    services.answer(battle, user, {name: word for name, word in said.items() if name is not None}, now)


def _fix(battle: Battle, user: Any, now: datetime, proposal: int, text: str = "") -> None:
    services.confirm_time(battle, user, proposal, now, text)


def _withdraw(battle: Battle, user: Any, now: datetime, proposal: int) -> None:
    services.withdraw(battle, user, proposal, now)


def _call_off(battle: Battle, user: Any, now: datetime, text: str = "") -> None:
    services.call_off(battle, user, now, text)


WORDS: Final = list(Fit.Answer.values)
GIVE: Final = "give_time"
_TIMES = {
    **many(
        obj(
            {"at": TIME},
            {"minutes": {**WHOLE, "minimum": services.SHORTEST, "maximum": services.LONGEST}, "where": TEXT},
        )
    ),
    "maxItems": services.MOST_OF_ONE,
}
ACTIONS: Final[Mapping[str, ApiAction]] = {
    "propose": ApiAction(_propose, {"times": _TIMES}),
    "answer": ApiAction(_answer, {"answers": {"type": "object", "additionalProperties": {"enum": WORDS}}}),
    "fix": ApiAction(_fix, {"proposal": NUMBER}, {"text": TEXT}),
    "withdraw": ApiAction(_withdraw, {"proposal": NUMBER}),
    "off": ApiAction(_call_off, {}, {"text": TEXT}),
    "ask_time": ApiAction(services.ask_time),
    GIVE: ApiAction(services.give_time),
}

MEETING: Final = obj(
    {
        "game": {**maybe(ID), "description": "the game in which the battle is fought"},
        "status": {"enum": [None, *Meeting.Status.values]},
        "at": maybe(TIME),
        "minutes": maybe(WHOLE),
        "where": TEXT,
        "people": many(TEXT),
        "to_fight": {**FLAG, "description": "whether the battle can still be scheduled"},
        "party": FLAG,
        "leads": FLAG,
        "too_late": {**maybe(TIME), "description": "a deadline that passes before the battle is fought"},
        "times": many(
            obj(
                {
                    "proposal": WHOLE,
                    "at": TIME,
                    "minutes": WHOLE,
                    "where": TEXT,
                    "by": TEXT,
                    "fits": {"enum": ["all", "need", "open", "not"]},
                    "mine": {"enum": ["", *WORDS]},
                    "answers": many(obj({"name": TEXT, "answer": {"enum": ["", *WORDS]}})),
                    "hindrances": many(TEXT),
                    "may_fix": FLAG,
                }
            )
        ),
        "words": many(
            obj(
                {
                    "what": {"enum": list(MeetingWord.What.values)},
                    "by": TEXT,
                    "at": TIME,
                    "where": TEXT,
                    "text": TEXT,
                    "said_at": TIME,
                }
            )
        ),
        "file": {**TEXT, "description": "URL of a calendar file; empty until a time is agreed"},
    }
)


@describe_view(
    get=Operation("Show a battle's proposed times, the answers and the agreed time", MEETING, login=True),
    post=Operation(
        "Propose times, answer, confirm one, or cancel the appointment", MEETING, takes=bodies(ACTIONS)
    ),
)
@api_view(GET=READ, POST=PLAY)
def meeting(request: HttpRequest, pk: UUID, link: int | None = None) -> JsonResponse:
    """Show a battle's appointment, or negotiate it. The battle's players and game master can use this URL."""
    user, now = logged_in(request), clocks.now()
    battle = services.for_user(user, pk, link)
    if not any(one.pk == user.pk for one in battle.people):
        need(request, LEAD)
    if request.method == "POST":
        do, action, fields = requested_action(request, ACTIONS)
        if do == GIVE:
            need(request, LEAD)
        if not limits.LETTERS.take(str(user.pk)):
            raise Problem("too_often", headers={"Retry-After": str(limits.LETTERS.seconds)})
        try:
            action.run(battle, user, now, **fields)
        except Refusal as reason:
            return refusal_response(battle.host, reason, "$")
        battle = services.for_user(user, pk, link)
    return JsonResponse(_meeting_json(battle, user, now), json_dumps_params=PLAIN)


def _meeting_json(battle: Battle, user: Any, now: datetime) -> dict[str, Any]:
    found, people = services.meeting_of(battle), battle.people
    asleep, agreed = services.profiles_of(people), found is not None and found.at is not None
    proposed = found.proposals.all() if found is not None else ()
    rows = [row_of(one, found, people, asleep, user, now) for one in proposed]
    return {
        "game": None if battle.game is None else str(battle.game.pk),
        "status": None if found is None else found.status,
        "at": None if found is None else found.at,
        "minutes": found.minutes if found is not None and agreed else None,
        "where": "" if found is None else found.where,
        "people": [name_of(one) for one in people],
        "to_fight": battle.can_be_scheduled,
        "party": any(one.pk == user.pk for one in people),
        "leads": services.leads(user, battle),
        "too_late": services.first_early_deadline(battle, found),
        "times": [_time(row) for row in rows if not row.past],
        "words": [
            {
                "what": one.what,
                "by": name_of(one.by),
                "at": one.at,
                "where": one.where,
                "text": one.text,
                "said_at": one.said_at,
            }
            for one in (found.words.select_related("by").order_by("-pk")[:20] if found is not None else ())
        ],
        "file": settings.SITE_URL + services.address("meeting-file", battle) if agreed else "",
    }


def _time(row: Row) -> dict[str, Any]:
    one = row.proposal
    return {
        "proposal": one.pk,
        "at": one.at,
        "minutes": one.minutes,
        "where": one.where,
        "by": name_of(one.by),
        "fits": row.fits,
        "mine": row.mine,
        "answers": [{"name": name_of(word.user), "answer": word.answer} for word in row.said],
        "hindrances": list(row.hindrances),
        "may_fix": row.may_fix,
    }
