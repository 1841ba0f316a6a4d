"""Appointments for battles as JSON."""

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
from games import limits
from games.forms.moments import FIRST, LAST
from games.models import Fit, Meeting, MeetingWord
from games.numbers import whole
from games.services.people import meetings as service
from games.views.api.asking import lacking, logged_in, need, programs
from games.views.api.deeds import NUMBER, Deed, bodies, requested_deed
from games.views.api.play import LEAD, PLAIN, PLAY, READ
from games.views.api.problems import Mistaken, Problem, refusal_response
from games.views.api.shapes import FLAG, ID, TEXT, TIME, WHOLE, Operation, describe_view, many, maybe, obj
from games.views.people.meeting import Row, row_of

Battle = service.Battle


def _propose(battle: Battle, user: Any, now: datetime, times: list[Any]) -> None:
    wanted, wrong = [], []
    for n, one in enumerate(times):
        found = lacking(one, {"at": str}, {"minutes": int, "where": str})
        at = None if found else _moment(one["at"])
        wrong += [(path.replace("$", f"$.times[{n}]", 1), code) for path, code in found]
        if at is not None:
            wanted.append(
                service.ProposedTime(at, one.get("minutes", service.USUAL_MINUTES), one.get("where", ""))
            )
        elif not found:
            wrong.append((f"$.times[{n}].at", "bad_value"))
    if wrong:
        raise Mistaken(wrong)
    service.propose(battle, user, wanted, now)


def _moment(text: str) -> datetime | None:
    """Read a time in ISO 8601 with an offset; None for anything else."""
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
        raise Mistaken(wrong)
    service.answer(battle, user, {name: word for name, word in said.items() if name is not None}, now)


def _fix(battle: Battle, user: Any, now: datetime, proposal: int, text: str = "") -> None:
    service.fix(battle, user, proposal, now, text)


def _withdraw(battle: Battle, user: Any, now: datetime, proposal: int) -> None:
    service.withdraw(battle, user, proposal, now)


def _call_off(battle: Battle, user: Any, now: datetime, text: str = "") -> None:
    service.call_off(battle, user, now, text)


WORDS: Final = list(Fit.Answer.values)
GIVE: Final = "give_time"
_TIMES = {
    **many(
        obj(
            {"at": TIME},
            {"minutes": {**WHOLE, "minimum": service.SHORTEST, "maximum": service.LONGEST}, "where": TEXT},
        )
    ),
    "maxItems": service.MOST_OF_ONE,
}
DEEDS: Final[Mapping[str, Deed]] = {
    "propose": Deed(_propose, {"times": _TIMES}),
    "answer": Deed(_answer, {"answers": {"type": "object", "additionalProperties": {"enum": WORDS}}}),
    "fix": Deed(_fix, {"proposal": NUMBER}, {"text": TEXT}),
    "withdraw": Deed(_withdraw, {"proposal": NUMBER}),
    "off": Deed(_call_off, {}, {"text": TEXT}),
    "ask_time": Deed(service.ask_time),
    GIVE: Deed(service.give_time),
}

MEETING: Final = obj(
    {
        "game": {**maybe(ID), "description": "the game in which the battle is fought"},
        "status": {"enum": [None, *Meeting.Status.values]},
        "at": maybe(TIME),
        "minutes": maybe(WHOLE),
        "where": TEXT,
        "people": many(TEXT),
        "to_fight": {**FLAG, "description": "whether there is still something to agree upon"},
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
        "file": {**TEXT, "description": "for a calendar; empty while nothing is agreed"},
    }
)


@describe_view(
    get=Operation(
        "The times that are proposed for a battle, whom they fit, what is agreed", MEETING, login=True
    ),
    post=Operation("Propose times, answer, fix one, call it off", MEETING, takes=bodies(DEEDS)),
)
@programs(GET=READ, POST=PLAY)
def meeting(request: HttpRequest, pk: UUID, link: int | None = None) -> JsonResponse:
    """Show and arrange a battle's appointment. Open to the battle's players and game master."""
    user, now = logged_in(request), clocks.now()
    battle = service.for_user(user, pk, link)
    if not any(one.pk == user.pk for one in battle.people):
        need(request, LEAD)
    if request.method == "POST":
        do, deed, fields = requested_deed(request, DEEDS)
        if do == GIVE:
            need(request, LEAD)
        if not limits.LETTERS.take(str(user.pk)):
            raise Problem("too_often", headers={"Retry-After": str(limits.LETTERS.seconds)})
        try:
            deed.run(battle, user, now, **fields)
        except Refusal as reason:
            return refusal_response(battle.host, reason, "$")
        battle = service.for_user(user, pk, link)
    return JsonResponse(_meeting_json(battle, user, now), json_dumps_params=PLAIN)


def _meeting_json(battle: Battle, user: Any, now: datetime) -> dict[str, Any]:
    found, people = service.meeting_of(battle), battle.people
    asleep, agreed = service.profiles_of(people), found is not None and found.at is not None
    proposed = found.proposals.all() if found is not None else ()
    rows = [row_of(one, found, people, asleep, user, now) for one in proposed]
    return {
        "game": None if battle.game is None else str(battle.game.pk),
        "status": None if found is None else found.status,
        "at": None if found is None else found.at,
        "minutes": found.minutes if found is not None and agreed else None,
        "where": "" if found is None else found.where,
        "people": [name_of(one) for one in people],
        "to_fight": battle.to_fight,
        "party": any(one.pk == user.pk for one in people),
        "leads": service.leads(user, battle),
        "too_late": service.too_late(battle, found),
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
        "file": settings.SITE_URL + service.address("meeting-file", battle) if agreed else "",
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
