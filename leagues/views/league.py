"""A league's page, and the actions behind its buttons."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts import clocks
from engine.game import Refusal
from games import plugins
from games.musters import Unfit
from games.wording.numbers import NoNumber, required_number
from games.wording.refusal_text import word_refusal
from leagues.models import MOST_ROUNDS, League, Member
from leagues.refusals import LeagueRefused
from leagues.services import armies, founding, rounds
from leagues.services.access import User, leads, league_for, member_of
from leagues.services.results import Season, counted_result
from leagues.views.league_page import LeaguePage, facts_of


@never_cache
@require_safe
def page(request: HttpRequest, league: UUID) -> HttpResponse:
    found = league_for(request.user, league)
    season = Season(found)
    shower, member = LeaguePage(season, request.user), member_of(request.user, found)
    shown = shower.rounds()
    drawn = season.drawn_round if shower.leads else None
    link = request.build_absolute_uri(reverse("leagues:join", args=[found.token]))
    context = {
        "league": found,
        "facts": facts_of(found),
        "lines": shower.lines(),
        "rounds": shown,
        "mine": [
            board
            for one in shown
            for board in one.boards
            if board.mine and board.running and not board.counted.is_decided
        ],
        "by_matchpoints": found.duplicate and bool(season.matchpoints),
        "winners": shower.winners(),
        "drawn": None if drawn is None else shower.round(drawn),
        "leads": shower.leads,
        "takes_part": member is not None and member.left_at is None,
        "people": season.active,
        "link": link if shower.leads and not found.is_closed else "",
        "may_draw": shower.leads and _may_draw(season),
        "ranks": range(1, len(found.seats) + 1),
        "most_rounds": MOST_ROUNDS,
        **_armies(request.user, found, member, season),
    }
    return render(request, "leagues/league.html", context)


def _armies(user: User, league: League, member: Member | None, season: Season) -> dict[str, Any]:
    """Return the template variables about armies: the reader's army, the armies they can choose and, for the
    organiser, the members who have not chosen one yet. In a league without own armies, return {}.
    """
    musters = plugins.musters(league.system)
    if not league.armies or musters is None:
        return {}
    found: dict[str, Any] = {"brings": True, "has_lists": league.armies != League.Armies.LISTED}
    if leads(user, league):
        found["without_army"] = [one for one in season.active if one.army is None]
    if member is not None and member.left_at is None and not league.is_closed:
        found["army"] = "" if member.army is None else musters.name(member.army)
        found["offered"] = musters.list_armies(user, league.armies, league.lists)
    return found


def _may_draw(season: Season) -> bool:
    open_games = any(
        not counted_result(board).is_decided for one in season.begun_rounds for board in one.boards.all()
    )
    planned = len(season.rounds) < season.league.rounds_planned
    return planned and not open_games and len(season.active) > 1 and season.drawn_round is None


LeagueAction = Callable[[User, UUID, Any, datetime], Any]

ACTIONS: dict[str, LeagueAction] = {
    "add": lambda user, league, sent, now: founding.add(user, league, sent.get("name", ""), now),
    "remove": lambda user, league, sent, now: founding.remove(
        user, league, required_number(sent.get("member")), now
    ),
    "leave": lambda user, league, sent, now: founding.leave(user, league, now),
    "new-link": lambda user, league, sent, now: founding.new_link(user, league),
    "plan": lambda user, league, sent, now: founding.plan(user, league, required_number(sent.get("rounds"))),
    "close": lambda user, league, sent, now: founding.close(user, league, now),
    "draw": lambda user, league, sent, now: rounds.draw(user, league),
    "discard": lambda user, league, sent, now: rounds.discard(user, league),
    "exchange": lambda user, league, sent, now: rounds.exchange(
        user, league, required_number(sent.get("one")), required_number(sent.get("other"))
    ),
    "begin": lambda user, league, sent, now: rounds.begin(user, league, now),
    "replace": lambda user, league, sent, now: rounds.replace(
        user, league, required_number(sent.get("chair")), required_number(sent.get("member")), now
    ),
    "break-off": lambda user, league, sent, now: rounds.break_off(
        user, league, required_number(sent.get("board")), now
    ),
    "army": lambda user, league, sent, now: armies.choose(user, league, sent.get("army", "")[:80]),
    "rule": lambda user, league, sent, now: _rule(user, league, sent, _ranks(sent), now),
    "void": lambda user, league, sent, now: _rule(user, league, sent, None, now),
    "as-ended": lambda user, league, sent, now: _rule(user, league, sent, {}, now),
}


def _rule(user: User, league: UUID, sent: Any, ranks: dict[str, int] | None, now: datetime) -> None:
    rounds.rule(user, league, required_number(sent.get("board")), ranks, sent.get("reason", ""), now)


def _ranks(sent: Any) -> dict[str, int]:
    return {
        name.removeprefix("rank-"): required_number(sent.get(name))
        for name in sent
        if name.startswith("rank-")
    } or {"": 0}  # never {}, which would mean that the game counts as it ended


@login_required
def do(request: HttpRequest, league: UUID) -> HttpResponse:
    """Carry out the action of one of the page's buttons. A GET request is redirected to the page."""
    if request.method in {"GET", "HEAD"}:
        return redirect("leagues:league", league)
    league_for(request.user, league)
    sent = request.POST
    try:
        action = ACTIONS.get(sent.get("do", ""))
        if action is None:
            raise LeagueRefused("no_such_button")
        action(request.user, league, sent, clocks.now())
    except LeagueRefused as refused:
        messages.error(request, refused.text)
    except Refusal as refused:
        messages.error(request, word_refusal(refused))
    except Unfit as unfit:
        for text in unfit.told:
            messages.error(request, text)
    except NoNumber:
        messages.error(request, _("Choose somebody first."))
    return redirect(
        "leagues:index" if sent.get("do") == "leave" else "leagues:league", *_league_args(sent, league)
    )


def _league_args(sent: Any, league: UUID) -> tuple[UUID, ...]:
    return () if sent.get("do") == "leave" else (league,)
