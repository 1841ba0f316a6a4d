"""Dice statistics, as a page and as a CSV file."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from engine.game import SeatInfo
from games import access, pages
from games.services.proof.luck import DiceStatistics, with_battles
from games.views import files
from games.views.frame import frame

EXPECTED, NOTABLE, RARE = 1.0, 2.0, 3.0  # thresholds in standard deviations


@dataclass(frozen=True)
class Row:
    fall: DiceStatistics
    whose: str
    info: SeatInfo | None
    words: str


@never_cache
@require_safe
def luck(request: HttpRequest, pk: UUID) -> HttpResponse:
    """Show the dice statistics of a game and of its battles to anyone who can see the game."""
    game = access.get_game_for(request.user, pk)
    at = pages.scene(request.user, game, request.GET.get("seat", ""), bare=True)
    rows = [_row(at, fall) for fall in with_battles(at.table, at.eyes)]
    context = {**frame(at, "verify"), "server": [r for r in rows if not r.fall.typed]}
    context |= {"typed": [r for r in rows if r.fall.typed], "hides": not at.table.rules.hides_nothing}
    return render(request, "features/dice_statistics/luck.html", context)


@require_safe
def luck_csv(request: HttpRequest, pk: UUID) -> HttpResponse:
    """Send the dice statistics as a CSV file."""
    game = access.get_game_for(request.user, pk)
    refused = files.too_many_files(request, game)
    if refused is not None:
        return refused
    at = pages.scene(request.user, game, request.GET.get("seat", ""), bare=True)
    return files.csv_file(f"vexillum-dice-{game.pk}.csv", at, "dice", _dice_rows)


def _row(at: pages.Scene, fall: DiceStatistics) -> Row:
    place = at.by_key.get(fall.seat)
    return Row(fall, _name_seat(at, fall), place.info if place else None, _word_deviation(fall.deviation))


def _word_deviation(off: float) -> str:
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


def _dice_rows(at: pages.Scene) -> Iterator[Sequence[object]]:
    """Yield a header row, and then a row for each seat and kind of die. Rolls that people entered are counted
    separately.
    """
    yield [_("Whose"), _("Dice"), _("Sides"), _("Number"), _("Mean"), _("Expected"), _("Standard deviations")]
    for fall in with_battles(at.table, at.eyes):
        how = _("typed") if fall.typed else _("of the server")
        off, mean = round(fall.deviation, 2), round(fall.mean, 3)
        yield [_name_seat(at, fall), how, fall.sides, fall.count, mean, fall.expected_mean, off]


def _name_seat(at: pages.Scene, fall: DiceStatistics) -> str:
    """Return the name of the seat for which dice were rolled, or "the game" if they belong to no seat."""
    place = at.by_key.get(fall.seat)
    return place.name if place else _("the game")
