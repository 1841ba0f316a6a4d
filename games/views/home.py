"""The first page: what this is, or my games and what each waits for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from engine import registry
from engine.game import GM
from games import access, services
from games.models import Game
from games.views.notices import unseen


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
    games = list(access.games_of(request.user)[:100])
    letters = services.unread_letters_of(request.user)
    rows = [_row(request.user, game, letters) for game in games]
    known = {game.pk for game in games}
    now = [row for row in rows if row.game.status in {Game.Status.RUNNING, Game.Status.GATHERING}]
    context = {
        "notices": unseen(request.user),
        "next": access.awaited(request.user).first(),
        "now": sorted(now, key=lambda row: not row.mine),
        "past": [row for row in rows if row.game.status in {Game.Status.ENDED, Game.Status.ABANDONED}],
        "public": [game for game in public if game.pk not in known],
    }
    return render(request, "games/home.html", context)


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
