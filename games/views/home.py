"""The home page: an introduction for visitors, or the user's games with their pending decisions."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import timedelta
from typing import Any
from uuid import UUID

from django.conf import settings
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.db.models import Prefetch, QuerySet, prefetch_related_objects
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from accounts import clocks, guests
from accounts.names import name_of
from accounts.views import about_account
from engine.game import GM
from games import access, pages, plugins
from games.models import BattleLink, Game, PendingDecision
from games.prepared_sql import OfSeveral, PreparedQuery, Values
from games.services import covert, opening
from games.services.fairplay import asking
from games.services.fighting.battles import UNSETTLED
from games.services.going_back.requests import requests_awaiting
from games.services.people import observers
from games.services.people.habits import usual
from games.views.notices.messages import count_unseen
from games.wording.narration import standing, turn_name

PAGE = 50
WATCHED = 20


@dataclass(frozen=True)
class Row:
    """A game in a list. ``mine``: whether the game is waiting for the user. ``others``: the names of the
    other players it is waiting for.
    """

    game: Game
    mine: bool
    due_at: Any
    others: tuple[str, ...]
    seats: str
    own: PendingDecision | None  # the most urgent answer that the user owes
    letters: int = 0  # number of unread letters
    ready: bool = False  # whether the user can start the game: they lead it, and every seat is taken
    turn: str = ""  # the current turn, as the system names it
    standing: str = ""  # the current score
    usual: timedelta | None = None  # the user's usual response time in this game

    @property
    def has_picture(self) -> bool:
        """Whether the game has a map to show."""
        return self.game.seq >= 0 and plugins.page(self.game.system).pictured


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    if not request.user.is_authenticated:
        welcome = settings.SIGNUP == "open"  # a visitor can play without an account, as a guest
        return render(
            request,
            "games/home.html",
            {
                "watched": _watched_games(list(_public_games()[:WATCHED])),
                "first": opening.first_games() if welcome else (),
                "doors": _doors() if welcome else (),
                "tables": plugins.tables() if welcome else (),
                "reels": _reels(),
            },
        )
    guests.record_visit(request.user, clocks.now())
    battles = access.battles_awaiting(request.user)
    page = _page_under_way(request.user, battles, request.GET.get("page"))
    now = _rows(request.user, page)
    context = {
        "notices": count_unseen(request.user),
        "guest_until": guests.deletion_date(request.user),
        "first": opening.first_games(),
        "tables": plugins.tables(),
        **about_account(request.user),
        "next": next((row.own for row in now if row.own), None) if page.number == 1 else None,
        "battles": battles,
        "asked_back": requests_awaiting(request.user),
        "asked_consent": asking.awaiting(request.user),
        "page": page,
        "now": _by_kind(now),
        "observed": observers.observed_by(request.user),
        "past": len(_FINISHED(request.user.pk)),
        "watched": _watched_games(_WATCHED(request.user.pk)),
    }
    return render(request, "games/home.html", context)


def _page_under_way(user: Any, battles: list[BattleLink], number: str | None) -> Any:
    """Return a page of the user's games under way, the most urgent first. Most users have no more than one
    page of them and no battle to report, so the query for that case is prepared.
    """
    if not battles and number in (None, "", "1"):
        found = _UNDER_WAY(user.pk)
        if len(found) <= PAGE:
            access.attach_people(found)
            access.attach_waiting(found)
            _attach_battles(found)
            return Paginator(found, PAGE).get_page(1)
    unsettled = Prefetch("battle_links", BattleLink.objects.filter(status__in=UNSETTLED), to_attr="fighting")
    shown = _with_letters(user, _under_way(user, battles)).prefetch_related(unsettled)
    return Paginator(shown, PAGE).get_page(number)


def _under_way(user: Any, battles: Iterable[BattleLink] = ()) -> QuerySet[Game]:
    games = access.games_of(user).exclude(status__in=Game.OVER).exclude(tryout=True)
    return access.by_urgency(user, games, battles)


_UNDER_WAY = PreparedQuery(
    lambda user: _under_way(user).annotate(letters_unread=access.letters_unread(user))[: PAGE + 1], int
)


def _attach_battles(games: Iterable[Game]) -> None:
    """Attach to each game its battles that are being fought elsewhere."""
    found: dict[UUID, list[BattleLink]] = {}
    for link in _FIGHTING([game.pk for game in games]):
        found.setdefault(link.campaign_id, []).append(link)
    for game in games:
        game.fighting = found.get(game.pk, [])  # type: ignore[attr-defined]


_FIGHTING = OfSeveral(lambda games: BattleLink.objects.filter(status__in=UNSETTLED, campaign__in=games), UUID)


def _by_kind(rows: list[Row]) -> list[tuple[str, list[Row]]]:
    """Group the games into battles and campaigns, starting with the group that has the most urgent game. If
    all games are of one kind, the group has no heading.
    """
    found: dict[bool, list[Row]] = {}
    for row in rows:
        found.setdefault(plugins.page(row.game.system).is_battle, []).append(row)
    titles = {True: _("Battles"), False: _("Campaigns")} if len(found) > 1 else {}
    return [(titles.get(battle, ""), some) for battle, some in found.items()]


@dataclass(frozen=True)
class Entrance:
    """An entrance to the site for visitors: a description, a picture, and games that begin at once."""

    title: str
    text: str
    picture: str
    first: tuple[plugins.Plugin, ...]
    tables: tuple[plugins.NavLink, ...] = ()


def _doors() -> list[Entrance]:
    """Return the entrances for visitors: campaigns, battles on screen, and battles with figures. A kind is
    left out if none of its games can begin at once.
    """
    found: dict[str, list[plugins.Plugin]] = {"campaign": [], "battle": [], "table": []}
    for one in opening.first_games():
        battle = plugins.page(one.name).is_battle
        found["table" if plugins.at_table(one.name) else "battle" if battle else "campaign"].append(one)
    texts = {
        "campaign": (
            _("A campaign"),
            _("Lead a power over months: march, raise troops, make treaties, see the map change hands."),
        ),
        "battle": (_("A battle"), _("Two armies on a board of squares or hexes, in an evening or by post.")),
        "table": (
            _("Your own table"),
            _("Your figures, your dice: the assistant asks, does the sums and keeps the record."),
        ),
    }
    doors = []
    for kind, first in found.items():
        if first:
            picture = next((one.shown.address for one in first if one.shown), "")
            tables = plugins.tables() if kind == "table" else ()
            doors.append(Entrance(*texts[kind], picture, tuple(first), tables))
    return doors


@dataclass(frozen=True)
class WatchableGame:
    """A game that anyone can watch, with its turn, its score and its players."""

    game: Game
    turn: str
    standing: str
    seats: str
    pictured: bool


def _public_games() -> QuerySet[Game]:
    """Query the games that anyone can watch. A battle is listed with its campaign."""
    return access.public_games().filter(campaign_link=None)


_WATCHED = PreparedQuery(
    lambda user: _public_games().exclude(pk__in=access.games_of(user).order_by().values("pk"))[:WATCHED], int
)


def _watched_games(games: list[Game]) -> list[WatchableGame]:
    prefetch_related_objects(games, "seats__user__profile")
    return [
        WatchableGame(
            game,
            "" if game.standing.get("turn") is None else turn_name(game, game.standing["turn"]),
            standing(game),
            ", ".join(dict.fromkeys(name_of(seat.user) for seat in game.seats.all() if seat.user)),
            plugins.page(game.system).pictured,
        )
        for game in games
    ]


def _reels() -> list[plugins.Reel]:
    return [one.reel for one in plugins.installed_plugins() if one.reel is not None]


@require_safe
def calculators(request: HttpRequest) -> HttpResponse:
    """Show the page that lists the calculators of all systems."""
    return render(request, "games/calculators.html")


@login_required
@require_safe
def show_finished(request: HttpRequest) -> HttpResponse:
    """Show the user's finished games, latest first."""
    over = _with_letters(request.user, _finished_games(request.user))
    shown = Paginator(over, PAGE).get_page(request.GET.get("page"))
    rows = _rows(request.user, shown)
    return render(request, "games/finished.html", {"page": shown, "rows": rows})


def _finished_games(user: Any) -> QuerySet[Game]:
    """Return the user's finished games. A battle is listed with its campaign, unless the user has no part in
    that campaign.
    """
    mine = access.games_of(user)
    fought = BattleLink.objects.filter(battle__isnull=False, campaign__in=mine.order_by().values("pk"))
    return mine.filter(status__in=Game.OVER, tryout=False).exclude(pk__in=fought.values("battle_id"))


_FINISHED = Values(lambda user: _finished_games(user).order_by().values_list("pk", flat=True), int)


def _urgency(row: PendingDecision) -> tuple[bool, Any, int]:
    return row.due_at is None, row.due_at or row.opened_at, row.pk


def _with_letters(user: Any, games: QuerySet[Game]) -> QuerySet[Game]:
    return games.annotate(letters_unread=access.letters_unread(user.pk))


def _rows(user: Any, games: Iterable[Game]) -> list[Row]:
    shown = list(games)
    taken = usual(user, shown)
    return [_row(user, game, taken.get(game.pk)) for game in shown]


def _row(user: Any, game: Game, taken: timedelta | None) -> Row:
    owed = getattr(game, "owed", False)
    mine = {seat.key for seat in game.seats.all() if seat.user_id == user.pk}
    if owed and game.gm_id == user.pk:
        mine.add(GM)
    waiting = covert.visible_to(getattr(game, "waiting", ()), mine)
    own = sorted((row for row in waiting if row.seat in mine), key=_urgency)
    names = {seat.key: name_of(seat.user) or seat.key for seat in game.seats.all()} | {GM: name_of(game.gm)}
    fighting = {link.decision: (link.attacker, link.defender) for link in getattr(game, "fighting", ())}
    awaited = [key for row in waiting if row not in own for key in fighting.get(row.decision, (row.seat,))]
    due = sorted(row.due_at for row in own or waiting if row.due_at)
    return Row(
        game,
        owed,
        due[0] if due else None,
        () if owed else tuple(dict.fromkeys(names[key] for key in awaited if key not in mine)),
        ", ".join(dict.fromkeys(name_of(seat.user) for seat in game.seats.all() if seat.user)),
        own[0] if own else None,
        pages.letters_unread(game),
        game.status == Game.Status.GATHERING
        and game.gm_id == user.pk
        and not any(seat.free for seat in game.seats.all()),
        "" if game.standing.get("turn") is None else turn_name(game, game.standing["turn"]),
        standing(game),
        taken if taken is not None and taken >= timedelta(minutes=1) else None,
    )
