"""The first page: what this is, or my games and what each waits for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from engine import registry
from engine.game import GM
from games import access, services
from games.models import Game
from games.views.notices import unseen

PAGE = 50


@dataclass(frozen=True)
class Row:
    """A game in a list: what it waits for, and whether that is me."""

    game: Game
    mine: bool
    due_at: Any
    others: tuple[str, ...]
    seats: str
    letters: int = 0  # unread


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    public = access.public_games()[:20]
    if not request.user.is_authenticated:
        return render(request, "games/home.html", {"public": public, "systems": registry.names()})
    games = access.games_of(request.user)
    under_way = access.by_urgency(request.user, games.exclude(status__in=Game.OVER))
    page = Paginator(under_way, PAGE).get_page(request.GET.get("page"))
    letters = services.unread_letters_of(request.user)
    known = set(games.filter(pk__in=[game.pk for game in public]).values_list("pk", flat=True))
    context = {
        "notices": unseen(request.user),
        "next": access.awaited(request.user).first(),
        "page": page,
        "now": [_row(request.user, game, letters) for game in page],
        "past": games.filter(status__in=Game.OVER).count(),
        "public": [game for game in public if game.pk not in known],
    }
    return render(request, "games/home.html", context)


@login_required
@require_safe
def finished(request: HttpRequest) -> HttpResponse:
    """The games that are over, the latest first."""
    page = Paginator(access.games_of(request.user).filter(status__in=Game.OVER), PAGE)
    letters = services.unread_letters_of(request.user)
    shown = page.get_page(request.GET.get("page"))
    rows = [_row(request.user, game, letters) for game in shown]
    return render(request, "games/finished.html", {"page": shown, "rows": rows})


def _row(user: Any, game: Game, letters: Mapping[Any, int]) -> Row:
    mine = {seat.key for seat in game.seats.all() if seat.user_id == user.pk}
    if game.gm_id == user.pk:
        mine.add(GM)
    waiting = list(getattr(game, "waiting", ()))
    own = [row for row in waiting if row.seat in mine]
    names = {seat.key: seat.user.get_username() if seat.user else seat.key for seat in game.seats.all()}
    due = sorted(row.due_at for row in own or waiting if row.due_at)
    return Row(
        game,
        bool(own),
        due[0] if due else None,
        tuple(dict.fromkeys(names.get(row.seat, str(game.gm)) for row in waiting if row not in own)),
        ", ".join(dict.fromkeys(str(seat.user) for seat in game.seats.all() if seat.user)),
        letters.get(game.pk, 0),
    )
