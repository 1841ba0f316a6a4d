"""The calendar of a game's deadlines, where the game master sets how often deadlines fall."""

from __future__ import annotations

import zoneinfo
from collections.abc import Iterable
from datetime import date, datetime, timedelta
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.dates import WEEKDAYS
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts import clocks
from accounts.forms import zones
from engine.game import Refusal
from games import access, pages, plugins, services
from games.models import Game, Seat
from games.refusals import invalid
from games.services.clock.pace import set_pace
from games.services.clock.rhythm import MOST_HOURS, MOST_SPANS, WEEK, Rhythm, read_stored
from games.templatetags.vexillum import time_given
from games.views.frame import frame
from games.views.new import HOURS, read_hours
from games.wording.numbers import required_number, whole
from games.wording.refusal_text import word_refusal

NEXT = 4  # number of upcoming fixed hours that the calendar lists
SPANS = 3  # number of rows on the form for periods without deadlines
SHORT = (6, 12, 24, 48)  # hours to choose from for one kind of decision


def commitments(game: Game) -> list[tuple[str, str]]:
    """Return the terms shown on an invitation: the time per decision, the days with deadlines, and the
    expected length of the game.
    """
    rhythm = read_stored(game.rhythm)
    rows = [(_("Time per decision"), time_given(game.hours_per_decision))]
    if rhythm is not None and game.hours_per_decision:
        if rhythm.at is not None:
            least = _("at least %(time)s, then the next fixed hour") % {"time": rows[0][1]}
            rows = [(rows[0][0], least)]
        rows.append((_("Deadlines"), days_in_words(rhythm)))
        if rhythm.closed:
            rows.append((_("No deadlines"), ", ".join(span_in_words(*span) for span in rhythm.closed)))
    if game.weeks:
        weeks = ngettext("about %(n)d week", "about %(n)d weeks", game.weeks) % {"n": game.weeks}
        rows.append((_("Expected length"), weeks))
    return rows


def days_in_words(rhythm: Rhythm) -> str:
    """Format a rhythm, for example as "Monday, Thursday, 21:00 (Europe/Rome)"."""
    days = (
        _("any day") if rhythm.days == WEEK else ", ".join(str(WEEKDAYS[day]) for day in sorted(rhythm.days))
    )
    hour = "" if rhythm.at is None else f", {rhythm.at:%H:%M}"
    return f"{days}{hour} ({rhythm.zone.key})"


def span_in_words(first: date, last: date) -> str:
    """Format a period, for example as "22 Dec 2026 to 6 Jan 2027"."""
    return _("%(first)s to %(last)s") % {
        "first": date_format(first, "j M Y"),
        "last": date_format(last, "j M Y"),
    }


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def calendar(request: HttpRequest, pk: UUID) -> HttpResponse:
    game = access.get_game_for(request.user, pk)
    if request.method != "POST":
        return render(request, "games/calendar.html", _context(request, game))
    if not access.is_gm(request.user, game):
        raise PermissionDenied
    try:
        _save(request, game)
    except Refusal as refused:
        return _refusal_page(request, game, word_refusal(refused, game))
    except BadHours:
        why = _("The time per decision must be a whole number of hours from 1 to %(most)s, or empty.")
        return _refusal_page(request, game, why % {"most": MOST_HOURS})
    except ValueError:
        return _refusal_page(request, game, _("This must be a whole number."))
    messages.success(request, _("Saved: applies to new decisions."))
    return redirect("game-calendar", pk)


def _refusal_page(request: HttpRequest, game: Game, why: str) -> HttpResponse:
    return render(request, "games/calendar.html", {**_context(request, game), "why": why}, status=422)


def _save(request: HttpRequest, game: Game) -> None:
    posted = request.POST
    weeks = posted.get("weeks", "").strip()
    set_pace(
        game.pk,
        request.user,
        hours=_read_hours(posted.get("hours", "")),
        written=_read_rhythm(posted, game),
        weeks=required_number(weeks) if weeks else None,
        hard={
            name.removeprefix("hard-"): required_number(posted.get(name))
            for name in posted
            if name.startswith("hard-")
        },
        now=clocks.now(),
    )


class BadHours(ValueError):
    """Raised when the time per decision is not a valid number of hours."""


def _read_hours(text: str) -> int | None:
    try:
        return read_hours(text)
    except ValueError:
        raise BadHours from None


def _read_rhythm(posted: Any, game: Game) -> dict[str, Any]:
    """Read the rhythm from the form. Return {} if deadlines may fall on any day at any hour. Raises
    ValueError for an invalid number, and InvalidAction for a kind of decision that the form does not
    list.
    """
    spans = [(posted.get(f"first-{n}", ""), posted.get(f"last-{n}", "")) for n in range(MOST_SPANS)]
    closed = [[first or last, last or first] for first, last in spans if first or last]
    given = {name.removeprefix("kind-"): posted.get(name) for name in posted if name.startswith("kind-")}
    kinds = {kind: required_number(hours) for kind, hours in given.items() if hours}
    if not set(kinds) <= set(timed_kinds(game)):
        raise invalid("rhythm_bad")
    days, at = sorted({required_number(day) for day in posted.getlist("days")}), posted.get("at", "")
    if not at and not closed and not kinds and days == sorted(WEEK):
        return {}
    return {"zone": posted.get("zone", ""), "at": at, "days": days, "closed": closed, "kinds": kinds}


def _context(request: HttpRequest, game: Game) -> dict[str, Any]:
    begun = game.status != Game.Status.GATHERING
    at = pages.scene(request.user, game, bare=not begun)
    rhythm, now = read_stored(game.rhythm), clocks.now()
    fixed = []
    if rhythm is not None and game.hours_per_decision and not game.is_over:
        fixed = list(rhythm.following(now + timedelta(hours=game.hours_per_decision), NEXT))
    context = {
        **frame(at, "calendar"),
        "begun": begun,
        "commitments": commitments(game),
        "days": _due_days(at.waits, fixed),
        "untimed": [wait for wait in at.waits if not wait.due_at],
        "fixed": fixed,
        "away": [place for place in at.places if place.away_until] if at.my_seats or at.is_gm else [],
    }
    if at.is_gm and not game.is_over:
        context.update(_form(request, game, rhythm))
    return context


def _due_days(waits: Iterable[pages.Waiting], fixed: Iterable[datetime]) -> list[tuple[datetime, list[Any]]]:
    """Return the coming deadlines in order, each with the decisions that are then due. Fixed hours without
    any due decision are included.
    """
    found: dict[datetime, list[Any]] = {moment: [] for moment in fixed}
    for wait in waits:
        if wait.due_at:
            found.setdefault(wait.due_at, []).append(wait)
    return sorted(found.items())


def _form(request: HttpRequest, game: Game, rhythm: Rhythm | None) -> dict[str, Any]:
    sent = request.POST if request.method == "POST" else None
    own = rhythm or Rhythm(zoneinfo.ZoneInfo("UTC"))
    closed = [[first.isoformat(), last.isoformat()] for first, last in own.closed]
    spans = closed + [["", ""]] * max(SPANS - len(closed), 1 if len(closed) < MOST_SPANS else 0)
    days = {str(day) for day in own.days}
    zone = own.zone.key if rhythm else timezone.get_current_timezone_name()
    kinds, hard = dict(own.kinds), {seat.key: seat.hard for seat in game.seats.all()}
    values = {
        "hours": "" if game.hours_per_decision is None else str(game.hours_per_decision),
        "at": "" if own.at is None else f"{own.at:%H:%M}",
        "weeks": game.weeks or "",
    }
    if sent is not None:
        values = {name: sent.get(name, "") for name in values}
        days, zone = set(sent.getlist("days")), sent.get("zone", "")
        spans = [[sent.get(f"first-{n}", ""), sent.get(f"last-{n}", "")] for n in range(len(spans))]
        kinds = {kind: whole(sent.get(f"kind-{kind}"), 1) or 0 for kind in timed_kinds(game)}
        hard = {key: whole(sent.get(f"hard-{key}"), 0) or 0 for key in hard}
    hours = {str(h or "") for h in HOURS}
    return {
        "form": values,
        "hours_choices": [*HOURS] if values["hours"] in hours else [*HOURS, game.hours_per_decision],
        "weekdays": [(number, name, str(number) in days) for number, name in WEEKDAYS.items()],
        "spans": spans,
        "zone_choices": zones() if _is_listed(zone) else [*zones(), ("", [(zone, zone)])],
        "zone": zone,
        "kinds": [
            (kind, label, kinds.get(kind), sorted({*SHORT, kinds.get(kind) or SHORT[0]}))
            for kind, label in timed_kinds(game).items()
        ],
        "hard_choices": Seat.Hard.choices,
        "hard": hard,
    }


def _is_listed(zone: str) -> bool:
    """Whether the form lists this time zone. An API client may have set one that the form does not list."""
    return any(zone == value for _group, names in zones() for value, _label in names)


def timed_kinds(game: Game) -> dict[str, str]:
    """Return the labels of the decisions that can have a time limit of their own, by kind. These are the
    interruptions that standing orders can answer.
    """
    wording, rules = plugins.wording(game), services.opening_of(game).rules
    found = {kind.decision for info in rules.seats for kind in rules.order_kinds(info.id) if kind.asked}
    return {kind: wording.decision_kind(kind) for kind in sorted(found)}
