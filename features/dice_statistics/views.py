"""Dice statistics, and spreadsheets of the dice and the chronicle."""

from __future__ import annotations

from dataclasses import dataclass
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from engine.game import SeatInfo
from games import access, pages
from games.services.proof.luck import Fall, with_battles
from games.views import exports, files
from games.views.frame import frame

EXPECTED, NOTABLE, RARE = 1.0, 2.0, 3.0  # thresholds in standard deviations


@dataclass(frozen=True)
class Row:
    fall: Fall
    whose: str
    info: SeatInfo | None
    words: str


@never_cache
@require_safe
def luck(request: HttpRequest, pk: UUID) -> HttpResponse:
    """Show the dice of a game and of its battles to everyone who may see it."""
    game = access.get_game_for(request.user, pk)
    at = pages.scene(request.user, game, request.GET.get("seat", ""), bare=True)
    rows = [_row(at, fall) for fall in with_battles(at.table, at.eyes)]
    context = {**frame(at, "verify"), "server": [r for r in rows if not r.fall.typed]}
    context |= {"typed": [r for r in rows if r.fall.typed], "hides": not at.table.rules.hides_nothing}
    return render(request, "features/dice_statistics/luck.html", context)


@require_safe
def luck_csv(request: HttpRequest, pk: UUID) -> HttpResponse:
    """The dice statistics as a CSV file."""
    game = access.get_game_for(request.user, pk)
    refused = files.too_many_files(request, game)
    if refused is not None:
        return refused
    at = pages.scene(request.user, game, request.GET.get("seat", ""), bare=True)
    return files.csv_file(f"vexillum-dice-{game.pk}.csv", at, "dice", exports.dice)


def _row(at: pages.Scene, fall: Fall) -> Row:
    place = at.by_key.get(fall.seat)
    return Row(fall, exports.whose(at, fall), place.info if place else None, _words(fall.deviation))


def _words(off: float) -> str:
    if abs(off) < EXPECTED:
        return _("as expected")
    if abs(off) < NOTABLE:
        return _("rather high") if off > 0 else _("rather low")
    if abs(off) < RARE:
        return (
            _("high: this far off about once in twenty times")
            if off > 0
            else _("low: this far off about once in twenty times")
        )
    return (
        _("very high: this far off less than once in three hundred times")
        if off > 0
        else _("very low: this far off less than once in three hundred times")
    )
