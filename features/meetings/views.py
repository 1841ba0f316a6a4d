"""Appointments for battles: the page where players propose, answer and agree on times, and the
calendar file.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from accounts import clocks
from accounts.limits import too_often
from accounts.models import Profile
from accounts.names import name_of
from engine.game import Refusal
from features.meetings import services
from features.meetings.calendar import meeting_file
from games import limits, pages
from games.forms.moments import moment_of
from games.models import Fit, Meeting, MeetingWord, Proposal
from games.services.fighting import battles
from games.views.frame import frame
from games.wording.numbers import whole
from games.wording.refusal_text import word_refusal

ROWS = 3  # number of proposals that fit on one form
LENGTHS = (60, 120, 180, 240, 300, 360, 480)  # durations to choose from, in minutes


@dataclass(frozen=True)
class Said:
    """One person's answer to a proposed time."""

    user: Any
    answer: str
    label: str
    mine: bool


@dataclass(frozen=True)
class Row:
    """A proposed time on the page. ``fits`` summarises the answers: "all" (suits everyone), "need" (suits
    somebody only at a pinch), "open" (answers are missing) or "not".
    """

    proposal: Proposal
    said: tuple[Said, ...]
    fits: str
    hindrances: tuple[str, ...]
    mine: str
    agreed: bool
    past: bool

    @property
    def may_fix(self) -> bool:
        return self.fits in ("all", "need") and not self.agreed and not self.past


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def meeting(request: HttpRequest, pk: UUID, link: int | None = None) -> HttpResponse:
    """Show the appointment page to the battle's players and game master. If the battle is played in this
    application, redirect to the page of the battle's own game.
    """
    battle = services.for_user(request.user, pk, link)
    if link is not None and battle.game is not None:
        return redirect("game-meeting", battle.game.pk)
    notice = None
    if request.method == "POST":
        notice = _press_button(request, battle)
        if notice is None:
            return redirect(request.path)
    context = _context(request, battle, notice)
    return render(request, "features/meetings/page.html", context, status=422 if notice else 200)


@login_required
@require_safe
def meeting_ics(request: HttpRequest, pk: UUID, link: int | None = None) -> HttpResponse:
    """Download the appointment as a calendar file. If the appointment was cancelled, the file removes it
    from the user's calendar.
    """
    battle = services.for_user(request.user, pk, link)
    found = services.meeting_of(battle)
    if found is None or found.at is None:
        raise Http404
    response = HttpResponse(meeting_file(battle, found).encode(), content_type="text/calendar; charset=utf-8")
    name = slugify(battle.host.name)[:40] or "battle"
    response["Content-Disposition"] = f'attachment; filename="{name}.ics"'
    return response


def _press_button(request: HttpRequest, battle: services.Battle) -> pages.Said | None:
    """Carry out the button's action. Return the reason if it failed, else None."""
    posted, now, user = request.POST, clocks.now(), request.user
    do, number = _pressed_button(posted)
    text = posted.get(f"text-{number}" if do == "fix" else "text", "")
    if not limits.LETTERS.take(str(user.pk)):
        return pages.Said(str(too_often(limits.LETTERS).message))
    try:
        match do:
            case "propose":
                services.propose(battle, user, _wanted_times(posted), now)
                messages.success(request, _("Proposed; the others will be asked whether it suits them."))
            case "answer":
                services.answer(battle, user, _read_answers(posted), now)
                messages.success(request, _("Noted."))
            case "withdraw":
                services.withdraw(battle, user, number, now)
                messages.success(request, _("Proposal withdrawn."))
            case "fix":
                if said := _read_answers(posted):  # keep the answers ticked on the same form
                    services.answer(battle, user, said, now)
                services.confirm_time(battle, user, number, now, text)
                messages.success(request, _("Agreed; the others have been notified."))
            case "off":
                services.call_off(battle, user, now, text)
                messages.success(request, _("Called off; the others have been notified."))
            case "ask":
                services.ask_time(battle, user, now)
                messages.success(request, _("The game master has been asked to move the deadline."))
            case "give":
                services.give_time(battle, user, now)
                messages.success(request, _("The deadline has been moved to after the appointment."))
            case _:
                return pages.Said(_("There is no such button."))
    except Refusal as refused:
        return pages.Said(word_refusal(refused, battle.host))
    return None


def _pressed_button(posted: Any) -> tuple[str, int]:
    """Return the name of the pressed button and the number of its proposal, or 0 if the button has none."""
    for do in ("fix", "withdraw"):
        if do in posted:
            return do, whole(posted[do], 1) or 0
    return posted.get("do", ""), 0


def _wanted_times(posted: Any) -> list[services.ProposedTime]:
    """Read the proposed times from the form, in the user's time zone. Raises InvalidAction if one cannot be
    read, and IllegalAction if one is not allowed.
    """
    zone = timezone.get_current_timezone()
    minutes, where = whole(posted.get("minutes"), 0, 9999), posted.get("where", "")
    typed = [posted.get(f"at-{n}", "").strip() for n in range(ROWS)]
    length = services.USUAL_MINUTES if minutes is None else minutes
    return [services.ProposedTime(moment_of(text, zone), length, where) for text in typed if text]


def _read_answers(posted: Any) -> dict[int, str]:
    found = {}
    for name in posted:
        if name.startswith("fit-") and (number := whole(name.removeprefix("fit-"), 1)) is not None:
            found[number] = posted[name]
    return found


def _context(request: HttpRequest, battle: services.Battle, notice: pages.Said | None) -> dict[str, Any]:
    now, user, found = clocks.now(), request.user, services.meeting_of(battle)
    people = battle.people
    party = any(one.pk == user.pk for one in people)
    asleep = services.profiles_of(people)
    rows = [row_of(one, found, people, asleep, user, now) for one in (found.proposals.all() if found else ())]
    ahead = sorted((row for row in rows if not row.past), key=lambda row: ORDER.index(row.fits))
    late = services.first_early_deadline(battle, found)
    sent = request.POST if notice is not None else {}
    return {
        **_head(request, battle),
        "notice": notice,
        "battle": battle,
        "meeting": found,
        "people": people,
        "party": party,
        "to_fight": battle.can_be_scheduled,
        "rows": ahead,
        "unanswered": party and any(not row.mine for row in ahead),
        "answers": Fit.Answer.choices,
        "late": late,
        "leads": services.leads(user, battle),
        "words": list(found.words.select_related("by").order_by("-pk")[:20]) if found else [],
        "off": MeetingWord.What.OFF,
        "moved": MeetingWord.What.MOVED,
        "typed": [(n, sent.get(f"at-{n}", "")) for n in range(ROWS)],
        "where": sent.get("where", ""),
        "text": sent.get(f"text-{sent.get('fix', '')}", ""),
        "longest_text": services.LONGEST_TEXT,
        "longest_where": services.LONGEST_WHERE,
        "lengths": [(n, n // 60) for n in LENGTHS],
        "length": whole(sent.get("minutes"), 0, 9999) or services.USUAL_MINUTES,
        "zone": timezone.get_current_timezone_name(),
        "zone_chosen": bool(Profile.of(user).timezone),
        "file": services.address("meeting-file", battle)
        if found is not None and found.at is not None
        else "",
    }


ORDER = ("all", "need", "open", "not")


def _head(request: HttpRequest, battle: services.Battle) -> dict[str, Any]:
    if battle.game is not None:
        return frame(pages.scene(request.user, battle.game, bare=True), "meeting")
    link = battle.link
    assert link is not None
    called = battles.battle_name(link, link.campaign) or _("Battle")
    return {"game": link.campaign, "link": link, "called": called}


def row_of(
    one: Proposal,
    found: Meeting | None,
    people: Sequence[Any],
    asleep: Sequence[Profile],
    user: Any,
    now: datetime,
) -> Row:
    said = {fit.user_id: fit for fit in one.fits.all()}
    words = tuple(
        Said(
            who,
            said[who.pk].answer if who.pk in said else "",
            str(said[who.pk].get_answer_display()) if who.pk in said else _("no answer yet"),
            who.pk == user.pk,
        )
        for who in people
    )
    given = {word.answer for word in words}
    fits = (
        "not"
        if services.NO in given
        else "open"
        if "" in given
        else "need"
        if services.MAYBE in given
        else "all"
    )
    return Row(
        one,
        words,
        fits,
        tuple(_hindrance_text(who, code) for who, code in services.hindrances(one, asleep)),
        said[user.pk].answer if user.pk in said else "",
        found is not None and found.is_fixed and found.at == one.at,
        one.at <= now,
    )


def _hindrance_text(who: Any, code: str) -> str:
    if code == "away":
        return _("%(name)s will be away then.") % {"name": name_of(who)}
    return _("It will be night for %(name)s then.") % {"name": name_of(who)}
