"""Dice statistics, and spreadsheets of the dice and the chronicle."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from hashlib import sha256
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import patch_cache_control
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.limits import place_of, too_often
from engine.game import SeatInfo
from games import access, limits, page_cache, pages
from games.models import Game
from games.services.proof.luck import Fall, with_battles
from games.views import exports
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
    return render(request, "games/luck.html", context)


@require_safe
def luck_csv(request: HttpRequest, pk: UUID) -> HttpResponse:
    """The dice statistics as a CSV file."""
    game = access.get_game_for(request.user, pk)
    refused = too_many_files(request, game)
    if refused is not None:
        return refused
    at = pages.scene(request.user, game, request.GET.get("seat", ""), bare=True)
    return _file(f"vexillum-dice-{game.pk}.csv", at, "dice", exports.dice)


def too_many_files(request: HttpRequest, game: Game) -> HttpResponse | None:
    """Refuse a stranger who requested too many files: in a long game each takes a second of processor time.
    Return None otherwise.
    """
    if access.takes_part(request.user, game):
        return None
    origin = place_of(request)
    if not limits.FILES.take(origin):
        context = {"text": too_often(limits.FILES).message, "game": game}
        response = render(request, "games/refused.html", context, status=429)
        response["Retry-After"] = str(limits.FILES.seconds)
        return response
    return None


@require_safe
def chronicle_csv(request: HttpRequest, pk: UUID) -> HttpResponse:
    """The complete chronicle as a CSV file, as the reader may know it."""
    game = access.get_game_for(request.user, pk)
    refused = too_many_files(request, game)
    if refused is not None:
        return refused
    at = pages.scene(request.user, game, request.GET.get("seat", ""), bare=True)
    return _file(f"vexillum-chronicle-{game.pk}.csv", at, "chronicle", exports.chronicle)


Rows = Callable[[pages.Scene], Iterable[Sequence[object]]]


def _file(name: str, at: pages.Scene, what: str, rows: Rows) -> HttpResponse:
    """Send rows as a CSV file, cached until the game, one of its battles or a name in it changes."""
    key = _version(at, what)
    text = page_cache.get(key)
    if text is None:
        text = "".join(exports.csv_of(rows(at)))
        page_cache.put(key, text)
    response = HttpResponse(text, content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    patch_cache_control(response, private=True, no_cache=True)
    return response


def _version(at: pages.Scene, what: str) -> str:
    """A cache key of everything that the CSV file depends on."""
    battles = Game.objects.filter(campaign_link__campaign=at.game).order_by("pk")
    facts = (
        what,
        str(at.game.pk),
        at.game.version,
        at.game.seq,
        at.eyes,
        at.seat,
        get_language(),
        [place.name for place in at.places],
        list(battles.values_list("pk", "version", "seq")),
    )
    return sha256(repr(facts).encode()).hexdigest()


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
            _("high: this far off about once in twenty times")
            if off > 0
            else _("low: this far off about once in twenty times")
        )
    return (
        _("very high: this far off less than once in three hundred times")
        if off > 0
        else _("very low: this far off less than once in three hundred times")
    )
