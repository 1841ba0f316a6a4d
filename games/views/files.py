"""Downloads of CSV files, which are cached and rate-limited for strangers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from hashlib import sha256

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import patch_cache_control
from django.utils.translation import get_language

from accounts.limits import network_of, too_often
from games import access, limits, pages
from games.caches import page_cache
from games.models import Game
from games.views import exports

Rows = Callable[[pages.Scene], Iterable[Sequence[object]]]


def too_many_files(request: HttpRequest, game: Game) -> HttpResponse | None:
    """Return a refusal if a stranger has requested too many files, else None. The file of a long game takes
    a second of processor time.
    """
    if access.takes_part(request.user, game):
        return None
    origin = network_of(request)
    if not limits.FILES.take(origin):
        context = {"text": too_often(limits.FILES).message, "game": game}
        response = render(request, "games/refused.html", context, status=429)
        response["Retry-After"] = str(limits.FILES.seconds)
        return response
    return None


def csv_file(name: str, at: pages.Scene, what: str, rows: Rows) -> HttpResponse:
    """Send rows as a CSV file called ``name``, cached until the game, one of its battles or the name of a
    seat changes.
    """
    key = _cache_key(at, what)
    text = page_cache.get(key)
    if text is None:
        text = "".join(exports.csv_of(rows(at)))
        page_cache.put(key, text)
    response = HttpResponse(text, content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    patch_cache_control(response, private=True, no_cache=True)
    return response


def _cache_key(at: pages.Scene, what: str) -> str:
    """Return a cache key from everything that affects the CSV file. ``what``: the kind of file."""
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
