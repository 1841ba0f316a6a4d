"""How the dice fell, and what happened as tables for a spreadsheet."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.limits import place_of, too_often
from engine.game import SeatInfo
from games import access, limits, pages
from games.services.proof.luck import Fall, with_battles
from games.views import exports
from games.views.frame import frame

EXPECTED, NOTABLE, RARE = 1.0, 2.0, 3.0  # standard deviations


@dataclass(frozen=True)
class Row:
    fall: Fall
    whose: str
    info: SeatInfo | None
    words: str


@never_cache
@require_safe
def luck(request: HttpRequest, pk: UUID) -> HttpResponse:
    """The dice of a game and of its battles, for everybody who may see it."""
    game = access.get_game_for(request.user, pk)
    at = pages.scene(request.user, game, request.GET.get("seat", ""), bare=True)
    rows = [_row(at, fall) for fall in with_battles(at.table, at.eyes)]
    context = {**frame(at, "verify"), "server": [r for r in rows if not r.fall.typed]}
    context |= {"typed": [r for r in rows if r.fall.typed], "hides": not at.table.rules.hides_nothing}
    return render(request, "games/luck.html", context)


@require_safe
def luck_csv(request: HttpRequest, pk: UUID) -> HttpResponse:
    """The same as a file."""
    game = access.get_game_for(request.user, pk)
    at = pages.scene(request.user, game, request.GET.get("seat", ""), bare=True)
    return _file(f"vexillum-dice-{game.pk}.csv", exports.dice(at))


@require_safe
def chronicle_csv(request: HttpRequest, pk: UUID) -> HttpResponse:
    """The whole chronicle as that reader may know it, as a file. Long games take a while, so it counts as a
    check of the game."""
    game = access.get_game_for(request.user, pk)
    origin = place_of(request)
    if limits.CHECKS.reached(origin):
        context = {"text": too_often(limits.CHECKS).message, "game": game}
        return render(request, "games/refused.html", context, status=429)
    limits.CHECKS.count(origin)
    at = pages.scene(request.user, game, request.GET.get("seat", ""), bare=True)
    return _file(f"vexillum-chronicle-{game.pk}.csv", exports.chronicle(at))


def _file(name: str, rows: Iterable[Sequence[object]]) -> HttpResponse:
    response = HttpResponse("".join(exports.csv_of(rows)), content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


def _row(at: pages.Scene, fall: Fall) -> Row:
    place = at.by_key.get(fall.seat)
    return Row(fall, exports.whose(at, fall), place.info if place else None, _words(fall.off))


def _words(off: float) -> str:
    if abs(off) < EXPECTED:
        return _("as expected")
    if abs(off) < NOTABLE:
        return _("rather high") if off > 0 else _("rather low")
    if abs(off) < RARE:
        return (
            _("high: so far off once in about twenty times")
            if off > 0
            else _("low: so far off once in about twenty times")
        )
    return (
        _("very high: so far off less than once in three hundred times")
        if off > 0
        else _("very low: so far off less than once in three hundred times")
    )
